// flags: -O2
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sessions-cured.c - requests of many clients: each counts in its session, apart from the buffers
 */
#include <stdint.h>
#include <stdio.h>

#define SESSIONS	3000
#define REQUESTS	300000

struct session {
	uint64_t requests, bytes;
};

static struct session sessions[SESSIONS];
static char buffers[SESSIONS][4096 + 48] __attribute__((used));

static uint32_t next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

__attribute__((noinline)) static void session_count(uint32_t client, uint32_t bytes)
{
	sessions[client].requests++;
	sessions[client].bytes += bytes;
}

int main(void)
{
	uint32_t state = 9;
	uint64_t sum = 0;

	for (int i = 0; i < REQUESTS; i++) {
		uint32_t random = next_random(&state);

		session_count((uint64_t)random * SESSIONS >> 24, random & 0xfff);
	}
	for (int i = 0; i < SESSIONS; i++)
		sum = sum * 31 + sessions[i].requests * 7 + sessions[i].bytes;
	printf("%016lx\n", (unsigned long)sum);
	return 0;
}
