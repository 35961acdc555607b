// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fl_ex.c - FL-EX: the shortest of system calls
 *
 * The environment call raises an exception; the cycles until the handler's first
 * instruction reaches the ROB are its own. The kernel's are not: they belong to
 * the kernel's instructions.
 */
#include <sys/syscall.h>

#include "microbench.h"

const unsigned long default_iterations = 200000;

void prepare(void)
{
}

__attribute__((noinline)) void hot_loop(unsigned long iterations)
{
	register unsigned long result asm("a0") = 0;
	register unsigned long number asm("a7") = SYS_getpid;

	asm volatile("1:	ecall\n"
		     "	addi	%1, %1, -1\n"
		     "	bnez	%1, 1b\n"
		     : "+r" (result), "+r" (iterations) : "r" (number) : "memory");
}
