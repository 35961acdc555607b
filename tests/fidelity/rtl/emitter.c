// SPDX-License-Identifier: GPL-2.0-or-later
/* emitter.c - code made at run time, and measured: see emitter.h */
#include "emitter.h"

#define CODE	0x81000000ULL
#define APART	0x1000		/* bytes between two codes */
#define S1	9

static uint64_t base = CODE;
static uint32_t *code;		/* the next instruction goes there */
static uint64_t loop;		/* where the body begins */

/* In one unit with their callers: so they were compiled when RTL ran them. */
#include "../encoders.c"

static const int registers[] = {
#define MICRO_X(name) name,
	MICRO_REGISTERS(MICRO_X)
#undef MICRO_X
};

#define REGISTERS ((int)(sizeof(registers) / sizeof(registers[0])))

/* The state comes in S1. */
void code_begin(void)
{
	base = ((code ? (uint64_t)code : base) + APART + 127) / 128 * 128 + 64;
	code = (uint32_t *)base;
	for (int i = 0; i < REGISTERS; i++)
		emit(LD(registers[i], S1, i * 8));
	while (code_here() % 64)
		emit(NOP);
	loop = code_here();
}

void emit(uint32_t instruction)
{
	*code++ = instruction;
}

uint64_t code_here(void)
{
	return (uint64_t)code;
}

/* The way back is too far for a branch. */
void code_end(void)
{
	emit(ADDI(A0, A0, -1));
	emit(BEQ(A0, ZERO, 8));
	emit(op_jal(ZERO, (int)(loop - code_here())));
	for (int i = 0; i < REGISTERS; i++)
		emit(SD(registers[i], S1, i * 8));
	emit(JR(RA));
	asm volatile("fence.i" : : : "memory");
}

static void run(long rounds, void *data)
{
	register uint64_t a0 asm("a0") = (uint64_t)rounds;
	register struct micro_state *s1 asm("s1") = data;

	asm volatile("jalr ra, %1"
		     : "+r"(a0)
		     : "r"(base), "r"(s1)
		     : "memory", "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a1", "a2", "a3",
		       "a4", "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9",
		       "s10", "s11", "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "ft8",
		       "ft9", "ft10", "ft11", "fa0", "fa1", "fa2", "fa3", "fa4", "fa5", "fa6",
		       "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9", "fs10",
		       "fs11");
}

void code_measure(const char *name, uint64_t x, long n, struct micro_state *state)
{
	measure(name, x, run, state, n, 2 * n);
}

void code_end_branch(void)
{
	emit(ADDI(A0, A0, -1));
	emit(BNE(A0, ZERO, (int)(loop - code_here())));
	for (int i = 0; i < REGISTERS; i++)
		emit(SD(registers[i], S1, i * 8));
	emit(JR(RA));
	asm volatile("fence.i" : : : "memory");
}
