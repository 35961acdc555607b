// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * st_tlb.c - ST-TLB: a pointer chase through four times the L1 TLB, one line a page
 *
 * Page i holds its node in line i modulo 64: all 128 lines stay in the L1 data
 * cache, two in a set, and leave six ways to page-table entries. A buffer below
 * 2 MiB cannot become a huge page.
 */
#include "microbench.h"

#define PAGES	128

const unsigned long default_iterations = 2500000;

static char buffer[PAGES * PAGE_BYTES] __attribute__((aligned(PAGE_BYTES)));
static void *first;

static size_t node_offset(size_t i)
{
	return i * PAGE_BYTES + i * LINE_BYTES % PAGE_BYTES;
}

void prepare(void)
{
	first = chase_link(buffer, PAGES, node_offset);
}

__attribute__((noinline)) void hot_loop(unsigned long iterations)
{
	void *node = first;

	CHASE(node, iterations);
}
