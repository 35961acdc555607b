/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cause.h - what is known of a category of one stack: its advice, what bounds it, its chance
 */
#ifndef CAUSE_H
#define CAUSE_H

#include "advice.h"
#include "stagestack.h"
#include "worth.h"

#define CAUSE_PIECES	(PICS_STATES + 1)

/* Of Base what commit did then; of others all. */
struct cause_piece {
	struct piece piece;
	const struct advice *advice;	/* NULL: the kind of the stacks has none */
	bool chance;			/* no more than what so few samples leave to chance */
};

struct cause {
	uint16_t category;
	uint16_t others;		/* events of it that the advice is not about */
	uint64_t parts;
	struct pics_weight weight;
	bool chance;			/* all of it is no more than that */
	const struct advice *advice;	/* of most of it; NULL: as above */
	const char *title;		/* what it is; NULL: nothing is said */
	struct cause_piece pieces[CAUSE_PIECES];	/* largest first */
	size_t pieces_count;
	bool front_end;			/* instructions came late: commit shows the least of it, */
	bool lesser;			/* as the stage of the stacks does of this cause */
	bool bounded;			/* the stages tell what it costs */
	uint32_t components;		/* what it is at any of them: a set of stagestack.h */
	struct stages_bound bound;	/* slots of these */
	bool of_loop;			/* in all of its loop, not at its instruction alone */
	size_t measured;		/* its number in worth, or WORTH_NONE */
};

/*
 * Of @share of a stack, all of which were sampled with those of @whole. @class: of the instruction,
 * as advice_find() has it; 0: of several. @limit: what it waits for where it has no event, as its
 * loop's stages tell; or NULL. @slots: of the stack's stages, or NULL.
 */
struct cause cause_of(const struct recording *recording, const struct pics_share *share,
		      unsigned int class, const struct advice *limit,
		      const struct pics_stack *slots, const struct pics_stack *whole);
/* It is a wait of all of its loop for components of @set: bounds are of these, in the loop's @stages. */
void cause_bound_loop(struct cause *cause, const struct stages *stages, uint32_t set);

#endif /* CAUSE_H */
