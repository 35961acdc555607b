// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * micro_capacity.c - how many instructions of a kind fit between two misses
 *
 *	ld	a1, (a1)	misses to DRAM
 *	x fillers
 *	ld	a2, (a2)	misses as well, at the same time if it fits in
 *	x fillers
 *
 * The time of a round jumps from one miss to two where the x fillers no longer fit
 * into the structure that they fill. The fillers of a group:
 *
 *	rob nop; int_registers, fp_registers: write one; load_queue, store_queue: hit
 *	the L1; int_queue, mem_queue, fp_queue: wait for the load; branches: wait for
 *	it, not taken; fetch_targets: jump to the next instruction
 */
#include "micro.h"

#define BYTES	(16 << 20)
#define ROUNDS	100
#define SCRATCH	(HEAP + BYTES)

/* @miss: register that the miss before the fillers loads. */
static uint32_t fill_rob(int miss) { (void)miss; return NOP; }
static uint32_t fill_int_register(int miss) { (void)miss; return ADDI(T0, ZERO, 1); }
static uint32_t fill_fp_register(int miss) { (void)miss; return FSGNJ_D(1, 0); }
static uint32_t fill_load_queue(int miss) { (void)miss; return LD(ZERO, S2, 0); }
static uint32_t fill_store_queue(int miss) { (void)miss; return SD(ZERO, S2, 0); }
static uint32_t fill_int_queue(int miss) { return ADDI(ZERO, miss, 0); }
static uint32_t fill_mem_queue(int miss) { (void)miss; return LD(ZERO, T3, 0); }
static uint32_t fill_branch(int miss) { return BEQ(miss, ZERO, 8); }
static uint32_t fill_jump(int miss) { (void)miss; return op_jal(ZERO, 4); }

/* F10 and F11 hold what the misses loaded: see emit_part(). */
static uint32_t fill_fp_queue(int miss)
{
	return op_r(0x53, 2, 0x51, ZERO, miss - A1 + 10, 0);	/* feq.d zero, f, f0 */
}

static const struct filler {
	const char *name;
	uint32_t (*make)(int miss);
	unsigned int first, last, step;
} fillers[] = {
	{ "rob", fill_rob, 32, 232, 8 },
	{ "int_registers", fill_int_register, 32, 232, 8 },
	{ "fp_registers", fill_fp_register, 32, 232, 8 },
	{ "load_queue", fill_load_queue, 8, 96, 4 },
	{ "store_queue", fill_store_queue, 8, 96, 4 },
	{ "int_queue", fill_int_queue, 8, 120, 4 },
	{ "mem_queue", fill_mem_queue, 8, 80, 4 },
	{ "fp_queue", fill_fp_queue, 8, 80, 4 },
	{ "branches", fill_branch, 4, 64, 4 },
	{ "fetch_targets", fill_jump, 8, 96, 4 },
};

static void emit_part(const struct filler *filler, int miss, unsigned int count)
{
	emit(LD(miss, miss, 0));
	if (filler->make == fill_fp_queue)
		emit(FMV_D_X(miss - A1 + 10, miss));
	if (filler->make == fill_mem_queue) {
		/* an address that hits the L1, but only when the miss is there */
		emit(AND(T3, miss, ZERO));
		emit(ADD(T3, T3, S2));
	}
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

/* In steps, and in single steps where it first rises by a fifth of a miss. */
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

void micro_main(void)
{
	struct micro_state state = { .A1 = HEAP, .A2 = HEAP, .S2 = SCRATCH };

	chain_make(HEAP, BYTES / LINE, LINE);
	for (uint64_t i = 0; i < BYTES / LINE / 2; i++)
		state.A2 = *(uint64_t *)state.A2;
	for (unsigned int i = 0; i < sizeof(fillers) / sizeof(fillers[0]); i++)
		measure_knee(&fillers[i], &state);
}
