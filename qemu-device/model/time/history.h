/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * history.h - the last operations' cycles, for structures that are held in order
 *
 * A structure that every operation takes in order and gives back in order needs no state of its
 * own. Operation i finds one of N entries once operation i - N has left it (fetch buffer, the
 * latches between decode and dispatch, a place in the order of commit), so only the cycles in which
 * the last operations passed three stages are kept. A look back is two loads: distances are kept in
 * bytes, and the history lies in a row, whose end moves to its beginning when it is full.
 * Structures that only some operations take are rings (ring.h), with a history of their own.
 */
#ifndef TEA_HISTORY_H
#define TEA_HISTORY_H

#include <stddef.h>
#include <string.h>

#include "cycles.h"

/* One operation's timing; the one before it is that of the operation before. All 0: long ago. */
struct tea_timing {
	cycle_t decode, dispatch, commit;
};

struct tea_history {
	struct tea_timing *now;	/* of the current operation */
	struct tea_timing *begin, *limit;
	size_t kept;			/* farthest that anything looks back */
};

/* How far to look back, as tea_history_distance() makes it. */
typedef ptrdiff_t tea_distance;

static inline tea_distance tea_history_distance(uint32_t operations)
{
	return -(tea_distance)(operations * sizeof(struct tea_timing));
}

/* Timings that looking back @farthest operations takes. */
static inline size_t tea_history_slots(uint32_t farthest)
{
	return 4 * (size_t)farthest + 2;
}

/* @timings: as many as tea_history_slots(@farthest), all 0. */
static inline void tea_history_init(struct tea_history *history, struct tea_timing *timings,
				    uint32_t farthest)
{
	*history = (struct tea_history){
		.now = timings + farthest, .begin = timings,
		.limit = timings + tea_history_slots(farthest), .kept = farthest,
	};
}

/* Make room for the timings of the next @count operations, in a row: as many as are kept at most. */
static inline void tea_history_reserve(struct tea_history *history, size_t count)
{
	if (__builtin_expect(history->now + count < history->limit, true))
		return;
	memmove(history->begin, history->now + 1 - history->kept,
		history->kept * sizeof(*history->begin));
	history->now = history->begin + history->kept - 1;
}

/* On to the next operation: its timing. */
static inline struct tea_timing *tea_history_advance(struct tea_history *history)
{
	tea_history_reserve(history, 1);
	return ++history->now;
}

/* The timing of the operation at @distance before that of @timing. */
static inline const struct tea_timing *tea_history_back(const struct tea_timing *timing,
							 tea_distance distance)
{
	return (const struct tea_timing *)((const char *)timing + distance);
}

#endif /* TEA_HISTORY_H */
