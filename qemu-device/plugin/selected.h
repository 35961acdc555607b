/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * selected.h - golden references of a machine's units: every cycle and instruction they select
 *
 * The population that the samples of a recording are drawn from: the cycles that count down to
 * them, of each hart, each attributed as a sample of it would be. Those of one period are one
 * profile, so several recordings of one boot have separate ones if they have different periods.
 *
 *	enabled		 |-----------------|			   |-----------
 *	sample waits		      |----|
 *	cycles		  selected     waiting	frozen		    selected
 *
 * A cycle that waits is selected, too, but a sample that comes due in it is lost: the last one has
 * not been read. Reading it stops the unit meanwhile. Cycles of levels that are not selected, with
 * the unit enabled, are filtered.
 *
 * For the countdown of retired instructions it has the exact counts of those that count down.
 */
#ifndef TEA_SELECTED_H
#define TEA_SELECTED_H

#include "observers.h"
#include "params.h"

#define SELECTED_PRIVILEGES	4	/* TEA_PRIV_... */

struct selected_reference;

/* A hart. All 0: has not begun. */
struct selected {
	struct selected_reference *reference;	/* of the last cycle selected; NULL: none */
	struct selected_reference *counts;	/* of the last instruction selected; NULL: none */
	uint64_t filtered[SELECTED_PRIVILEGES];	/* cycles since then */
	uint64_t frozen[SELECTED_PRIVILEGES];
	uint64_t samples;			/* taken, and not counted yet */
	bool waits;
	cycle_t since;				/* a sample waits, from this cycle on */
};

/* A span of cycles that count, with periods of @period; samples of it were taken before. */
void selected_span(struct selected *selected, const struct tea_span *span,
		   const struct tea_params *params, uint64_t period);
/* Cycles of a level that is not selected. */
void selected_filter(struct selected *selected, const struct tea_span *span);
/* Cycles in which the unit is off. */
void selected_freeze(struct selected *selected, const struct tea_span *span);
/* Cycle @now was sampled: the sample waits until it is released. */
void selected_sample(struct selected *selected, cycle_t now);
static inline void selected_release(struct selected *selected)
{
	selected->waits = false;
}

/* An instruction that counts, with periods of @period instructions. */
void selected_instruction(struct selected *selected, const struct tea_retired *record,
			  const struct tea_params *params, uint64_t period);

/*
 * Write DIR/PERIOD for each period of cycles, and DIR/instructions-PERIOD for each of instructions,
 * see profile.h. Returns 0, or a negative errno.
 */
int selected_write(const char *dir);

#endif /* TEA_SELECTED_H */
