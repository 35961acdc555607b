/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * study_table.h - a table with named columns, and text with numbers of its rows
 *
 * A text has fields in braces:
 *
 *	{count}			how many rows
 *	{NAME}			the value of the first of them, as it is
 *	{NAME:DIGITS}		... as a number with so many digits (0 to 9), `-` for nan; +DIGITS shows the
 *				sign, too
 *	{STATISTIC:NAME}	of the numbers of a column, as awk prints a number
 *	{STATISTIC:NAME:DIGITS}
 *
 * |NAME| has the sizes of the numbers, NAME/NUMBER has them divided. Statistics are count, sum, mean,
 * gmean (geometric), half (of the 95 % interval of the mean, by Student's t; inf of one number), least,
 * q25, median, q75 and most. These are text, with 2 digits unless it says how many:
 *
 *	margin			`± HALF %`, or `± -` of one number
 *	spread			`MEAN ± DEVIATION` (standard, of a sample), of one number only the mean
 *	mean_range, median_range  `VALUE (LOW to HIGH)`, with the 95 % interval by the bootstrap:
 *				STUDY_TABLE_DRAWS draws of programs, from STUDY_TABLE_SEED; all values of
 *				one come together, if there is a column `program`
 *	gmean_range		`VALUE (LOW to HIGH)`, by Student's t of the logarithms
 *	share_range		`LOW to HIGH %`, Wilson's interval of the share of values that are not 0
 *
 * Numbers leave out cells that are `nan`. Of none, only count and sum are known.
 */
#ifndef STUDY_TABLE_H
#define STUDY_TABLE_H

#include <stddef.h>
#include <stdio.h>

#include "base/fault.h"

#define STUDY_TABLE_DRAWS	10000		/* tests/study/study.bash says so, too */
#define STUDY_TABLE_SEED	1

struct study_table {
	char *text, **names;		/* the cells of the file, those of the first row are names */
	char ***rows;			/* those that are kept */
	size_t width, count;
};

/* Values between tabs, the first line has the names. 0, -EINVAL or -ENOMEM, with @fault. */
int study_table_read(struct study_table *table, FILE *file, struct fault *fault);
void study_table_deinit(struct study_table *table);

/*
 * Keeps the rows of which @condition holds: NAME=VALUE|VALUE..., NAME!=VALUE|VALUE..., or NAME<VALUE,
 * NAME>VALUE, NAME<=VALUE, NAME>=VALUE of numbers. 0 or -EINVAL, with @fault.
 */
int study_table_keep(struct study_table *table, const char *condition, struct fault *fault);

/*
 * @text of all rows, where @by is NULL; a line of it of each one, where @by is empty; or of each group
 * of those with the same values of @by, NAME,NAME,..., in the order of their first rows. 0, -EINVAL
 * or -ENOMEM, with @fault.
 */
int study_table_print(const struct study_table *table, const char *by, const char *text, FILE *out,
		      struct fault *fault);

/* Of study_table.c and study_text.c. The column of that name; the number of a cell; @text of @rows. */
int study_table_find(const struct study_table *table, const char *name, size_t length,
		     size_t *column, struct fault *fault);
int study_table_number(const char *cell, double *number, struct fault *fault);
int study_table_write(const struct study_table *table, char ***rows, size_t count,
		      const char *text, FILE *out, struct fault *fault);

#endif /* STUDY_TABLE_H */
