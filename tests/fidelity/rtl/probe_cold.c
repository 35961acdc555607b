// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * probe_cold.c - code of 768 lines, twice the L1I: first from memory, then from the L2
 *
 * Empty lines, dependent additions, a jump and a taken branch to the next line.
 */
#include "bench.h"

#define BLOB(name, line)									\
	asm(".text\n.option push\n.option norvc\n.balign 64\n" #name ": .rept 768\n" line	\
	    ".endr\nret\n.option pop\n");							\
	void name(void)

BLOB(blob_nop, ".rept 16\nnop\n.endr\n");
BLOB(blob_add, ".rept 16\naddi a0,a0,1\n.endr\n");
BLOB(blob_jump, "j . + 64\n.rept 15\nnop\n.endr\n");
BLOB(blob_branch, "beqz zero, . + 64\n.rept 15\nnop\n.endr\n");

/* Its line has no n1: that field has the cycles of the first run. */
static void run(const char *name, void (*blob)(void))
{
	uint64_t cycles[3];

	cycles[0] = cycles_now();
	blob();
	cycles[1] = cycles_now();
	blob();
	cycles[2] = cycles_now();
	line(name, 768, 0, cycles[1] - cycles[0], 0, 1, cycles[2] - cycles[1], 0);
}

void bench_main(void)
{
	run("nop", blob_nop);
	run("add", blob_add);
	run("jump", blob_jump);
	run("branch", blob_branch);
}
