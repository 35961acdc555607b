// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * micro_capacity.c - how many instructions of a kind fit between two misses: see knee.h
 *
 * The fillers of a group:
 *
 *	rob nop; int_registers, fp_registers: write one; load_queue, store_queue: hit
 *	the L1; int_queue, mem_queue, fp_queue: wait for the load; branches: wait for
 *	it, not taken; fetch_targets: jump to the next instruction
 */
#include <stddef.h>

#include "knee.h"

static uint32_t fill_rob(int miss) { (void)miss; return NOP; }
static uint32_t fill_int_register(int miss) { (void)miss; return ADDI(T0, ZERO, 1); }
static uint32_t fill_fp_register(int miss) { (void)miss; return FSGNJ_D(1, 0); }
static uint32_t fill_load_queue(int miss) { (void)miss; return LD(ZERO, S2, 0); }
static uint32_t fill_store_queue(int miss) { (void)miss; return SD(ZERO, S2, 0); }
static uint32_t fill_int_queue(int miss) { return ADDI(ZERO, miss, 0); }
static uint32_t fill_mem_queue(int miss) { (void)miss; return LD(ZERO, T3, 0); }
static uint32_t fill_branch(int miss) { return BEQ(miss, ZERO, 8); }
static uint32_t fill_jump(int miss) { (void)miss; return op_jal(ZERO, 4); }

/* F10 and F11 have the results of the misses. */
static uint32_t fill_fp_queue(int miss)
{
	return op_r(0x53, 2, 0x51, ZERO, miss - A1 + 10, 0);	/* feq.d zero, f, f0 */
}

static void prepare_fp_queue(int miss)
{
	emit(FMV_D_X(miss - A1 + 10, miss));
}

/* An address that hits the L1, but only when the miss is there. */
static void prepare_mem_queue(int miss)
{
	emit(AND(T3, miss, ZERO));
	emit(ADD(T3, T3, S2));
}

static const struct filler fillers[] = {
	{ "rob", fill_rob, NULL, 32, 232, 8 },
	{ "int_registers", fill_int_register, NULL, 32, 232, 8 },
	{ "fp_registers", fill_fp_register, NULL, 32, 232, 8 },
	{ "load_queue", fill_load_queue, NULL, 8, 96, 4 },
	{ "store_queue", fill_store_queue, NULL, 8, 96, 4 },
	{ "int_queue", fill_int_queue, NULL, 8, 120, 4 },
	{ "mem_queue", fill_mem_queue, prepare_mem_queue, 8, 80, 4 },
	{ "fp_queue", fill_fp_queue, prepare_fp_queue, 8, 80, 4 },
	{ "branches", fill_branch, NULL, 4, 64, 4 },
	{ "fetch_targets", fill_jump, NULL, 8, 96, 4 },
};

void micro_main(void)
{
	knees_measure(fillers, sizeof(fillers) / sizeof(fillers[0]));
}
