/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * micro.h - microbenchmarks on the bare machine: code made at run time, and its cycles
 *
 * A kernel is a loop whose body is emitted instruction by instruction; its cost is the
 * difference of two runs of different length, so that the code around the loop cancels
 * out. Time is the TEA unit's own count of core cycles (COUNT).
 *
 *	code_begin();
 *	for (...)
 *		emit(...);
 *	report("name", x, cycles of code_end()'s kernel per something);
 *
 * Results are lines "name TAB x TAB thousandths of a cycle" on the serial line.
 * Registers of a body: those of struct micro_state, F0..F7 and F10..F31; A0 counts.
 */
#ifndef TEA_MICRO_H
#define TEA_MICRO_H

#include "../device/bare.h"
#include "instructions.h"

/* The body between these two is a loop of A0 rounds, A0 > 0. */
void code_begin(void);
void emit(uint32_t instruction);
uint64_t code_here(void);		/* address of the next instruction */
void code_place(uint64_t address);	/* the next instruction goes there */
void code_end(void);

/*
 * Thousandths of a cycle per round of the loop, from a run of @rounds and one of
 * twice as many, after one of that length to warm up. Registers go on from run to run.
 */
uint64_t code_cycles(uint64_t rounds, struct micro_state *state);

void report(const char *name, uint64_t x, uint64_t thousandths);

/*
 * Make a chain of pointers through @count places, @stride bytes apart: all are
 * visited in an order without a pattern. @count is 2^n or 3 * 2^n, 4 or more.
 */
void chain_make(uint64_t base, uint64_t count, uint64_t stride);

uint64_t cycles_now(void);

/* Defined by each group of microbenchmarks. */
void micro_main(void);

#endif /* TEA_MICRO_H */
