/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mergecells.h - what each machine spends, by function and category, beside what all spend
 *
 * A cell is a category of a function; of code without names, of its object. One machine is added up
 * at a time: its cells go to a temporary file, so that they are compared with those of all once
 * these are known. Then memory is bounded by cells, and some 50 bytes for each machine.
 *
 * The distance of a machine is the total variation distance: half of the sum, over all cells, of
 * how far its share is from that of all other machines; so much of its cycles is elsewhere. Chance
 * alone makes it larger than 0: with p the share of all, n samples of it and m of the others, a
 * cell is off by sqrt(2 / pi * p (1 - p) (1 / n + 1 / m)) on average, and by no more than 2 p (1 -
 * p). That is subtracted. A machine is an outlier if what is left is above the median of all
 * machines by more than 4.5 standard deviations, as 1.4826 median deviations of those above the
 * median are one, and by more than one in a hundred of its cycles, and if chance has it that far
 * off no more often than 4.5 standard deviations: by Pearson's test. Of fewer than 5 machines none
 * is.
 */
#ifndef MERGECELLS_H
#define MERGECELLS_H

#include <stdio.h>

#include "recording/recording.h"

#define MERGECELLS_MACHINES	5	/* at least, to have outliers */

struct mergecells_function {
	const char *name;		/* NULL: it is not known */
	const char *object;
};

struct mergecell {
	uint32_t function;		/* of functions */
	uint16_t category;
	uint64_t parts, own;		/* of all machines, of the present one */
	double squares;			/* of all, as in struct pics_weight */
};

struct mergecells_machine {
	uint32_t number;		/* the caller's */
	uint32_t cell;			/* in which it differs most */
	double distance;		/* without chance, which may be more: then below 0 */
	double chance;			/* standard deviations of it that the cells are off by */
	double there, elsewhere;	/* shares of the cell */
	bool outlier;
};

/* Zeroed memory is empty. */
struct mergecells {
	struct mergecells_function *functions;
	size_t functions_count;
	struct mergecell *items;
	size_t count;
	struct keyindex functions_index, index;
	struct texts texts;
	struct symbols symbols;		/* of the files that are here */
	bool ready;			/* symbols are */
	FILE *file; /* of each machine a struct mergecells_head, and its cells */
	uint64_t parts, own;		/* of all machines, of the present one */
	double squares, own_squares;
	struct mergecells_machine *machines;
	size_t machines_count;
	double usual;			/* the median of their distances */
	size_t outliers;
};

/* A temporary file cannot be written: 0, or a negative errno with @fault filled. */
int mergecells_begin(struct mergecells *cells, const char *symfs, struct fault *fault);
/*
 * The object of symbols for code of a file; for others there are no names. KEYINDEX_NONE: no
 * memory.
 */
uint32_t mergecells_object(struct mergecells *cells, const struct symbols_object *object);
/* Code at a place of an object, and a category. */
struct mergecells_place {
	uint32_t object;		/* of symbols */
	const char *path;		/* as it is shown */
	uint64_t place;
	uint16_t category;
};

/* The number of its cell. KEYINDEX_NONE: out of memory. */
uint32_t mergecells_cell(struct mergecells *cells, const struct mergecells_place *place);
/* Adds to a cell of the present machine. */
void mergecells_add(struct mergecells *cells, uint32_t cell, const struct pics_share *share);
/* The present machine, @number, is complete. 0, or a negative errno with @fault filled. */
int mergecells_next(struct mergecells *cells, uint32_t number, struct fault *fault);
/* All are: compares each of them with the others. The same. */
int mergecells_compare(struct mergecells *cells, struct fault *fault);
void mergecells_deinit(struct mergecells *cells);

#endif /* MERGECELLS_H */
