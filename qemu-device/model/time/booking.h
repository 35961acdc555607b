/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * booking.h - equal units held over intervals: MSHRs, queue entries, the walker
 *
 * Requests arrive in program order but their cycles go back and forth, so "busy
 * until" would make an early request wait for one that is far in the future. A
 * unit remembers its last intervals [begin, end) and a request takes the
 * earliest gap that holds it:
 *
 *	unit 0  ...floor|---busy---|      gap      |---busy---|  free
 *	unit 1  ...floor|--------busy--------|  free
 *
 * A unit that runs out of memory for intervals keeps only the end of the earliest (the floor):
 * nothing is booked before it. Usual cost: a few compares, as the search begins with the unit least
 * recently taken, which is as a rule the one whose end is the earliest, too; at worst one pass over
 * all units. units * depth should cover the requests that are in flight at once.
 */
#ifndef TEA_BOOKING_H
#define TEA_BOOKING_H

#include <assert.h>
#include <stdbool.h>

#include "cycles.h"

struct tea_interval {
	cycle_t begin, end;
};

struct tea_booking_unit {
	cycle_t floor;			/* nothing may begin before */
	cycle_t gap_end;		/* no gap between or before its intervals ends later */
	uint32_t earliest;		/* of its intervals, by begin in a ring; at first all 0 long */
};

struct tea_booking {
	cycle_t *ends;			/* of all intervals of each unit */
	struct tea_booking_unit *units;
	struct tea_interval *intervals;	/* [unit][depth] */
	cycle_t gap_end;		/* the latest of the units' */
	unsigned int count, depth;
	unsigned int taken;		/* unit taken last */
	unsigned int next;		/* unit to look at first, behind it */
	unsigned int sorted;		/* units taken in turn, with rising ends */
};

/* @count units that remember @depth intervals each, a power of two. Returns 0, or -ENOMEM. */
int tea_booking_init(struct tea_booking *booking, unsigned int count, unsigned int depth);
void tea_booking_deinit(struct tea_booking *booking);

/* For tea_booking_find(), where the unit to look at first is held. */
cycle_t tea_booking_search(const struct tea_booking *booking, cycle_t now, cycle_t duration,
			   unsigned int *unit);

/*
 * Earliest cycle, @now or later, from which one unit is free for @duration
 * cycles. @unit receives it, for tea_booking_take(). Reads only.
 */
static inline cycle_t tea_booking_find(const struct tea_booking *booking, cycle_t now, cycle_t duration,
				       unsigned int *unit)
{
	*unit = booking->next;
	if (booking->ends[booking->next] <= now)
		return now;
	return tea_booking_search(booking, now, duration, unit);
}

/* Among the intervals of @unit, before the latest; for tea_booking_take(). */
void tea_booking_insert(struct tea_booking *booking, unsigned int unit, cycle_t begin, cycle_t end);

static inline unsigned int tea_booking_unit_next(const struct tea_booking *booking,
						 unsigned int unit)
{
	return unit + 1 == booking->count ? 0 : unit + 1;
}

/* The interval that follows the one at @index in the ring of a unit. */
static inline uint32_t tea_booking_interval_next(const struct tea_booking *booking, uint32_t index)
{
	const uint32_t mask = booking->depth - 1;

	return (index & ~mask) | ((index + 1) & mask);
}

/* Hold @unit in [begin, end). The end may be later than the requested one. */
static inline void tea_booking_take(struct tea_booking *booking, unsigned int unit, cycle_t begin,
				    cycle_t end)
{
	struct tea_booking_unit *held = &booking->units[unit];
	struct tea_interval *earliest = &booking->intervals[held->earliest];
	cycle_t last = booking->ends[unit];
	bool in_turn = unit == booking->next && end >= booking->ends[booking->taken];

	assert(begin <= end);
	booking->sorted = in_turn ? booking->sorted + 1 : 1;
	booking->taken = unit;
	booking->next = tea_booking_unit_next(booking, unit);
	/* only the end of the earliest interval is kept: remaining gaps are behind it */
	held->floor = cycle_max(held->floor, earliest->end);
	held->earliest = tea_booking_interval_next(booking, held->earliest);
	booking->ends[unit] = cycle_max(last, end);
	if (__builtin_expect(begin < last, false)) {
		tea_booking_insert(booking, unit, begin, end);
		return;
	}
	*earliest = (struct tea_interval){ .begin = begin, .end = end };
	if (begin > last) {
		/* behind all that it was held before there is a gap */
		held->gap_end = begin;
		booking->gap_end = cycle_max(booking->gap_end, begin);
	}
}

/* The interval of @unit that begins last, of which there must be one, ends @cycles later. */
void tea_booking_extend(struct tea_booking *booking, unsigned int unit, cycle_t cycles);

#endif /* TEA_BOOKING_H */
