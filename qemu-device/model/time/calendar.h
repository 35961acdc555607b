/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calendar.h - one server with a fixed service time: the DRAM bus, an LLC bank
 *
 * Time is cut into slots of one service each, exactly (a slot may last 12.8
 * cycles), and a bitmap says which are sold:
 *
 *	slot     first                                  first + TEA_CALENDAR_SLOTS
 *	         |1|1|0|1|1|1|0|0|0| ... |0|0|0|
 *
 * A request takes the first free slot from that of its cycle on: throughput is
 * exact over time in whatever order requests come, and an idle server starts at
 * once, without waiting for the slot's edge. The bitmap slides along with the
 * latest request; an earlier one than it reaches back to is served as if it
 * came then.
 */
#ifndef TEA_CALENDAR_H
#define TEA_CALENDAR_H

#include "cycles.h"

#define TEA_CALENDAR_SLOTS	16384
#define TEA_CALENDAR_WORDS	(TEA_CALENDAR_SLOTS / 64)

/* A number to divide by, without the host's division. */
struct tea_divisor {
	uint64_t value;
	uint64_t inverse;		/* (2^64 - 1) / value */
};

struct tea_calendar {
	struct tea_divisor slots, cycles;	/* that many slots in that many cycles */
	uint64_t first;			/* slot of the oldest bit, a multiple of 64 */
	uint64_t sold[TEA_CALENDAR_WORDS];
};

/* @slots services fill @cycles cycles; both at least 1. */
void tea_calendar_init(struct tea_calendar *calendar, uint64_t slots, uint64_t cycles);

/* Cycle, @now or later, in which the service begins. */
cycle_t tea_calendar_take(struct tea_calendar *calendar, cycle_t now);

#endif /* TEA_CALENDAR_H */
