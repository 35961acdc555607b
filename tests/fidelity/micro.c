// SPDX-License-Identifier: GPL-2.0-or-later
/* micro.c - microbenchmarks on the bare machine: see micro.h */
#include <stddef.h>

#include "micro.h"

#define CODE		0x81000000ULL
#define LONG		(1ULL << 62)
#define CHAIN_FACTOR	1103515273ULL	/* 1 modulo 12: all places are visited */
#define CHAIN_STEP	12343ULL

#define S1		9

static uint32_t *code;			/* the next instruction goes there */
static uint64_t loop;			/* where the body begins */

void *memset(void *to, int value, size_t bytes);

/* The compiler calls it where it clears a struct. */
void *memset(void *to, int value, size_t bytes)
{
	for (volatile char *at = to; bytes--; at++)
		*at = (char)value;
	return to;
}

static const int registers[] = {
#define MICRO_X(name) name,
	MICRO_REGISTERS(MICRO_X)
#undef MICRO_X
};

#define REGISTERS	((int)(sizeof(registers) / sizeof(registers[0])))

/* The state comes in S1. */
void code_begin(void)
{
	code = (uint32_t *)CODE;
	for (int i = 0; i < REGISTERS; i++)
		emit(LD(registers[i], S1, i * 8));
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

void code_place(uint64_t address)
{
	code = (uint32_t *)address;
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

/*
 * The count is that of the instruction before, one that has waited for all others. test_main() has
 * selected its group.
 */
uint64_t cycles_now(void)
{
	asm volatile("fence" : : : "memory");
	return csr_read_number(TEA_CSR_SIREG(TEA_REG_PLACE(TEA_REG_COUNT)));
}

static void run(uint64_t rounds, struct micro_state *state)
{
	register uint64_t a0 asm("a0") = rounds;
	register struct micro_state *s1 asm("s1") = state;

	asm volatile("jalr ra, %1"
		     : "+r"(a0)
		     : "r"(CODE), "r"(s1)
		     : "memory", "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a1", "a2", "a3",
		       "a4", "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9",
		       "s10", "s11", "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "ft8",
		       "ft9", "ft10", "ft11", "fa0", "fa1", "fa2", "fa3", "fa4", "fa5", "fa6",
		       "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9", "fs10",
		       "fs11");
}

static uint64_t timed(uint64_t rounds, struct micro_state *state)
{
	uint64_t begin = cycles_now();

	run(rounds, state);
	return cycles_now() - begin;
}

uint64_t code_cycles(uint64_t rounds, struct micro_state *state)
{
	uint64_t once, twice;

	timed(2 * rounds, state);
	once = timed(rounds, state);
	twice = timed(2 * rounds, state);
	return (twice - once) * 1000 / rounds;
}

static void put_decimal(uint64_t number)
{
	char digits[21], *at = &digits[20];

	*at = '\0';
	do
		*--at = (char)('0' + number % 10);
	while (number /= 10);
	put_text(at);
}

void report(const char *name, uint64_t x, uint64_t thousandths)
{
	put_text(name);
	put_text("\t");
	put_decimal(x);
	put_text("\t");
	put_decimal(thousandths);
	put_text("\n");
}

void chain_make(uint64_t base, uint64_t count, uint64_t stride)
{
	uint64_t at = 0;

	for (uint64_t i = 0; i < count; i++) {
		uint64_t next = (at * CHAIN_FACTOR + CHAIN_STEP) % count;

		*(uint64_t *)(base + at * stride) = base + next * stride;
		at = next;
	}
}

/* Model time from here on: the period is so long that no sample comes. */
void test_main(void)
{
	plan(0);
	unit_allow_m(true);
	unit_write(TEA_REG_PERIOD, LONG);
	unit_write(TEA_REG_LEFT, LONG);
	unit_write(TEA_REG_CTL, TEA_CTL_ENABLE | TEA_CTL_U | TEA_CTL_S | TEA_CTL_M);
	micro_main();
}
