/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cause.h - a category of one stack: its advice, its bounds, and whether it may be chance
 */
#ifndef CAUSE_H
#define CAUSE_H

#include "advice.h"
#include "stagestack.h"
#include "gains.h"

#define CAUSE_PIECES	(PICS_STATES + 1)

/* A category, or Base in one commit state. */
struct cause_piece {
	struct piece piece;
	const struct advice *advice;	/* NULL: the kind of the stacks has none */
	bool chance;			/* within the margin that chance leaves */
};

struct cause {
	uint16_t category;
	uint16_t others;		/* events of it that the advice is not about */
	uint64_t parts;
	struct pics_weight weight;
	bool chance;			/* all of it is no more than that */
	const struct advice *advice;	/* of most of it; NULL: as above */
	const char *title;		/* NULL: nothing is said */
	struct cause_piece pieces[CAUSE_PIECES];	/* largest first */
	size_t pieces_count;
	bool front_end;			/* instructions came late: commit shows the least of it, */
	bool lesser;			/* as the stage of the stacks does of this cause */
	bool bounded;			/* the stages bound its cost */
	uint32_t components;		/* its components at any of them: a set of stagestack.h */
	struct stages_bound bound;	/* slots of these */
	bool of_loop;			/* in all of its loop, not at its instruction alone */
	size_t measured;		/* its number in gains, or GAINS_NONE */
};

/*
 * @share of a stack, all of which were sampled with those of @whole. @class: of the instruction, as
 * advice_find() has it; 0: several. @limit: the wait of its loop, by the stages, for cycles without
 * an event; or NULL. @slots: of the stack's stages, or NULL.
 */
struct cause cause_of(const struct recording_measure *measure, const struct pics_share *share,
		      unsigned int class, const struct advice *limit,
		      const struct pics_stack *slots, const struct pics_stack *whole);
/* It is a wait of all of its loop for components of @set: bounds are of these, in the loop's @stages. */
void cause_bound_loop(struct cause *cause, const struct stages *stages, uint32_t set);

#endif /* CAUSE_H */
