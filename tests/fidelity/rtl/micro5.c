// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * micro5.c - the cost of stores on one memory port: x loads or constants, then x stores
 *
 * Then a loaded byte, a branch on it, and a store to the same place.
 */
#include "emitter.h"

static struct micro_state st;

static void begin(void)
{
	st = (struct micro_state){ .A1 = HEAP, .A2 = HEAP + 1024, .A4 = 1 };
	code_begin();
}

PART void loads_stores(int k)
{
	begin();
	for (int i = 0; i < 64 / k; i++) {
		for (int j = 0; j < k; j++)
			emit(LD(24 + j, A2, 8 * (i * k + j)));
		for (int j = 0; j < k; j++)
			emit(SD(24 + j, A1, 8 * (i * k + j)));
	}
	code_end();
	code_measure("loads_stores", (uint64_t)k, 16, &st);
}

PART void constants_stores(int k)
{
	begin();
	for (int i = 0; i < 64 / k; i++) {
		for (int j = 0; j < k; j++)
			emit(ADDI(24 + j, ZERO, 1));
		for (int j = 0; j < k; j++)
			emit(SD(24 + j, A1, 8 * (i * k + j)));
	}
	code_end();
	code_measure("lis_stores", (uint64_t)k, 16, &st);
}

PART void bytes(void)
{
	begin();
	for (int i = 0; i < 64; i++) {
		emit(LBU(24 + i % 8, A2, i));
		emit(BNE(24 + i % 8, ZERO, 8));
		emit(NOP);
		emit(SB(ZERO, A1, i));
	}
	code_end();
	code_measure("load_branch_store", 64, 16, &st);
	begin();
	for (int i = 0; i < 64; i++) {
		emit(LBU(T0, A2, i));
		emit(BNE(T0, ZERO, 8));
		emit(SB(T0, A1, i));
		emit(LBU(T1, A1, i));
	}
	code_end();
	code_measure("load_branch_copy_load", 64, 16, &st);
}

void bench_main(void)
{
	for (int k = 2; k <= 8; k++)
		loads_stores(k);
	for (int k = 2; k <= 8; k += 2)
		constants_stores(k);
	bytes();
}
