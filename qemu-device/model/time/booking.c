// SPDX-License-Identifier: GPL-2.0-or-later
/* booking.c - equal units held over intervals: see booking.h */
#include "booking.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cycles.h"

#define ROOM	4	/* times the depth, so that moving is rare */

int tea_booking_init(struct tea_booking *booking, unsigned int count, unsigned int depth)
{
	assert(count > 0 && depth > 0);
	booking->count = count;
	booking->depth = depth;
	booking->next = 0;
	booking->units = calloc(count, sizeof(*booking->units));
	booking->intervals = calloc((size_t)count * depth * ROOM, sizeof(*booking->intervals));
	if (!booking->units || !booking->intervals)
		return -ENOMEM;
	for (unsigned int i = 0; i < count; i++) {
		booking->units[i].intervals = &booking->intervals[(size_t)i * depth * ROOM];
		booking->units[i].limit = booking->units[i].intervals + depth * ROOM;
	}
	return 0;
}

void tea_booking_deinit(struct tea_booking *booking)
{
	free(booking->intervals);
	free(booking->units);
}

/* Earliest gap of @duration in @unit, not before @now. */
static __attribute__((noinline)) cycle_t unit_fit(const struct tea_booking_unit *unit, cycle_t now,
						  cycle_t duration)
{
	cycle_t at = cycle_max(now, unit->floor);

	for (unsigned int i = 0; i < unit->count; i++) {
		if (at + duration <= unit->intervals[i].begin)
			return at;
		at = cycle_max(at, unit->intervals[i].end);
	}
	return at;
}

cycle_t tea_booking_find(const struct tea_booking *booking, cycle_t now, cycle_t duration,
			 unsigned int *unit)
{
	cycle_t best = UINT64_MAX;
	unsigned int at_unit = *unit = booking->next;

	for (unsigned int i = 0; i < booking->count; i++) {
		const struct tea_booking_unit *held = &booking->units[at_unit];
		cycle_t at = held->last;

		if (at <= now) {
			*unit = at_unit;
			return now;
		}
		if (now + duration <= held->gap_end && duration <= held->gap)
			at = unit_fit(held, now, duration);
		if (at < best) {
			best = at;
			*unit = at_unit;
			if (at == now)
				break;
		}
		at_unit = at_unit + 1 == booking->count ? 0 : at_unit + 1;
	}
	return best;
}

/* The unit is held in @interval, too, which begins no earlier than all others. */
static void unit_append(struct tea_booking_unit *unit, const struct tea_interval *interval)
{
	if (interval->begin > unit->last) {
		unit->gap_end = interval->begin;
		if (interval->begin - unit->last > unit->gap) {
			unit->gap = interval->begin - unit->last;
			unit->longest_end = interval->begin;
		}
	}
	unit->last = cycle_max(unit->last, interval->end);
}

/* What answers most requests without a look at the intervals. */
static __attribute__((noinline)) void unit_sum_up(struct tea_booking_unit *unit)
{
	unit->last = unit->floor;
	unit->gap = 0;
	for (unsigned int i = 0; i < unit->count; i++)
		unit_append(unit, &unit->intervals[i]);
}

/* Only the end of the earliest interval is kept. Returns whether the longest gap was before it. */
static bool unit_forget(struct tea_booking_unit *unit)
{
	unit->floor = cycle_max(unit->floor, unit->intervals[0].end);
	unit->count--;
	unit->intervals++;
	return unit->gap && unit->longest_end <= unit->floor;
}

/* The unit's part of the array is full: what it remembers to its beginning. */
static __attribute__((noinline)) void unit_move(struct tea_booking_unit *unit, unsigned int depth)
{
	struct tea_interval *begin = unit->limit - (size_t)depth * ROOM;

	memmove(begin, unit->intervals, unit->count * sizeof(*begin));
	unit->intervals = begin;
}

void tea_booking_take(struct tea_booking *booking, unsigned int unit, cycle_t begin, cycle_t end)
{
	struct tea_booking_unit *held = &booking->units[unit];
	bool sum_up = held->count == booking->depth && unit_forget(held);
	struct tea_interval *at;

	assert(begin <= end);
	booking->next = unit + 1 == booking->count ? 0 : unit + 1;
	if (held->intervals + held->count == held->limit)
		unit_move(held, booking->depth);
	at = held->intervals + held->count++;
	for (; at > held->intervals && at[-1].begin > begin; at--) {
		*at = at[-1];
		sum_up = true;
	}
	*at = (struct tea_interval){ .begin = begin, .end = end };
	if (sum_up)
		unit_sum_up(held);
	else
		unit_append(held, at);
}

void tea_booking_extend(struct tea_booking *booking, unsigned int unit, cycle_t cycles)
{
	struct tea_booking_unit *held = &booking->units[unit];
	struct tea_interval *latest = held->intervals + held->count - 1;

	latest->end += cycles;
	held->last = cycle_max(held->last, latest->end);
}
