// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * example-profile.c - a profile for tea, written without it: docs/profile-format.md
 *
 *	example-profile PROGRAM START END < TRACE > FILE
 *
 * For a simulator in C: it counts cycles by instruction, and has nothing but these to say at its end.
 * PROGRAM, a path that begins with '/', is mapped from START to END, from its first byte on. TRACE
 * has a line for each cycle: the instruction's address and its signature as a number, as
 * "0x10204 320". Built with
 *
 *	cc example-profile.c
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define PLACES		65536		/* of instructions and signatures, at most */
#define STATE_UNKNOWN	4

static struct {
	uint64_t address, cycles;
	unsigned int signature;
} places[PLACES];

static size_t places_count;

/* A simulator has a better index than this. */
static void count_cycle(uint64_t address, unsigned int signature)
{
	size_t i = 0;

	while (i < places_count && (places[i].address != address || places[i].signature != signature))
		i++;
	if (i == PLACES) {
		fputs("example-profile: too many places\n", stderr);
		exit(1);
	}
	if (i == places_count)
		places_count++;
	places[i].address = address;
	places[i].signature = signature;
	places[i].cycles++;
}

/* @program without a character that JSON would want escaped. */
static void put_profile(const char *program, const char *start, const char *end, uint64_t cycles)
{
	printf("{\"tea_profile\":1,\"writer\":\"example-profile\",\"parts_per_cycle\":1,\"command\":[\"%s\"],"
	       "\"config\":{},\"period\":1,\"total_cycles\":%" PRIu64 ",\"samples\":0,\"lost\":0,\n"
	       "\"mappings\":[{\"start\":\"%s\",\"end\":\"%s\",\"offset\":\"0x0\",\"path\":\"%s\"}],\n\"golden\":[",
	       program, cycles, start, end, program);
	for (size_t i = 0; i < places_count; i++)
		printf("%s\n[\"0x%" PRIx64 "\",%u,%d,0,%" PRIu64 "]", i ? "," : "", places[i].address,
		       places[i].signature, STATE_UNKNOWN, places[i].cycles);
	printf("]}\n");
}

int main(int argc, char **argv)
{
	uint64_t address, cycles = 0;
	unsigned int signature;

	if (argc != 4) {
		fputs("usage: example-profile PROGRAM START END < TRACE > FILE\n", stderr);
		return 1;
	}
	for (; scanf("%" SCNx64 " %u", &address, &signature) == 2; cycles++)
		count_cycle(address, signature);
	put_profile(argv[1], argv[2], argv[3], cycles);
	return fflush(stdout) || ferror(stdout);
}
