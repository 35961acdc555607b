// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * countdown.c - which cycles are sampled: see countdown.h
 */
#include "countdown.h"

#include <assert.h>

/*
 * The low bits of a word, as many as @count - 1 has, again until they are below
 * @count. Above 32 bits the second word gives the upper ones.
 */
uint64_t tea_dither_below(uint32_t *state, uint64_t count)
{
	uint64_t mask, drawn;

	assert(count);
	if (!*state || count == 1)
		return 0;
	mask = UINT64_MAX >> __builtin_clzll(count - 1);
	do {
		drawn = tea_dither_next(state);
		if (mask > UINT32_MAX)
			drawn |= (uint64_t)tea_dither_next(state) << 32;
		drawn &= mask;
	} while (drawn >= count);
	return drawn;
}

void tea_countdown_set_left(struct tea_countdown *countdown, uint64_t left, bool done)
{
	assert(left);
	countdown->left = left;
	countdown->done = done;
	countdown->target = done ? 0 : tea_dither_below(&countdown->dither, left);
}

void tea_countdown_init(struct tea_countdown *countdown, uint64_t period, uint32_t dither)
{
	*countdown = (struct tea_countdown){ .period = period, .dither = dither };
	tea_countdown_set_left(countdown, period, false);
}

bool tea_countdown_pass(struct tea_countdown *countdown, uint64_t *cycles)
{
	for (;;) {
		bool sampled = !countdown->done;
		uint64_t next = sampled ? countdown->left - countdown->target : countdown->left;

		if (next > *cycles) {
			countdown->left -= *cycles;
			countdown->count += *cycles;
			*cycles = 0;
			return false;
		}
		*cycles -= next;
		countdown->left -= next;
		countdown->count += next;
		countdown->done = true;
		countdown->target = 0;
		if (!countdown->left)
			tea_countdown_set_left(countdown, countdown->period, false);
		if (sampled)
			return true;
	}
}

uint64_t tea_countdown_pass_sample(struct tea_countdown *countdown)
{
	uint64_t rest = UINT64_MAX;

	while (!tea_countdown_pass(countdown, &rest))
		;
	return UINT64_MAX - rest;
}
