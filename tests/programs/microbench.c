// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * microbench.c - main() of the microbenchmarks: PROGRAM [ITERATIONS]
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "microbench.h"

void *chase_link(char *buffer, size_t count, size_t (*offset)(size_t i))
{
	for (size_t i = 0; i < count; i++)
		*(void **)(buffer + offset(i)) = buffer + offset((i + 1) % count);
	return buffer + offset(0);
}

int main(int argc, char **argv)
{
	unsigned long iterations = default_iterations;

	if (argc > 1) {
		char *end;

		errno = 0;
		iterations = strtoul(argv[1], &end, 10);
		if (errno || *end || end == argv[1] || *argv[1] == '-' || !iterations) {
			fprintf(stderr, "%s: '%s' is no loop count: give a number above 0\n",
				argv[0], argv[1]);
			return 2;
		}
	}
	prepare();
	hot_loop(iterations);
	return 0;
}
