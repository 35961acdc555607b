/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixpivot.h - rows of a mix as a table: their last key across
 */
#ifndef MIXPIVOT_H
#define MIXPIVOT_H

#include "mixrows.h"

struct mixpivot_column {
	const char *value;		/* of the last key */
	double executions;
};

struct mixpivot_row {
	const struct mixrow *first;	/* whose other values are the row's */
	const struct mixrow **cells;	/* by column; NULL: none */
	double executions;
};

struct mixpivot {
	struct mixpivot_column *columns;	/* most executions first, as rows are */
	size_t columns_count;
	struct mixpivot_row *rows;
	size_t rows_count;
};

/*
 * @keys, 2 at least, is the number of keys of @rows; texts in @pivot live as long as they do. 0 or
 * -ENOMEM.
 */
int mixpivot_init(struct mixpivot *pivot, const struct mixrows *rows, size_t keys);
void mixpivot_deinit(struct mixpivot *pivot);

#endif /* MIXPIVOT_H */
