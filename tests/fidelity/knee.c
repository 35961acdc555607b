// SPDX-License-Identifier: GPL-2.0-or-later
/* knee.c - how many instructions of a kind fit between two misses: see knee.h */
#include <stddef.h>

#include "knee.h"

#define BYTES	(16 << 20)
#define ROUNDS	100
#define SCRATCH	(HEAP + BYTES)

static void emit_part(const struct filler *filler, int miss, unsigned int count)
{
	emit(LD(miss, miss, 0));
	if (filler->prepare)
		filler->prepare(miss);
	for (unsigned int i = 0; i < count; i++)
		emit(filler->make(miss));
}

static uint64_t measure(const struct filler *filler, unsigned int count, struct micro_state *state)
{
	uint64_t cycles;

	code_begin();
	emit_part(filler, A1, count);
	/* as the end of the loop: both misses are as far from each other */
	emit(ADDI(A7, A7, -1));
	emit(BEQ(S2, ZERO, 8));
	emit(op_jal(ZERO, 4));
	emit_part(filler, A2, count);
	code_end();
	cycles = code_cycles(ROUNDS, state);
	report(filler->name, count, cycles);
	return cycles;
}

static void measure_knee(const struct filler *filler, struct micro_state *state)
{
	uint64_t first = measure(filler, filler->first, state), last = first;
	bool risen = false;

	for (unsigned int count = filler->first + filler->step; count <= filler->last;
	     count += filler->step) {
		uint64_t cycles = measure(filler, count, state);

		for (unsigned int i = filler->step - 1; !risen && cycles > last + first / 5 && i; i--)
			measure(filler, count - i, state);
		risen |= cycles > last + first / 5;
		last = cycles;
	}
}

void knees_measure(const struct filler *fillers, unsigned int count)
{
	struct micro_state state = { .A1 = HEAP, .A2 = HEAP, .S2 = SCRATCH };

	chain_make(HEAP, BYTES / LINE, LINE);
	for (uint64_t i = 0; i < BYTES / LINE / 2; i++)
		state.A2 = *(uint64_t *)state.A2;
	for (unsigned int i = 0; i < count; i++)
		measure_knee(&fillers[i], &state);
}
