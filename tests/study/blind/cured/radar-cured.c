// flags: -O2 -fno-math-errno
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * radar-cured.c - pairs of ships that are too near to each other
 */
#include <stdint.h>
#include <stdio.h>

#define SHIPS	900
#define REACH	120.0

static double east[SHIPS], north[SHIPS];

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

__attribute__((noinline)) static uint64_t count_near(int ship)
{
	uint64_t near = 0;

	for (int other = 0; other < ship; other++) {
		double x = east[other] - east[ship];
		double y = north[other] - north[ship];

		near += x * x + y * y < REACH * REACH;
	}
	return near;
}

int main(void)
{
	uint32_t state = 19;
	uint64_t sum = 0;

	for (int i = 0; i < SHIPS; i++) {
		east[i] = next_random(&state) % 1000;
		north[i] = next_random(&state) % 1000;
	}
	for (int i = 0; i < SHIPS; i++)
		sum = sum * 3 + count_near(i);
	printf("%016lx\n", (unsigned long)sum);
	return 0;
}
