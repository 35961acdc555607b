/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * microbench.h - one small RISC-V program for each event of table 1, one for none
 *
 * A program gives its loop and, where it needs one, its preparation; main() is
 * shared. The loop is written in assembly: what counts is one known instruction,
 * whose cycle stack expected.tsv predicts. Sizes follow the default core of
 * qemu-device/model/params.def: 32 KiB 8-way L1s with 64 sets, a 2 MiB LLC,
 * 32-entry L1 TLBs and 4 KiB pages. The loop's events are meant to be the only
 * ones: every program keeps below the other structures' reach.
 */
#ifndef MICROBENCH_H
#define MICROBENCH_H

#include <stddef.h>

#define LINE_BYTES	64
#define PAGE_BYTES	4096

/* Loop count of a run without an argument: some 20 million cycles. */
extern const unsigned long default_iterations;

/* Allocate and touch memory; not part of what is measured. */
void prepare(void);

/* The loop under test. */
void hot_loop(unsigned long iterations);

/*
 * Link @count nodes into a ring of pointers, in order of their index; node i
 * lies @offset(i) bytes behind @buffer. Returns node 0.
 */
void *chase_link(char *buffer, size_t count, size_t (*offset)(size_t i));

/* The one statement of the pointer chases: each load waits for the last one. */
#define CHASE(node, iterations) \
	asm volatile("1:	ld	%0, 0(%0)\n" \
		     "	addi	%1, %1, -1\n" \
		     "	bnez	%1, 1b\n" \
		     : "+r" (node), "+r" (iterations) : : "memory")

#endif /* MICROBENCH_H */
