// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fl_mo.c - FL-MO: a load that overtakes a store to the same address
 *
 * The store's address comes from a multiplication, the load's is at hand: the load
 * reads too early, and is found out when the store's address is known. That is
 * soon, so that what the race costs is the flush, and not the wait for the address.
 * The load lies across two fetch blocks, so that fetching it again takes as long as
 * it can, and longer than executing it again.
 */
#include "microbench.h"

const unsigned long default_iterations = 1000000;

static unsigned long cell __attribute__((aligned(LINE_BYTES)));

void prepare(void)
{
	cell = 1;
}

__attribute__((noinline)) void hot_loop(unsigned long iterations)
{
	unsigned long one = 1, address, value;

	asm volatile("	.balign	16\n"
		     "	c.nop\n"
		     "	.option	push\n"
		     "	.option	norvc\n"
		     "	nop\n"
		     "1:	mul	%1, %3, %4\n"
		     "	sd	%0, 0(%1)\n"
		     "	ld	%2, 0(%3)\n"
		     "	addi	%0, %0, -1\n"
		     "	bnez	%0, 1b\n"
		     "	.option	pop\n"
		     : "+r" (iterations), "=&r" (address), "=&r" (value)
		     : "r" (&cell), "r" (one) : "memory");
}
