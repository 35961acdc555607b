// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * micro4.c - how many instructions of a kind fit between two misses to memory
 *
 * A round is two loads that miss and x instructions of the kind behind each: as long as
 * both fit in, the second miss overlaps with the first. After ../micro_capacity.c.
 */
#include "chain.h"
#include "emitter.h"

static struct micro_state st;

static uint32_t fill_rob(int missed)
{
	(void)missed;
	return NOP;
}

static uint32_t fill_int_register(int missed)
{
	(void)missed;
	return ADDI(T0, ZERO, 1);
}

static uint32_t fill_fp_register(int missed)
{
	(void)missed;
	return FSGNJ_D(1, 0);
}

static uint32_t fill_load_queue(int missed)
{
	(void)missed;
	return LD(ZERO, S2, 0);
}

static uint32_t fill_store_queue(int missed)
{
	(void)missed;
	return SD(ZERO, S2, 0);
}

/* It waits for the miss, in its queue. */
static uint32_t fill_int_queue(int missed)
{
	return ADDI(T0, missed, 0);
}

static uint32_t fill_branch(int missed)
{
	return BEQ(missed, ZERO, 8);
}

static const struct filler {
	const char *name;
	uint32_t (*make)(int missed);
	int counts[10];
} fillers[] = {
	{ "rob", fill_rob, { 48, 64, 80, 84, 88, 92, 96, 104 } },
	{ "int_registers", fill_int_register, { 48, 56, 60, 64, 68, 72, 80 } },
	{ "fp_registers", fill_fp_register, { 48, 56, 60, 64, 68, 72, 80 } },
	{ "load_queue", fill_load_queue, { 16, 20, 22, 24, 28, 32 } },
	{ "store_queue", fill_store_queue, { 16, 20, 22, 24, 28, 32 } },
	{ "int_queue", fill_int_queue, { 16, 24, 28, 32, 36, 40 } },
	{ "branches", fill_branch, { 8, 12, 14, 16, 20, 24 } },
};

static int start = 1;

void bench_main(void)
{
	for (unsigned int k = 0; k < sizeof(fillers) / sizeof(fillers[0]); k++)
		for (int c = 0; c < 10 && fillers[k].counts[c]; c++) {
			st = (struct micro_state){ .A1 = chain_starts[start++ % 24], .S2 = HEAP };
			st.A2 = chain_starts[start++ % 24];
			code_begin();
			for (int half = 0; half < 2; half++) {
				emit(LD(half ? A2 : A1, half ? A2 : A1, 0));
				for (int i = 0; i < fillers[k].counts[c]; i++)
					emit(fillers[k].make(half ? A2 : A1));
				if (!half) {
					emit(ADDI(A7, A7, -1));
					emit(BEQ(S2, ZERO, 8));
					emit(op_jal(ZERO, 4));
				}
			}
			code_end();
			code_measure(fillers[k].name, (uint64_t)fillers[k].counts[c], 10, &st);
		}
}
