// SPDX-License-Identifier: GPL-2.0-or-later
/* booking.c - equal units held over intervals: see booking.h */
#include "booking.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "cycles.h"

int tea_booking_init(struct tea_booking *booking, unsigned int count, unsigned int depth)
{
	assert(count > 0 && is_power_of_two(depth));
	booking->count = count;
	booking->depth = depth;
	booking->next = 0;
	booking->gap_end = 0;
	booking->taken = 0;
	booking->sorted = 0;
	booking->ends = calloc(count, sizeof(*booking->ends));
	booking->units = calloc(count, sizeof(*booking->units));
	booking->intervals = calloc((size_t)count * depth, sizeof(*booking->intervals));
	if (!booking->ends || !booking->units || !booking->intervals)
		return -ENOMEM;
	for (unsigned int i = 0; i < count; i++)
		booking->units[i].earliest = i * depth;
	return 0;
}

void tea_booking_deinit(struct tea_booking *booking)
{
	free(booking->intervals);
	free(booking->units);
	free(booking->ends);
}

/* The interval that comes before the one at @index in the ring of a unit. */
static uint32_t ring_previous(const struct tea_booking *booking, uint32_t index)
{
	const uint32_t mask = booking->depth - 1;

	return (index & ~mask) | ((index - 1) & mask);
}

/* Earliest gap of @duration in @unit, not before @now. */
static __attribute__((noinline)) cycle_t unit_fit(const struct tea_booking *booking,
						  unsigned int unit, cycle_t now, cycle_t duration)
{
	const struct tea_booking_unit *held = &booking->units[unit];
	cycle_t at = cycle_max(now, held->floor);

	for (uint32_t left = booking->depth, i = held->earliest; left; left--) {
		if (at + duration <= booking->intervals[i].begin)
			return at;
		at = cycle_max(at, booking->intervals[i].end);
		i = tea_booking_interval_next(booking, i);
	}
	return at;
}

/* The best unit so far for a request at @now. */
struct search {
	cycle_t now, best;
	unsigned int unit;
};

static void search_note(struct search *search, unsigned int unit, cycle_t at)
{
	search->unit = at < search->best ? unit : search->unit;
	search->best = at < search->best ? at : search->best;
}

/* Look at the ends of the units from @first on, before @limit. */
static void search_ends(const struct tea_booking *booking, unsigned int first, unsigned int limit,
			struct search *search)
{
	for (unsigned int unit = first; unit < limit && search->best > search->now; unit++)
		search_note(search, unit, cycle_max(booking->ends[unit], search->now));
}

/* The same, and at gaps of @duration before the ends. */
static void search_gaps(const struct tea_booking *booking, unsigned int first, unsigned int limit,
			cycle_t duration, struct search *search)
{
	for (unsigned int unit = first; unit < limit && search->best > search->now; unit++) {
		cycle_t at = cycle_max(booking->ends[unit], search->now);

		if (search->now + duration <= booking->units[unit].gap_end)
			at = unit_fit(booking, unit, search->now, duration);
		search_note(search, unit, at);
	}
}

cycle_t tea_booking_search(const struct tea_booking *booking, cycle_t now, cycle_t duration,
			   unsigned int *unit)
{
	const unsigned int next = booking->next, count = booking->count;
	struct search search = { .now = now, .best = UINT64_MAX };

	if (now + duration <= booking->gap_end) {
		search_gaps(booking, next, count, duration, &search);
		search_gaps(booking, 0, next, duration, &search);
	} else if (booking->sorted >= count) {
		search_note(&search, next, booking->ends[next]);
	} else {
		search_ends(booking, next, count, &search);
		search_ends(booking, 0, next, &search);
	}
	*unit = search.unit;
	return search.best;
}

void tea_booking_insert(struct tea_booking *booking, unsigned int unit, cycle_t begin, cycle_t end)
{
	struct tea_interval *intervals = booking->intervals;
	uint32_t index = ring_previous(booking, booking->units[unit].earliest);

	for (uint32_t left = booking->depth - 1; left; left--) {
		uint32_t previous = ring_previous(booking, index);

		if (intervals[previous].begin <= begin)
			break;
		intervals[index] = intervals[previous];
		index = previous;
	}
	intervals[index] = (struct tea_interval){ .begin = begin, .end = end };
}

void tea_booking_extend(struct tea_booking *booking, unsigned int unit, cycle_t cycles)
{
	uint32_t latest = ring_previous(booking, booking->units[unit].earliest);
	struct tea_interval *interval = &booking->intervals[latest];

	interval->end += cycles;
	booking->ends[unit] = cycle_max(booking->ends[unit], interval->end);
	if (unit != booking->taken &&
	    booking->ends[tea_booking_unit_next(booking, unit)] < booking->ends[unit])
		booking->sorted = 0;
}
