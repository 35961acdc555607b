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

/* Only the end of the earliest interval is kept: what gaps are left are behind it. */
static void unit_forget(struct tea_booking_unit *unit)
{
	cycle_t left;

	unit->floor = cycle_max(unit->floor, unit->intervals[0].end);
	unit->count--;
	unit->intervals++;
	left = unit->gap_end > unit->floor ? unit->gap_end - unit->floor : 0;
	unit->gap = unit->gap < left ? unit->gap : left;
}

/* It is held from @begin to @end, too: behind all that it was held before there is a gap. */
static void unit_note(struct tea_booking_unit *unit, cycle_t begin, cycle_t end)
{
	if (begin > unit->last) {
		unit->gap_end = begin;
		unit->gap = cycle_max(unit->gap, begin - unit->last);
	}
	unit->last = cycle_max(unit->last, end);
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
	struct tea_interval *at;

	assert(begin <= end);
	booking->next = unit + 1 == booking->count ? 0 : unit + 1;
	if (held->count == booking->depth)
		unit_forget(held);
	unit_note(held, begin, end);
	at = held->intervals + held->count++;
	for (; at > held->intervals && at[-1].begin > begin; at--)
		*at = at[-1];
	*at = (struct tea_interval){ .begin = begin, .end = end };
	if (held->intervals + held->count == held->limit)
		unit_move(held, booking->depth);
}

void tea_booking_extend(struct tea_booking *booking, unsigned int unit, cycle_t cycles)
{
	struct tea_booking_unit *held = &booking->units[unit];
	struct tea_interval *latest = held->intervals + held->count - 1;

	latest->end += cycles;
	held->last = cycle_max(held->last, latest->end);
}
