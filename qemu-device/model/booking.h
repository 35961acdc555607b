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
 * kept (the floor): nothing is booked before it. Usual cost: a compare or two.
 */
#ifndef TEA_BOOKING_H
#define TEA_BOOKING_H

#include "op.h"

#define TEA_BOOKING_DEPTH	8	/* intervals a unit remembers */

struct tea_booking_unit {
	cycle_t floor;			/* nothing may begin before */
	unsigned int count;
	cycle_t begin[TEA_BOOKING_DEPTH], end[TEA_BOOKING_DEPTH]; /* by begin */
};

struct tea_booking {
	cycle_t *last;			/* of each unit, the cycle after its last interval */
	struct tea_booking_unit *units;
	unsigned int count;
};

/* Returns 0, or -ENOMEM. */
int tea_booking_init(struct tea_booking *booking, unsigned int count);
void tea_booking_deinit(struct tea_booking *booking);

/*
 * Earliest cycle, @now or later, from which one unit is free for @duration
 * cycles. @unit receives it, for tea_booking_take(). Reads only.
 */
cycle_t tea_booking_find(const struct tea_booking *booking, cycle_t now, cycle_t duration,
			 unsigned int *unit);

/* Hold @unit in [begin, end). The end may exceed what was asked for. */
void tea_booking_take(struct tea_booking *booking, unsigned int unit, cycle_t begin, cycle_t end);

#endif /* TEA_BOOKING_H */
