// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * micro2.c - caches and memory: one chain, chains side by side, streams, a copy
 *
 * x of a chain is the loads of a round, of chains their number, of a stream its lines.
 */
#include "chain.h"
#include "emitter.h"

static struct micro_state st;

static const int registers[] = {
#define MICRO_X(name) name,
	MICRO_REGISTERS(MICRO_X)
#undef MICRO_X
};

static void chain_make(uint64_t base, uint64_t count, uint64_t stride)
{
	uint64_t at = 0;

	for (uint64_t i = 0; i < count; i++) {
		uint64_t next = (at * 1103515273ULL + 12343ULL) % count;

		*(uint64_t *)(base + at * stride) = base + next * stride;
		at = next;
	}
}

/* Sixteen lines a round, @words of each: a new line is never far, and none comes twice. */
static void stream(const char *name, uint64_t base, uint64_t bytes, int words, int write, long n)
{
	st = (struct micro_state){ .S2 = base, .A1 = base, .S4 = bytes - 1 };
	code_begin();
	for (int i = 0; i < 16 * words; i++) {
		int offset = i / words * LINE + i % words * 8;

		emit(write ? SD(ZERO, A1, offset) : LD(A2, A1, offset));
	}
	emit(ADDI(S3, S3, 16 * LINE));
	emit(AND(S3, S3, S4));
	emit(ADD(A1, S2, S3));
	code_end();
	code_measure(name, 16, n, &st);
}

/* Loads from one place, stores to another. */
PART void copy(void)
{
	st = (struct micro_state){ .A1 = 0x88000000, .A2 = 0x88800000, .A3 = 512 };
	code_begin();
	for (int i = 0; i < 64; i++) {
		emit(LD(T0, A1, 8 * i));
		emit(SD(T0, A2, 8 * i));
	}
	emit(ADD(A1, A1, A3));
	emit(ADD(A2, A2, A3));
	code_end();
	code_measure("copy_mem", 8, 16, &st);
}

void bench_main(void)
{
	int used = 1;

	for (uint64_t kib = 16; kib <= 256; kib *= 4) {
		uint64_t count = kib * 16;

		chain_make(HEAP, count, LINE);
		st = (struct micro_state){ .A1 = HEAP };
		code_begin();
		for (int i = 0; i < 16; i++)
			emit(LD(A1, A1, 0));
		code_end();
		code_measure(kib == 16 ? "chase_16k" : kib == 64 ? "chase_64k" : "chase_256k", 16,
			     (long)(count / 16 < 64 ? 32 : count / 16), &st);
		if (kib < 256)
			continue;
		/* in the L2, side by side */
		for (int k = 2; k <= 8; k *= 2) {
			uint64_t *heads = (uint64_t *)&st;

			for (int j = 0; j < k; j++)
				heads[j] = HEAP + LINE * (count / (uint64_t)k) * (uint64_t)j;
			code_begin();
			for (int i = 0; i < k; i++)
				emit(LD(registers[i], registers[i], 0));
			code_end();
			code_measure("parallel_l2", (uint64_t)k, 100, &st);
		}
	}
	stream("read_l1", HEAP, 16384, 8, 0, 16);
	stream("write_l1", HEAP, 16384, 8, 1, 16);
	stream("read_l2", HEAP, 262144, 1, 0, 256);
	stream("write_l2", HEAP, 262144, 1, 1, 256);
	/* on the chain that was loaded with the program; every line is new */
	st = (struct micro_state){ .A1 = chain_starts[0] };
	code_begin();
	for (int i = 0; i < 16; i++)
		emit(LD(A1, A1, 0));
	code_end();
	code_measure("chase_mem", 16, 16, &st);
	for (int k = 2; k <= 8; k *= 2) {
		uint64_t *heads = (uint64_t *)&st;

		for (int j = 0; j < k; j++)
			heads[j] = chain_starts[used++];
		code_begin();
		for (int i = 0; i < k; i++)
			emit(LD(registers[i], registers[i], 0));
		code_end();
		code_measure("parallel_mem", (uint64_t)k, 50, &st);
	}
	stream("read_mem", 0x86000000, 4 << 20, 1, 0, 16);
	stream("read8_mem", 0x86800000, 4 << 20, 8, 0, 16);
	stream("write_mem", 0x87000000, 4 << 20, 1, 1, 16);
	stream("write8_mem", 0x87800000, 4 << 20, 8, 1, 16);
	copy();
}
