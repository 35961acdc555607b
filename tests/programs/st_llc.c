// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * st_llc.c - ST-LLC (and so ST-L1): a pointer chase through four times the LLC
 *
 * All lines of a page come before those of the next, so that 63 loads of 64 hit
 * the TLB. Downwards, as in st_l1.c, against the next-line prefetcher.
 */
#include "microbench.h"

#define BYTES	(8UL << 20)
#define LINES	(BYTES / LINE_BYTES)

const unsigned long default_iterations = 2 * LINES;

static char buffer[BYTES] __attribute__((aligned(PAGE_BYTES)));
static void *first;

static size_t node_offset(size_t i)
{
	return (LINES - 1 - i) * LINE_BYTES;
}

void prepare(void)
{
	first = chase_link(buffer, LINES, node_offset);
}

__attribute__((noinline)) void hot_loop(unsigned long iterations)
{
	void *node = first;

	CHASE(node, iterations);
}
