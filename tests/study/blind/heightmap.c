// flags: -O0
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * heightmap.c - the land of a map, column by column from the west
 */
#include <stdint.h>
#include <stdio.h>

#define HEIGHT	512
#define WIDTH	1024
#define PEAKS	2000

static int32_t map[HEIGHT][WIDTH];

static void map_create(void)
{
	uint32_t state = 37;

	for (int i = 0; i < PEAKS; i++) {
		state = state * 1664525 + 1013904223;
		map[state >> 8 & (HEIGHT - 1)][state >> 20 & (WIDTH - 1)] = state >> 24;
	}
}

static int64_t map_land(void)
{
	int64_t land = 0;

	for (int x = 0; x < WIDTH; x++) {
		for (int y = 0; y < HEIGHT; y++)
			land += map[y][x];
	}
	return land;
}

int main(void)
{
	map_create();
	printf("%ld\n", (long)map_land());
	return 0;
}
