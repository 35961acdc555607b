/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tablerows.h - the rows of a table of a campaign: fields with a tab between
 *
 * A row whose first field is the name of a part's first column names the columns of the rows below.
 * Empty lines and lines that begin with '#' are ignored, and so are blanks around fields.
 */
#ifndef TABLEROWS_H
#define TABLEROWS_H

#include <stdio.h>

#include "base/fault.h"

#define TABLEROWS_MOST	32		/* of a row */

struct tablerows {
	const char *path;
	FILE *file;
	char *line, *names_line;
	size_t line_bytes;
	unsigned int number;		/* of the line, from 1 on */
	char *names[TABLEROWS_MOST], *fields[TABLEROWS_MOST];
	size_t names_count, count;
};

/* 0, or a negative errno with @fault filled. */
int tablerows_open(struct tablerows *rows, const char *path, struct fault *fault);
void tablerows_close(struct tablerows *rows);

/* The next row: 1, 0 at the end, or a negative errno with @fault filled. */
int tablerows_next(struct tablerows *rows, struct fault *fault);
/* The row names the columns; each has to be among @known, which ends in NULL. Likewise 0. */
int tablerows_take_names(struct tablerows *rows, const char *const *known, struct fault *fault);
/* The field of that column; "" where there is none. */
const char *tablerows_get(const struct tablerows *rows, const char *column);
/* Fills @fault with row, column and the reason, which ends in a remedy. -EINVAL. */
int tablerows_refuse(const struct tablerows *rows, const char *column, struct fault *fault, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

#endif /* TABLEROWS_H */
