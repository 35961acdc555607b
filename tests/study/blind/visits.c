// flags: -O2
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * visits.c - how many places of a map are within four roads of another
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define PLACES	65536
#define ROADS	3
#define DEPTH	4
#define QUERIES	100

static uint32_t roads[PLACES][ROADS];
static uint32_t visited[PLACES];
static uint32_t queue[PLACES];

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

static void map_create(uint32_t *state)
{
	for (uint32_t i = 0; i < PLACES; i++) {
		for (int road = 0; road < ROADS; road++)
			roads[i][road] = (i + next_random(state) % 64) % PLACES;
	}
}

__attribute__((noinline)) static uint32_t places_near(uint32_t start)
{
	uint32_t head = 0, tail = 1, last;

	memset(visited, 0, sizeof(visited));
	visited[start] = 1;
	queue[0] = start;
	for (int depth = 0; depth < DEPTH; depth++) {
		for (last = tail; head < last; head++) {
			for (int road = 0; road < ROADS; road++) {
				uint32_t place = roads[queue[head]][road];

				if (visited[place])
					continue;
				visited[place] = 1;
				queue[tail++] = place;
			}
		}
	}
	return tail;
}

int main(void)
{
	uint32_t state = 29;
	uint64_t sum = 0;

	map_create(&state);
	for (int i = 0; i < QUERIES; i++)
		sum = sum * 31 + places_near(next_random(&state) % PLACES);
	printf("%016lx\n", (unsigned long)sum);
	return 0;
}
