/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * difference.h - the rows of two recordings, side by side
 *
 * Rows are the same where the object, the function and, by line, the source's file name and line or,
 * by instruction, the offset in the function are: addresses and directories may differ. Objects are the
 * same that objectpairs.h has paired, or without pairs those with one name. Rows by data are the same
 * where the object or the kind of memory and all of the name are, and by line of data its address.
 * Amounts are cycles.
 */
#ifndef DIFFERENCE_H
#define DIFFERENCE_H

#include "analysis/places/objectpairs.h"

/* X(identifier, name): rows that two builds can have in common. */
#define DIFFERENCE_BY(X) \
	X(FUNCTION, "function") \
	X(LINE, "line") \
	X(INSTRUCTION, "instruction")

extern const char *const difference_by_names[];	/* in the order of enum rows_by; ends in NULL */

/* The same of rows by data. */
#define DIFFERENCE_BY_DATA(X) \
	X(DATA, "data") \
	X(DATA_FIELD, "data-field") \
	X(DATA_LINE, "data-line")

/* A recording and its rows; its cycles are multiplied by scale. */
struct difference_side {
	const struct recording *recording;
	const struct rows *rows;
	double scale;
	bool share;			/* difference_init() compares rows as shares of all */
};

struct difference_row {
	const struct row *before, *after;	/* one may be NULL */
	size_t others;			/* not 0: the last row, in place of this many left out */
	double cycles[2];		/* before, after */
	double margin;			/* of the change, by chance; counted: 0 */
};

struct difference_share {
	uint16_t category;
	double cycles[2];
	double margin;
};

struct difference {
	struct difference_side sides[2];
	const struct objectpairs *pairs; /* NULL: objects are the same by name */
	struct difference_row *rows;	/* largest change first */
	size_t count;
	size_t unsure;			/* rows whose change may be chance, and that are one row now */
	double total[2];
};

/*
 * @pairs: see above; it must stay. @normalize: as if both had the cycles of the second. Margins are such that in 95 of 100 pairs of
 * recordings no row that is the same in both is sure. 0 or -ENOMEM.
 */
int difference_init(struct difference *difference, const struct difference_side sides[2],
		    const struct objectpairs *pairs, bool normalize);
void difference_deinit(struct difference *difference);

/* Is the change more than chance makes of one of that many rows, or categories? */
static inline bool difference_is_sure(const double cycles[2], double margin)
{
	double change = cycles[1] - cycles[0];

	return !(margin > 0) || change > margin || -change > margin;
}

/* Those that are sure come first, else in their order. Returns how many they are. */
size_t difference_sort_sure(struct difference *difference);
/* Leaves the first @top rows; the others become one last row. */
void difference_limit(struct difference *difference, size_t top);

/*
 * Two stacks of the sides, either of which may be NULL, by category: largest change first.
 * Returns how many there are, up to CATEGORY_MOST.
 */
size_t difference_shares(const struct difference *difference, const struct pics_stack *before,
			 const struct pics_stack *after,
			 struct difference_share shares[CATEGORY_MOST]);
/* The row that has the name. */
const struct row *difference_name(const struct difference_row *row);

#endif /* DIFFERENCE_H */
