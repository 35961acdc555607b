// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * dr_l1.c - DR-L1: jumps between 24 lines that share one set of the L1 instruction cache
 *
 * Lines one page apart fall into the same of 64 sets, which has 8 ways: every
 * jump misses, 25 pages stay within the L1 TLB, and each line holds a single
 * instruction, so that nothing is left in the ROB to commit meanwhile. All the
 * jumps are equally hot.
 */
#include "microbench.h"

const unsigned long default_iterations = 60000;

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
    "	.rept	24\n"
    "1:	j	1f\n"
    "	.balign	4096\n"
    "	.endr\n"
    "	.skip	64\n"
    "1:	j	3f\n"
    "3:	addi	a0, a0, -1\n"
    "	beqz	a0, 2f\n"
    "	j	hot_loop\n"
    "2:	ret\n"
    "	.size	hot_loop, . - hot_loop\n"
    "	.option	pop\n");
