// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * base.c - no event: a chain of divisions
 *
 * Each division waits for the last one, so commit stalls on it for the unit's
 * latency, which is no event: the whole stack is Base.
 */
#include "microbench.h"

const unsigned long default_iterations = 500000;

void prepare(void)
{
}

__attribute__((noinline)) void hot_loop(unsigned long iterations)
{
	unsigned long value = ~0UL, divisor = 1;

	asm volatile("1:	divu	%0, %0, %2\n"
		     "	addi	%1, %1, -1\n"
		     "	bnez	%1, 1b\n"
		     : "+r" (value), "+r" (iterations) : "r" (divisor));
}
