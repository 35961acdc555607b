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
 * Of intervals that no longer fit into the memory of a unit only the end is
 * kept (the floor): nothing is booked before it. Usual cost: a few compares, as
 * the search begins with the unit least recently taken; at worst one pass over
 * all units. units * depth should cover the requests that are in flight at once.
 */
#ifndef TEA_BOOKING_H
#define TEA_BOOKING_H

#include "cycles.h"

struct tea_interval {
	cycle_t begin, end;
};

struct tea_booking_unit {
	cycle_t floor;			/* nothing may begin before */
	cycle_t last;			/* end of all intervals */
	cycle_t gap_end;		/* no gap between or before them ends later, ... */
	cycle_t gap;			/* ... or is longer */
	struct tea_interval *intervals;	/* by begin, in its part of the array ... */
	struct tea_interval *limit;	/* ... which ends here */
	unsigned int count;		/* of its intervals */
};

struct tea_booking {
	struct tea_booking_unit *units;
	struct tea_interval *intervals;	/* of all units */
	unsigned int count, depth;
	unsigned int next;		/* unit to look at first */
};

/* @count units that remember @depth intervals each. Returns 0, or -ENOMEM. */
int tea_booking_init(struct tea_booking *booking, unsigned int count, unsigned int depth);
void tea_booking_deinit(struct tea_booking *booking);

/*
 * Earliest cycle, @now or later, from which one unit is free for @duration
 * cycles. @unit receives it, for tea_booking_take(). Reads only.
 */
cycle_t tea_booking_find(const struct tea_booking *booking, cycle_t now, cycle_t duration,
			 unsigned int *unit);

/* Hold @unit in [begin, end). The end may exceed what was asked for. */
void tea_booking_take(struct tea_booking *booking, unsigned int unit, cycle_t begin, cycle_t end);

/* The interval of @unit that begins last, of which there must be one, ends @cycles later. */
void tea_booking_extend(struct tea_booking *booking, unsigned int unit, cycle_t cycles);

#endif /* TEA_BOOKING_H */
