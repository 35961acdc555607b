// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * lanememory.c - whether the machine has the memory for lanes: see lanememory.h
 */
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>

#include "lanememory.h"

/* In all arenas, and apart from them. */
static uint64_t bytes_asked(void)
{
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

static uint64_t bytes_left(void)
{
	FILE *file = fopen("/proc/meminfo", "re");
	uint64_t left_kib = 0;
	char line[128];

	if (!file)
		return UINT64_MAX;
	while (!left_kib && fgets(line, sizeof(line), file))
		sscanf(line, "MemAvailable: %" SCNu64, &left_kib);
	fclose(file);
	return left_kib ? left_kib * 1024 : UINT64_MAX;
}

struct lanememory lanememory_begin(void)
{
	return (struct lanememory){ .left = bytes_left(), .before = bytes_asked() };
}

uint64_t lanememory_taken(const struct lanememory *memory)
{
	uint64_t now = bytes_asked();

	return now > memory->before ? now - memory->before : 0;
}
