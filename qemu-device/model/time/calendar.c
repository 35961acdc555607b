// SPDX-License-Identifier: GPL-2.0-or-later
/* calendar.c - one server with a fixed service time: see calendar.h */
#include "calendar.h"

#include <assert.h>
#include <string.h>

#include "cycles.h"

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static struct tea_divisor divisor_make(uint64_t value)
{
	return (struct tea_divisor){ .value = value, .inverse = UINT64_MAX / value };
}

/*
 * The product with the inverse is exact, or one too small: the inverse is less than 2^-64 too
 * small.
 */
static uint64_t divide(uint64_t n, const struct tea_divisor *by)
{
	uint64_t quotient = (uint64_t)((unsigned __int128)n * by->inverse >> 64);

	return quotient + (n - quotient * by->value >= by->value);
}

void tea_calendar_init(struct tea_calendar *calendar, uint64_t slots, uint64_t cycles)
{
	uint64_t divisor = common_divisor(slots, cycles);

	assert(slots > 0 && cycles > 0);
	memset(calendar, 0, sizeof(*calendar));
	calendar->slots = divisor_make(slots / divisor);
	calendar->cycles = divisor_make(cycles / divisor);
}

/* Slide the bitmap so that @word of the endless sequence is in it. */
static void calendar_reach(struct tea_calendar *calendar, uint64_t word)
{
	uint64_t end = calendar->first / 64 + TEA_CALENDAR_WORDS;

	if (word < end)
		return;
	if (word - end >= TEA_CALENDAR_WORDS)
		memset(calendar->sold, 0, sizeof(calendar->sold));
	else
		for (uint64_t i = end; i <= word; i++)
			calendar->sold[i % TEA_CALENDAR_WORDS] = 0;
	calendar->first = (word + 1 - TEA_CALENDAR_WORDS) * 64;
}

cycle_t tea_calendar_take(struct tea_calendar *calendar, cycle_t now)
{
	uint64_t slot = divide(now * calendar->slots.value, &calendar->cycles);
	uint64_t *sold, free_bits;

	if (slot < calendar->first)
		slot = calendar->first;
	for (;;) {
		calendar_reach(calendar, slot / 64);
		sold = &calendar->sold[slot / 64 % TEA_CALENDAR_WORDS];
		free_bits = ~*sold & (UINT64_MAX << slot % 64);
		if (free_bits)
			break;
		slot = (slot / 64 + 1) * 64;
	}
	slot = slot / 64 * 64 + (unsigned int)__builtin_ctzll(free_bits);
	*sold |= 1ULL << slot % 64;
	return cycle_max(now, divide(slot * calendar->cycles.value + calendar->slots.value - 1,
				     &calendar->slots));
}
