/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * timeline.h - notes of cycles to come: made in any order, read in that of time
 *
 * A ring of entries, one for each cycle from the first that is not over, and a mark for each
 * that something is noted of:
 *
 *	         now
 *	cycle    40  41  42  43  44  45  46
 *	entries       2           1   4
 *	marks    .    x   .   .   x   x   .
 *
 * Cycles without one are passed over 64 at a time. The ring is as long as the farthest note has
 * needed. O(1) amortised for each note.
 */
#ifndef TEA_TIMELINE_H
#define TEA_TIMELINE_H

#include <stddef.h>

#include "time/cycles.h"

#define TEA_TIMELINE_WORD	64	/* cycles of a word of marks */

struct tea_timeline {
	cycle_t now;			/* first cycle that is not over */
	uint64_t mask;			/* cycles in the ring, less one */
	size_t bytes;			/* of an entry */
	char *entries;			/* [cycle & mask]; all 0: nothing is noted */
	uint64_t *marks;
};

/* Entries of @bytes each; the first cycle is @now. Returns 0 or -ENOMEM. */
int tea_timeline_init(struct tea_timeline *timeline, size_t bytes, cycle_t now);
void tea_timeline_deinit(struct tea_timeline *timeline);

/* For tea_timeline_note(): room for @cycle. Returns 0, or -ENOMEM with nothing changed. */
int tea_timeline_grow(struct tea_timeline *timeline, cycle_t cycle);
static inline void *tea_timeline_entry(const struct tea_timeline *timeline, cycle_t cycle)
{
	return timeline->entries + (cycle & timeline->mask) * timeline->bytes;
}

/* The entry of @cycle, or if that is over of the first that is not. NULL: no memory. */
static inline void *tea_timeline_note(struct tea_timeline *timeline, cycle_t cycle)
{
	cycle = cycle_max(cycle, timeline->now);
	if (__builtin_expect(cycle - timeline->now > timeline->mask, false) &&
	    tea_timeline_grow(timeline, cycle))
		return NULL;
	timeline->marks[(cycle & timeline->mask) / TEA_TIMELINE_WORD] |=
		UINT64_C(1) << cycle % TEA_TIMELINE_WORD;
	return tea_timeline_entry(timeline, cycle);
}

/* The first cycle of which something is noted, or @end if there is none before it. */
static inline cycle_t tea_timeline_next(const struct tea_timeline *timeline, cycle_t end)
{
	cycle_t cycle = timeline->now;

	while (cycle < end) {
		uint64_t marks = timeline->marks[(cycle & timeline->mask) / TEA_TIMELINE_WORD] >>
				 cycle % TEA_TIMELINE_WORD;

		if (marks) {
			cycle += (cycle_t)__builtin_ctzll(marks);
			return cycle < end ? cycle : end;
		}
		cycle = (cycle / TEA_TIMELINE_WORD + 1) * TEA_TIMELINE_WORD;
	}
	return end;
}

/* The first cycle of which something is noted, @cycle, is over; its entry has been zeroed. */
static inline void tea_timeline_leave(struct tea_timeline *timeline, cycle_t cycle)
{
	timeline->marks[(cycle & timeline->mask) / TEA_TIMELINE_WORD] &=
		~(UINT64_C(1) << cycle % TEA_TIMELINE_WORD);
	timeline->now = cycle + 1;
}

/* All cycles before @end are over; nothing is noted of them. */
static inline void tea_timeline_pass(struct tea_timeline *timeline, cycle_t end)
{
	timeline->now = end;
}

#endif /* TEA_TIMELINE_H */
