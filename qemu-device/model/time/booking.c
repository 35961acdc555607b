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
	return booking->units && booking->intervals ? 0 : -ENOMEM;
}

void tea_booking_deinit(struct tea_booking *booking)
{
	free(booking->intervals);
	free(booking->units);
}

static struct tea_interval *unit_intervals(const struct tea_booking *booking, unsigned int unit)
{
	return &booking->intervals[(size_t)unit * booking->depth * ROOM] +
	       booking->units[unit].first;
}

/* Earliest gap of @duration in @unit, not before @now. */
static cycle_t unit_fit(const struct tea_booking *booking, unsigned int unit, cycle_t now,
			cycle_t duration)
{
	const struct tea_interval *intervals = unit_intervals(booking, unit);
	cycle_t at = cycle_max(now, booking->units[unit].floor);

	for (unsigned int i = 0; i < booking->units[unit].count; i++) {
		if (at + duration <= intervals[i].begin)
			return at;
		at = cycle_max(at, intervals[i].end);
	}
	return at;
}

cycle_t tea_booking_find(const struct tea_booking *booking, cycle_t now, cycle_t duration,
			 unsigned int *unit)
{
	cycle_t best = UINT64_MAX;
	unsigned int at_unit = booking->next;

	for (unsigned int i = 0; i < booking->count; i++) {
		const struct tea_booking_unit *held = &booking->units[at_unit];
		cycle_t at = held->last;

		if (at <= now) {
			*unit = at_unit;
			return now;
		}
		if (now + duration <= held->gap_end && duration <= held->gap)
			at = unit_fit(booking, at_unit, now, duration);
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
static void unit_sum_up(struct tea_booking_unit *unit, const struct tea_interval *intervals)
{
	unit->last = unit->floor;
	unit->gap = 0;
	for (unsigned int i = 0; i < unit->count; i++)
		unit_append(unit, &intervals[i]);
}

/* Only the end of the earliest interval is kept. Returns whether the longest gap was before it. */
static bool unit_forget(struct tea_booking_unit *unit, const struct tea_interval *intervals)
{
	unit->floor = cycle_max(unit->floor, intervals[0].end);
	unit->count--;
	unit->first++;
	return unit->gap && unit->longest_end <= unit->floor;
}

/* The unit's part of the array is full: what it remembers to its beginning. */
static struct tea_interval *unit_move(struct tea_booking_unit *unit, struct tea_interval *intervals)
{
	struct tea_interval *begin = intervals - unit->first;

	memmove(begin, intervals, unit->count * sizeof(*intervals));
	unit->first = 0;
	return begin;
}

void tea_booking_take(struct tea_booking *booking, unsigned int unit, cycle_t begin, cycle_t end)
{
	struct tea_interval *intervals = unit_intervals(booking, unit);
	struct tea_booking_unit *held = &booking->units[unit];
	bool stale = false;
	unsigned int i;

	assert(begin <= end);
	if (held->count == booking->depth) {
		stale = unit_forget(held, intervals++);
		if (held->first + booking->depth > booking->depth * ROOM)
			intervals = unit_move(held, intervals);
	}
	for (i = held->count++; i > 0 && intervals[i - 1].begin > begin; i--)
		intervals[i] = intervals[i - 1];
	intervals[i] = (struct tea_interval){ .begin = begin, .end = end };
	if (stale || i + 1 < held->count)
		unit_sum_up(held, intervals);
	else
		unit_append(held, &intervals[i]);
	booking->next = unit + 1 == booking->count ? 0 : unit + 1;
}

void tea_booking_extend(struct tea_booking *booking, unsigned int unit, cycle_t cycles)
{
	struct tea_booking_unit *held = &booking->units[unit];
	struct tea_interval *latest = unit_intervals(booking, unit) + held->count;

	assert(held->count > 0);
	latest--;
	latest->end += cycles;
	held->last = cycle_max(held->last, latest->end);
}
