// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hidden.c - two causes that hide behind each other: pointer chases that wait for one another
 *
 * Each step of one needs both loads of the step before, and each of these misses the L1 data cache:
 * where one of them hits, the other is still waited for. Buffers are as in st_l1.c; the second chase
 * begins APART lines further on, since of one set of the cache one miss at a time is under way.
 */
#include "microbench.h"

#define PAGES	12
#define LINES	(PAGES * PAGE_BYTES / LINE_BYTES)
#define APART	32

const unsigned long default_iterations = 1000000;

static char buffers[2][PAGES * PAGE_BYTES] __attribute__((aligned(PAGE_BYTES)));
static void *first[2];

static size_t node_offset(size_t i)
{
	return (LINES - 1 - i) * LINE_BYTES;
}

void prepare(void)
{
	for (size_t i = 0; i < 2; i++)
		first[i] = chase_link(buffers[i], LINES, node_offset);
	first[1] = buffers[1] + node_offset(APART);
}

__attribute__((noinline)) void hot_loop(unsigned long iterations)
{
	void *one = first[0], *other = first[1];
	unsigned long both;

	asm volatile("1:	ld	%0, 0(%0)\n"
		     "	ld	%1, 0(%1)\n"
		     "	xor	%2, %0, %1\n"
		     "	and	%2, %2, zero\n"
		     "	add	%0, %0, %2\n"
		     "	add	%1, %1, %2\n"
		     "	addi	%3, %3, -1\n"
		     "	bnez	%3, 1b\n"
		     : "+r" (one), "+r" (other), "=&r" (both), "+r" (iterations) : : "memory");
}
