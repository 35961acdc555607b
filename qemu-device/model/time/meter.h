/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * meter.h - W operations per cycle, in order: the drain of committed stores, and commit where it
 * is narrower than a row of the ROB
 *
 * Exact for operations offered in program order: each passes no earlier than
 * the one before, and at most W pass in one cycle. O(1).
 */
#ifndef TEA_METER_H
#define TEA_METER_H

#include "cycles.h"

struct tea_meter {
	cycle_t cycle;		/* in which the last operation passed */
	uint32_t used;		/* operations that passed in it */
	uint32_t width;		/* 1.. */
};

static inline void tea_meter_init(struct tea_meter *meter, uint32_t width)
{
	*meter = (struct tea_meter){ .width = width };
}

/* The cycle, @now or later, in which the next operation passes. */
static inline cycle_t tea_meter_take(struct tea_meter *meter, cycle_t now)
{
	/* no branches: their directions would be almost random */
	cycle_t next = meter->cycle + (meter->used == meter->width);
	cycle_t at = now > next ? now : next;

	meter->used = meter->used * (at == meter->cycle) + 1;
	meter->cycle = at;
	return at;
}

#endif /* TEA_METER_H */
