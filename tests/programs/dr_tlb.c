// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * dr_tlb.c - DR-TLB: jumps between 48 pages, one line of each
 *
 * Half as many pages again as the L1 instruction TLB has entries. Page i jumps
 * from line i, so that the lines spread over the sets of the L1 instruction
 * cache and stay there. A page holds a single instruction. All the jumps are
 * equally hot.
 */
#include "microbench.h"

const unsigned long default_iterations = 80000;

void prepare(void)
{
}

asm("	.text\n"
    "	.option	push\n"
    "	.option	norelax\n"
    "	.option	norvc\n"
    "	.balign	4096\n"
    "	.globl	hot_loop\n"
    "	.type	hot_loop, @function\n"
    "hot_loop:\n"
    "	.set	page, 0\n"
    "	.rept	48\n"
    "1:	j	1f\n"
    "	.balign	4096\n"
    "	.set	page, page + 1\n"
    "	.skip	64 * page\n"
    "	.endr\n"
    "1:	j	3f\n"
    "3:	addi	a0, a0, -1\n"
    "	beqz	a0, 2f\n"
    "	j	hot_loop\n"
    "2:	ret\n"
    "	.size	hot_loop, . - hot_loop\n"
    "	.option	pop\n");
