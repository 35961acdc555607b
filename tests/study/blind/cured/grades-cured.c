// flags: -O3
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * grades-cured.c - the rank of each mark among a thousand sorted bounds
 */
#include <stdint.h>
#include <stdio.h>

#define BOUNDS	1024
#define MARKS	80000

static uint32_t bounds[BOUNDS];

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

/* How many of the bounds are below @mark. */
__attribute__((noinline)) static uint32_t rank_of(uint32_t mark)
{
	const uint32_t *base = bounds;

	for (uint32_t half = BOUNDS / 2; half; half /= 2)
		base += half & -(uint32_t)(base[half - 1] < mark);
	return base - bounds + (*base < mark);
}

int main(void)
{
	uint32_t state = 43;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < BOUNDS; i++)
		bounds[i] = i * 16384 + (i * 7919 & 8191);
	for (int i = 0; i < MARKS; i++)
		sum = sum * 31 + rank_of(next_random(&state));
	printf("%016lx\n", (unsigned long)sum);
	return 0;
}
