// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * micro_memory.c - caches and DRAM: latency, bandwidth, parallel misses
 *
 *	latency		x bytes: load to use, in a chain without a pattern
 *	latency_row	load to use in a DRAM row that is open: every second line
 *	loaded		x others: of one chain in DRAM while x more are followed
 *	parallel	x chains: cycles per load in DRAM, in parallel_llc in the LLC
 *	read, write	x bytes: cycles per 64-byte line, one after the other
 */
#include "micro.h"

#define CHAINS_MAX	24
#define UNROLL		16
#define LOADS_MIN	4096
#define LOADS_MAX	16384
#define L1_BYTES	(16 << 10)
#define LLC_BYTES	(256 << 10)	/* in the LLC, far more than an L1 */
#define DRAM_BYTES	(16 << 20)

#define STREAM_LINES	16		/* to a round */

static const int chain_registers[CHAINS_MAX] = {
#define MICRO_X(name) name,
	MICRO_REGISTERS(MICRO_X)
#undef MICRO_X
};

/* Cycles per load of the chain that begins at HEAP. */
static uint64_t chase(uint64_t loads)
{
	struct micro_state state = { .A1 = HEAP };

	code_begin();
	for (int i = 0; i < UNROLL; i++)
		emit(LD(A1, A1, 0));
	code_end();
	return code_cycles(loads / UNROLL + 1, &state) / UNROLL;
}

static void measure_latency(uint64_t bytes)
{
	uint64_t count = bytes / LINE;

	chain_make(HEAP, count, LINE);
	report("latency", bytes, chase(count < LOADS_MIN ? LOADS_MIN : count < LOADS_MAX ? count : LOADS_MAX));
}

/* A line that the prefetcher brings is never asked for. */
static void measure_row(void)
{
	for (uint64_t at = HEAP; at < HEAP + DRAM_BYTES; at += 2 * LINE)
		*(uint64_t *)at = at + 2 * LINE;
	report("latency_row", 0, chase(LOADS_MAX));
}

union chains {
	struct micro_state registers;
	uint64_t at[CHAINS_MAX];
};

/* Chains through one ring of @bytes, begun far from each other. */
static void chains_begin(union chains *chains, uint64_t bytes)
{
	uint64_t places = bytes / LINE, apart = places / CHAINS_MAX, at = HEAP;

	chain_make(HEAP, places, LINE);
	for (uint64_t i = 0; i < CHAINS_MAX * apart; i++) {
		if (i % apart == 0)
			chains->at[i / apart] = at;
		at = *(uint64_t *)at;
	}
}

/* Cycles per round, in which each of the first @count is followed by one place. */
static uint64_t chains_follow(union chains *chains, unsigned int count, uint64_t rounds)
{
	code_begin();
	for (unsigned int i = 0; i < count; i++)
		emit(LD(chain_registers[i], chain_registers[i], 0));
	code_end();
	return code_cycles(rounds, &chains->registers);
}

static void measure_parallel(void)
{
	static union chains chains;

	chains_begin(&chains, DRAM_BYTES);
	for (unsigned int count = 1; count <= CHAINS_MAX; count++) {
		uint64_t cycles = chains_follow(&chains, count, 300);

		report("parallel", count, cycles / count);
		report("loaded", count - 1, cycles);
	}
	chains_begin(&chains, LLC_BYTES);
	for (unsigned int count = 1; count <= CHAINS_MAX; count++)
		report("parallel_llc", count, chains_follow(&chains, count, 1000) / count);
}

/* Go round @bytes, a power of two: @words of each line are read or written. */
static void measure_stream(const char *name, uint64_t bytes, unsigned int words, bool write)
{
	struct micro_state state = { .S2 = HEAP, .A1 = HEAP, .S4 = bytes - 1 };
	uint64_t rounds = bytes / LINE / STREAM_LINES;

	code_begin();
	for (unsigned int i = 0; i < STREAM_LINES * words; i++) {
		int offset = (int)(i / words * LINE + i % words * 8);

		emit(write ? SD(ZERO, A1, offset) : LD(A2, A1, offset));
	}
	emit(ADDI(S3, S3, STREAM_LINES * LINE));
	emit(AND(S3, S3, S4));
	emit(ADD(A1, S2, S3));
	code_end();
	report(name, bytes, code_cycles(rounds < 2000 ? rounds : 2000, &state) / STREAM_LINES);
}

void micro_main(void)
{
	for (uint64_t bytes = 2048; bytes <= DRAM_BYTES; bytes *= 2) {
		measure_latency(bytes);
		if (bytes < DRAM_BYTES)
			measure_latency(bytes * 3 / 2);
	}
	measure_row();
	measure_parallel();
	for (int write = 0; write < 2; write++) {
		const char *name = write ? "write" : "read";

		measure_stream(name, L1_BYTES, LINE / 8, write);
		measure_stream(name, LLC_BYTES, 1, write);
		measure_stream(name, DRAM_BYTES, 1, write);
	}
}
