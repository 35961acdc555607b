// flags: -O3
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * grades.c - the rank of each mark among a thousand sorted bounds
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
	uint32_t low = 0, high = BOUNDS;

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (bounds[middle] < mark)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
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
