// flags: -O2
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * agents.c - a simulation that visits its agents in random order, and skips the dead
 */
#include <stdint.h>
#include <stdio.h>

#define AGENTS	65536
#define TURNS	3

struct agent {
	uint32_t id, alive;
	float position[3], speed[3];
	char name[32];
};

static struct agent agents[AGENTS];
static uint32_t order[AGENTS];

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

static void world_create(uint32_t *state)
{
	for (uint32_t i = 0; i < AGENTS; i++) {
		agents[i].id = i;
		agents[i].alive = next_random(state) >> 5 & 1;
		order[i] = next_random(state) % AGENTS;
	}
}

__attribute__((noinline)) static uint64_t world_turn(uint64_t hash)
{
	for (uint32_t i = 0; i < AGENTS; i++) {
		uint32_t who = order[i];

		if (agents[who].alive)
			hash = (hash ^ who) * 0x9e3779b97f4a7c15u + i;
	}
	return hash;
}

int main(void)
{
	uint32_t state = 1;
	uint64_t hash = 0;

	world_create(&state);
	for (int turn = 0; turn < TURNS; turn++)
		hash = world_turn(hash);
	printf("%016lx\n", (unsigned long)hash);
	return 0;
}
