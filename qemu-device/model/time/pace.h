/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pace.h - W operations per cycle, in order: decode, dispatch, commit
 *
 * Each cycle has W slots, which are counted through; an operation takes the one behind the last
 * operation's, but none of a cycle before that in which it is ready:
 *
 *	cycle     10          11          12
 *	slot    |40|41|42|43|44|45|46|47|48|		W = 4
 *
 * So it passes in the latest of that cycle, the last operation's, and the one behind that of
 * the operation W back, all of which takes one maximum.
 */
#ifndef TEA_PACE_H
#define TEA_PACE_H

#include "cycles.h"

struct tea_pace {
	uint64_t slot;			/* the last one taken, twice; below 2^61 */
	uint64_t cycle_slots;		/* of a cycle, twice */
	uint64_t inverse;		/* of the width: 2^63 / W, rounded up */
};

/* @width: 1..8 */
static inline void tea_pace_init(struct tea_pace *pace, uint32_t width)
{
	*pace = (struct tea_pace){
		.cycle_slots = 2 * width, .inverse = divide_up(1ULL << 63, width),
	};
}

/* The cycle in which the last operation passed: exact, and no division. */
static inline cycle_t tea_pace_last(const struct tea_pace *pace)
{
	return (cycle_t)((unsigned __int128)pace->slot * pace->inverse >> 64);
}

/* The cycle, @ready or later, in which the next operation passes. */
static inline cycle_t tea_pace_take(struct tea_pace *pace, cycle_t ready)
{
	uint64_t next = pace->slot + 2, first = ready * pace->cycle_slots;

	pace->slot = next > first ? next : first;
	return tea_pace_last(pace);
}

/* The same in two parts, where several are ready in one cycle: the next ones pass in it or later, ... */
static inline void tea_pace_reach(struct tea_pace *pace, cycle_t ready)
{
	uint64_t first = ready * pace->cycle_slots;

	pace->slot = first > pace->slot + 2 ? first - 2 : pace->slot;
}

/* ... and the next of them in this cycle. */
static inline cycle_t tea_pace_next(struct tea_pace *pace)
{
	pace->slot += 2;
	return tea_pace_last(pace);
}

#endif /* TEA_PACE_H */
