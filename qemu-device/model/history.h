/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * history.h - the last operations' cycles: all in-order limits are a look back
 *
 * What every operation takes in order and gives back in order needs no state of
 * its own. Operation i finds
 *
 *	an entry of N     once operation i - N has left it (reorder buffer, fetch
 *	                  buffer, the latches between decode and dispatch)
 *	a place in W      one cycle after operation i - W passed the stage, and not
 *	                  before operation i - 1 did (decode, dispatch, commit width)
 *
 * so the cycles in which the last operations passed three stages are all there is
 * to keep. A look back is an index and a load. Structures that only some take
 * are rings (ring.h), with a history of their own.
 */
#ifndef TEA_HISTORY_H
#define TEA_HISTORY_H

#include "op.h"

struct tea_history {
	uint64_t number;	/* of the current operation */
	uint64_t mask;		/* slots - 1 */
	cycle_t *decode, *dispatch, *commit;	/* [number & mask] */
};

/* Slots that looking back @distance operations takes: a power of two. */
static inline uint32_t tea_history_slots(uint32_t distance)
{
	uint32_t slots = 1;

	while (slots <= distance)
		slots *= 2;
	return slots;
}

/* @cycles: 3 * @slots elements, all 0, which stand for long ago. */
static inline void tea_history_init(struct tea_history *history, cycle_t *cycles, uint32_t slots)
{
	*history = (struct tea_history){
		.mask = slots - 1, .decode = cycles, .dispatch = cycles + slots,
		.commit = cycles + 2 * (uint64_t)slots,
	};
}

/* Cycle in which the operation @distance before the current one passed @stage. */
static inline cycle_t tea_history_back(const struct tea_history *history, const cycle_t *stage,
				       uint32_t distance)
{
	return stage[(history->number - distance) & history->mask];
}

static inline void tea_history_note(const struct tea_history *history, cycle_t *stage,
				    cycle_t cycle)
{
	stage[history->number & history->mask] = cycle;
}

#endif /* TEA_HISTORY_H */
