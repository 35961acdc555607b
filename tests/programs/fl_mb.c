// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fl_mb.c - FL-MB: a branch on random bits
 *
 * xorshift64 gives 64 bits at a time; a shift then brings the next one to the
 * sign, so that the branch hardly waits for its operand and what it costs is the
 * flush of every second execution. No history predicts it.
 */
#include "microbench.h"

const unsigned long default_iterations = 40000;

void prepare(void)
{
}

__attribute__((noinline)) void hot_loop(unsigned long iterations)
{
	unsigned long random = 0x9e3779b97f4a7c15, bits, left, ones = 0;

	while (iterations--) {
		random ^= random << 13;
		random ^= random >> 7;
		random ^= random << 17;
		bits = random;
		left = 64;
		asm volatile("1:	bltz	%0, 2f\n"
			     "	addi	%2, %2, 1\n"
			     "2:	slli	%0, %0, 1\n"
			     "	addi	%1, %1, -1\n"
			     "	bnez	%1, 1b\n"
			     : "+r" (bits), "+r" (left), "+r" (ones));
	}
}
