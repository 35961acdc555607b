/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * csvtable.h - a table as text: a line of column names, then a line for each row
 *
 * The separator of the names separates all fields: ';', a tab or ','. Blanks around fields, empty
 * lines and lines that begin with '#' are ignored. Fields are not quoted.
 */
#ifndef CSVTABLE_H
#define CSVTABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/fault.h"

#define CSVTABLE_FIELDS	64		/* of a line, at most */

struct csvtable {
	FILE *file;			/* the caller's */
	char *line, *names_line;
	size_t line_bytes, names_bytes;
	uint64_t number;		/* of the line, from 1 on */
	char separator;
	const char *names[CSVTABLE_FIELDS], *fields[CSVTABLE_FIELDS];
	size_t count;			/* of both */
};

/* Reads the names. 0, or a negative errno with @fault filled; csvtable_close() then, too. */
int csvtable_open(struct csvtable *table, FILE *file, struct fault *fault);
void csvtable_close(struct csvtable *table);

/* The next row: 1, 0 at the end, or a negative errno with @fault filled. */
int csvtable_next(struct csvtable *table, struct fault *fault);
/* The position of the column @name, or -1. */
int csvtable_column(const struct csvtable *table, const char *name);
/* Fills @fault: the row's field @column is not @wanted. -EINVAL. */
int csvtable_refuse(const struct csvtable *table, int column, const char *wanted,
		    struct fault *fault);
/* A field as a number, decimal or "0x"; false: it is none. */
bool csvtable_number(const char *field, uint64_t *number);

#endif /* CSVTABLE_H */
