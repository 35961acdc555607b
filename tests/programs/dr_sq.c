// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * dr_sq.c - DR-SQ: one store to each line of twice the LLC
 *
 * Memory takes a line, and writes one back, far more slowly than stores commit.
 * More than twice the LLC are more pages than the L2 TLB has: a store that waits for
 * the walker, too, empties the queue a little and shows both.
 * The store queue fills with stores that have left the ROB, the next one cannot
 * be dispatched, and there is nothing else in the loop to commit.
 */
#include <string.h>

#include "microbench.h"

#define BYTES	(4UL << 20)

const unsigned long default_iterations = 10;

static char buffer[BYTES] __attribute__((aligned(PAGE_BYTES)));

void prepare(void)
{
	memset(buffer, 1, sizeof(buffer));
}

__attribute__((noinline)) void hot_loop(unsigned long iterations)
{
	while (iterations--) {
		char *line = buffer;

		asm volatile("1:	sd	%1, 0(%0)\n"
			     "	addi	%0, %0, 64\n"
			     "	bne	%0, %2, 1b\n"
			     : "+r" (line) : "r" (iterations), "r" (buffer + BYTES) : "memory");
	}
}
