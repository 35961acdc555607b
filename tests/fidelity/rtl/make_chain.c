// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * make_chain.c - a chain of pointers through 4 MiB, to be loaded with a program
 *
 * make_chain -h: chain.h, the addresses of places far from each other on it; else the
 * chain itself on standard output. Every line of memory is visited once, in an order
 * without a pattern; a program that makes the chain itself would have it in the caches.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define BASE	0x84000000ULL	/* as in bench.ld */
#define LINE	64
#define LINES	65536
#define STARTS	24
#define FACTOR	1103515273ULL	/* 1 modulo 4: all lines are visited */
#define STEP	12343ULL

static uint32_t next[LINES], starts[STARTS];

static uint64_t place(uint32_t line)
{
	return BASE + LINE * (uint64_t)line;
}

static void make(void)
{
	uint32_t at = 0;

	for (int i = 0; i < LINES; i++) {
		if (i % (LINES / STARTS) == 0 && i / (LINES / STARTS) < STARTS)
			starts[i / (LINES / STARTS)] = at;
		next[at] = (uint32_t)((at * FACTOR + STEP) % LINES);
		at = next[at];
	}
}

static void put_starts(void)
{
	printf("#include <stdint.h>\n\nstatic const uint64_t chain_starts[%d] = {\n", STARTS);
	for (int i = 0; i < STARTS; i++)
		printf("\t0x%" PRIx64 "ULL,\n", place(starts[i]));
	printf("};\n");
}

static void put_chain(void)
{
	for (int i = 0; i < LINES; i++) {
		uint64_t line[LINE / 8] = { place(next[i]) };

		fwrite(line, sizeof(line), 1, stdout);
	}
}

int main(int argc, char **argv)
{
	make();
	if (argc == 2 && !strcmp(argv[1], "-h"))
		put_starts();
	else
		put_chain();
	return fflush(stdout) || ferror(stdout);
}
