// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * micro3.c - front end: loops, jumps and taken branches, blocks, calls, mispredicts
 *
 * x is the instructions of a loop or a round, the jumps of a round, or as each name says.
 */
#include "emitter.h"

static struct micro_state st;

static void begin(void)
{
	st = (struct micro_state){ .A1 = HEAP, .A2 = HEAP + 64, .A4 = 1, .S2 = 0xdeadbeefcafe1,
				   .S3 = 6364136223846793005ull, .S4 = 1442695040888963407ull };
	code_begin();
}

/* The next random number of three shifts (xorshift) into S2, one bit of it into T1. */
PART void emit_random(void)
{
	emit(SLLI(T0, S2, 13));
	emit(XOR(S2, S2, T0));
	emit(SRLI(T0, S2, 7));
	emit(XOR(S2, S2, T0));
	emit(SLLI(T0, S2, 17));
	emit(XOR(S2, S2, T0));
	emit(ANDI(T1, S2, 1));
}

/* Jumps 48 and 8 bytes apart, and taken branches 48 bytes apart. */
PART void jumps(void)
{
	for (int count = 4; count <= 512; count *= 2) {
		begin();
		for (int i = 0; i < count; i++) {
			emit(op_jal(ZERO, 48));
			for (int j = 0; j < 11; j++)
				emit(NOP);
		}
		code_end();
		code_measure("jump48", (uint64_t)count, 1024 / count, &st);
	}
	for (int count = 1024; count <= 2048; count *= 2) {
		begin();
		for (int i = 0; i < count; i++) {
			emit(op_jal(ZERO, 8));
			emit(NOP);
		}
		code_end();
		code_measure("jump8", (uint64_t)count, 2, &st);
	}
	for (int count = 4; count <= 512; count *= 4) {
		begin();
		for (int i = 0; i < count; i++) {
			emit(BEQ(ZERO, ZERO, 48));
			for (int j = 0; j < 11; j++)
				emit(NOP);
		}
		code_end();
		code_measure("taken48", (uint64_t)count, 1024 / count, &st);
	}
}

/* Random bits: alone, with a branch on each, and with a load before the branch. */
PART void mispredicts(void)
{
	begin();
	for (int i = 0; i < 4; i++) {
		emit_random();
		for (int j = 0; j < 6; j++)
			emit(ADDI(T2, T2, 1));
	}
	code_end();
	code_measure("random_only", 4, 200, &st);
	begin();
	for (int i = 0; i < 4; i++) {
		emit_random();
		emit(BEQ(T1, ZERO, 28));
		for (int j = 0; j < 6; j++)
			emit(ADDI(T2, T2, 1));
	}
	code_end();
	code_measure("random_branch", 4, 200, &st);
	begin();
	*(uint64_t *)HEAP = 0;
	for (int i = 0; i < 4; i++) {
		emit_random();
		emit(LD(T2, A1, 0));
		emit(ADD(T1, T1, T2));
		emit(BEQ(T1, ZERO, 28));
		for (int j = 0; j < 6; j++)
			emit(ADDI(T3, T3, 1));
	}
	code_end();
	code_measure("random_branch_load", 4, 200, &st);
}

/* Inner loops of x rounds: a loop predictor knows them. */
PART void inner_loops(void)
{
	for (int inner = 2; inner <= 32; inner *= 2) {
		begin();
		emit(ADDI(T0, ZERO, inner));
		emit(ADDI(T1, T1, 1));
		emit(ADDI(T0, T0, -1));
		emit(BNE(T0, ZERO, -8));
		code_end();
		code_measure("inner", (uint64_t)inner, 200, &st);
	}
}

void bench_main(void)
{
	uint64_t function;
	uint32_t *p;

	/* Loops of x instructions with one branch back. */
	for (int count = 0; count <= 14; count++) {
		begin();
		for (int i = 0; i < count; i++)
			emit(ADDI(24 + i % 8, 24 + i % 8, 1));
		code_end_branch();
		code_measure("bloop", (uint64_t)count + 2, 400, &st);
	}
	jumps();
	/* Sixteen blocks that end with a jump to the next line; x instructions in all. */
	for (int len = 2; len <= 16; len++) {
		begin();
		for (int i = 0; i < 16; i++) {
			int at = (len - 1) * 4;

			for (int j = 0; j < len - 1; j++)
				emit(ADDI(24 + j % 8, 24 + j % 8, 1));
			emit(op_jal(ZERO, 64 - at));
			for (int j = len; j < 16; j++)
				emit(NOP);
		}
		code_end();
		code_measure("block", 16 * (uint64_t)len, 32, &st);
	}
	/* Eight calls of a function just before them; A6 keeps RA. */
	begin();
	emit(ADD(A6, RA, ZERO));
	emit(op_jal(ZERO, 60));
	while (code_here() % 64)
		emit(NOP);
	function = code_here() - 48;
	p = (uint32_t *)function;
	p[0] = ADDI(T1, T1, 1);
	p[1] = JR(RA);
	for (int i = 0; i < 8; i++) {
		emit(op_jal(RA, (int)(function - code_here())));
		emit(ADDI(T2, T2, 1));
	}
	emit(ADD(RA, A6, ZERO));
	code_end();
	code_measure("call_return", 8, 100, &st);
	mispredicts();
	inner_loops();
}
