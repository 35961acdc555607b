/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kernel.h - shared by the suite's own kernels
 *
 * Each takes one argument, how often to repeat, and prints one line that depends
 * on all of its work.
 */
#ifndef TEA_SUITE_KERNEL_H
#define TEA_SUITE_KERNEL_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static inline uint64_t kernel_draw(uint64_t *state)
{
	*state = *state * 6364136223846793005U + 1442695040888963407U;
	return *state >> 33;
}

static inline void *kernel_alloc(size_t count, size_t bytes)
{
	void *memory = calloc(count, bytes);

	if (!memory) {
		fprintf(stderr, "out of memory\n");
		exit(1);
	}
	return memory;
}

static inline long kernel_repeats(int argc, char **argv)
{
	long repeats = argc == 2 ? strtol(argv[1], NULL, 10) : 0;

	if (repeats < 1) {
		fprintf(stderr, "usage: %s REPEATS\n", argv[0]);
		exit(2);
	}
	return repeats;
}

#endif /* TEA_SUITE_KERNEL_H */
