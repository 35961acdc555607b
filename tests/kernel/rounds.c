// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * rounds.c - a program with a known number of executions of each instruction
 *
 * rounds N: in each of N rounds a loop calls a function of four instructions, directly and by
 * an address, and divides: 14 instructions, of which 5 are taken branches.
 */
#include <stdio.h>
#include <stdlib.h>

void rounds(unsigned long count);

asm(".text\n"
    ".globl rounds, leaf\n"
    ".type rounds, @function\n"
    "rounds: addi sp, sp, -16\n"
    "	sd ra, 8(sp)\n"
    "	lla t3, leaf\n"
    "round:	call leaf\n"
    "	jalr t3\n"
    "	divu a1, a0, a0\n"
    "	addi a1, a1, 1\n"
    "	addi a0, a0, -1\n"
    "	bnez a0, round\n"
    "	ld ra, 8(sp)\n"
    "	addi sp, sp, 16\n"
    "	ret\n"
    ".size rounds, .-rounds\n"
    ".type leaf, @function\n"
    "leaf:	addi a2, a2, 1\n"
    "	mul a2, a2, a2\n"
    "	add a3, a2, a0\n"
    "	ret\n"
    ".size leaf, .-leaf\n");

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: rounds COUNT\n");
		return 2;
	}
	rounds(strtoul(argv[1], NULL, 0));
	return 0;
}
