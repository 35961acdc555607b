// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fl_mo.c - FL-MO: a load that overtakes a store to the same address
 *
 * The store's address takes two multiplications, the load's is at hand: the load
 * reads too early, and is found out when the store's address is known. Two are
 * enough to lose the race and short enough not to be the hot instructions.
 */
#include "microbench.h"

const unsigned long default_iterations = 800000;

static unsigned long cell __attribute__((aligned(LINE_BYTES)));

void prepare(void)
{
	cell = 1;
}

__attribute__((noinline)) void hot_loop(unsigned long iterations)
{
	unsigned long zero = 0, address, value;

	asm volatile("1:	mul	%1, %4, %4\n"
		     "	mul	%1, %1, %4\n"
		     "	add	%1, %1, %3\n"
		     "	sd	%0, 0(%1)\n"
		     "	ld	%2, 0(%3)\n"
		     "	addi	%0, %0, -1\n"
		     "	bnez	%0, 1b\n"
		     : "+r" (iterations), "=&r" (address), "=&r" (value)
		     : "r" (&cell), "r" (zero) : "memory");
}
