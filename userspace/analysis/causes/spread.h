/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * spread.h - causes that many instructions have a little of, and the loops of a flat profile
 *
 * If no instruction has much of a cause, none of them is to blame: the remedy is in the functions
 * or loops that they have in common.
 */
#ifndef SPREAD_H
#define SPREAD_H

#include "analysis/places/rows.h"
#include "cause.h"

#define SPREAD_PLACES	3		/* shown of a cause */
#define SPREAD_LOOPS	3
#define SPREAD_MOST	4		/* causes */
#define SPREAD_SELDOM	4		/* times that code runs which begins or ends a program */

struct spread_place {
	const struct row *row;		/* a function, or its stand-in */
	uint64_t parts;			/* of the piece */
};

struct spread {
	struct cause_piece piece;	/* its parts are all that there are of it */
	size_t instructions;		/* that make 90% of it */
	size_t functions;		/* with any of it */
	uint64_t seldom;		/* parts of it at instructions that ran SPREAD_SELDOM times at most */
	struct spread_place places[SPREAD_PLACES];	/* most first */
	size_t places_count;
};

struct spreads {
	struct rows functions, loops;
	struct spread items[SPREAD_MOST];
	size_t count;
	const struct row *hot[SPREAD_LOOPS];	/* loops with most cycles, of a flat profile */
	size_t hot_count;
};

/* Most of it is at instructions that run seldom, by the stages: no change of the code is worth while. */
bool spread_is_seldom(const struct spread *spread);

/* For the recording's code that passes @options, by instruction @rows. 0 or -ENOMEM. */
int spreads_init(struct spreads *spreads, struct recording *recording, const struct rows *rows,
		 const struct rows_options *options);
/* Adds the piece, which @instructions make most of, if it is spread over many of @rows. */
void spreads_add(struct spreads *spreads, const struct rows *rows, const struct cause_piece *piece,
		 size_t instructions);
void spreads_deinit(struct spreads *spreads);

#endif /* SPREAD_H */
