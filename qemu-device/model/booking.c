// SPDX-License-Identifier: GPL-2.0-or-later
/* booking.c - equal units held over intervals: see booking.h */
#include "booking.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cycles.h"

int tea_booking_init(struct tea_booking *booking, unsigned int count)
{
	assert(count > 0);
	booking->count = count;
	booking->last = calloc(count, sizeof(*booking->last));
	booking->units = calloc(count, sizeof(*booking->units));
	return booking->last && booking->units ? 0 : -ENOMEM;
}

void tea_booking_deinit(struct tea_booking *booking)
{
	free(booking->units);
	free(booking->last);
}

/* Earliest gap of @duration in @unit, not before @now. */
static cycle_t unit_fit(const struct tea_booking_unit *unit, cycle_t now, cycle_t duration)
{
	cycle_t at = cycle_max(now, unit->floor);

	for (unsigned int i = 0; i < unit->count; i++) {
		if (at + duration <= unit->begin[i])
			return at;
		at = cycle_max(at, unit->end[i]);
	}
	return at;
}

/* The first unit that fits at once: busy units stay dense, idle ones stay free of floors. */
cycle_t tea_booking_find(const struct tea_booking *booking, cycle_t now, cycle_t duration,
			 unsigned int *unit)
{
	cycle_t best = UINT64_MAX;

	for (unsigned int i = 0; i < booking->count; i++) {
		cycle_t at = now;

		if (booking->last[i] > now)
			at = unit_fit(&booking->units[i], now, duration);
		if (at < best) {
			best = at;
			*unit = i;
			if (at == now)
				break;
		}
	}
	return best;
}

static void unit_forget_first(struct tea_booking_unit *unit)
{
	unit->floor = cycle_max(unit->floor, unit->end[0]);
	unit->count--;
	memmove(unit->begin, unit->begin + 1, unit->count * sizeof(unit->begin[0]));
	memmove(unit->end, unit->end + 1, unit->count * sizeof(unit->end[0]));
}

void tea_booking_take(struct tea_booking *booking, unsigned int unit, cycle_t begin, cycle_t end)
{
	struct tea_booking_unit *held = &booking->units[unit];
	unsigned int i;

	assert(begin <= end);
	booking->last[unit] = cycle_max(booking->last[unit], end);
	if (held->count == TEA_BOOKING_DEPTH)
		unit_forget_first(held);
	for (i = held->count++; i > 0 && held->begin[i - 1] > begin; i--) {
		held->begin[i] = held->begin[i - 1];
		held->end[i] = held->end[i - 1];
	}
	held->begin[i] = begin;
	held->end[i] = end;
}
