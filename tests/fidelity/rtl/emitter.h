/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * emitter.h - code made at run time, and measured
 *
 *	code_begin();
 *	for (...)
 *		emit(...);
 *	code_end();
 *	code_measure("name", x, n, &state);
 *
 * As ../micro.h, for the programs that RTL ran, too. Each code has an address of its own:
 * BOOM keeps BTB entries of branches that are no longer there, and each costs a fetch
 * packet's prediction 3 cycles.
 */
#ifndef TEA_EMITTER_H
#define TEA_EMITTER_H

#include "../instructions.h"
#include "bench.h"

/* The body between these two is a loop of A0 rounds, A0 > 0. */
void code_begin(void);
void emit(uint32_t instruction);
uint64_t code_here(void);	/* address of the next instruction */
void code_end(void);
void code_end_branch(void);	/* the way back is one branch, of less than 4 KiB */

/* Its line as of measure(), by runs of @n and 2 @n rounds. Registers are of @state. */
void code_measure(const char *name, uint64_t x, long n, struct micro_state *state);

#endif /* TEA_EMITTER_H */
