// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * st_l1.c - ST-L1: a pointer chase through three times the L1 data cache
 *
 * 24 pages stay within the L1 TLB and all lines within the LLC. Downwards, line
 * by line: what a next-line prefetcher fetches is the line just left.
 */
#include "microbench.h"

#define PAGES	24
#define LINES	(PAGES * PAGE_BYTES / LINE_BYTES)

const unsigned long default_iterations = 1000000;

static char buffer[PAGES * PAGE_BYTES] __attribute__((aligned(PAGE_BYTES)));
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
