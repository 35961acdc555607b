// SPDX-License-Identifier: GPL-2.0-or-later
/* misshops.c - what accesses tell who follows the critical path: see misshops.h */
#include "misshops.h"

void tea_follow_booking(const struct tea_follow *follow, const struct tea_booking *booking,
			uint32_t first, unsigned int unit, enum tea_hops_cause cause, cycle_t now,
			cycle_t begin)
{
	if (begin > now)
		tea_hops_after_one(follow->hops, first + unit * booking->depth, booking->depth, cause,
				   begin);
}

void tea_follow_calendar(const struct tea_follow *follow, const struct tea_calendar *calendar,
			 uint32_t first, uint32_t slots, enum tea_hops_cause cause, cycle_t now,
			 cycle_t begin)
{
	uint64_t slot = begin * calendar->slots.value / calendar->cycles.value;

	if (begin > now)
		tea_hops_after(follow->hops, first + (uint32_t)((slot - 1) % slots), cause, begin);
	tea_hops_hold(follow->hops, first + (uint32_t)(slot % slots));
}

/* Where the opening of a row of bank @number is kept, and behind it its last use. */
static uint32_t find_row(const struct tea_follow *follow, uint64_t number,
			 const struct tea_dram_row *row)
{
	return follow->rows +
	       (uint32_t)(number * TEA_FOLLOW_ROWS + row->row % TEA_FOLLOW_ROWS) * 2;
}

void tea_follow_row(const struct tea_follow *follow, uint64_t number, const struct tea_dram_row *row,
		    cycle_t now, cycle_t column)
{
	const uint32_t place = find_row(follow, number, row);

	if (column > now)
		tea_hops_after(follow->hops, place, TEA_HOPS_DRAM_BANK, column);
	tea_hops_hold(follow->hops, place + 1);
}

void tea_follow_opening(const struct tea_follow *follow, const struct tea_dram *dram, uint64_t number,
			const struct tea_dram_row *previous, const struct tea_dram_row *next,
			cycle_t now)
{
	const uint32_t place = find_row(follow, number, next);

	if (previous && next->begin > now)
		tea_hops_after(follow->hops, find_row(follow, number, previous) +
			       (next->begin == previous->used), TEA_HOPS_DRAM_BANK, next->begin);
	if (previous)
		tea_hops_step_by(follow->hops, TEA_HOPS_DRAM, next->begin + dram->rp,
				 TEA_HOPS_KNOB_dram_rp, 1);
	tea_hops_step_by(follow->hops, TEA_HOPS_DRAM, next->open, TEA_HOPS_KNOB_dram_rcd, 1);
	tea_hops_hold(follow->hops, place);
	tea_hops_hold(follow->hops, place + 1);
}
