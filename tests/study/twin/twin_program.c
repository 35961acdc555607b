// SPDX-License-Identifier: GPL-2.0
/*
 * twin_program.c - the work of twin.h as a program: twin ROUNDS, prints the sum
 */
#include <stdio.h>
#include <stdlib.h>

#include "twin.h"

int main(int argc, char **argv)
{
	static struct twin twin;
	char *end = "?";
	unsigned long rounds = argc == 2 ? strtoul(argv[1], &end, 10) : 0;

	if (*end || !rounds) {
		fprintf(stderr, "usage: twin ROUNDS: a number from 1 on\n");
		return 2;
	}
	while (rounds--)
		twin_round(&twin);
	printf("%lu\n", twin.sum);
	return 0;
}
