/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sizes.h - numbers on the command line of kernels that take several
 */
#ifndef TEA_CASES_SIZES_H
#define TEA_CASES_SIZES_H

#include <stdio.h>
#include <stdlib.h>

#define SIZE_MOST	100000

/* @count arguments from @first on, whole numbers from 1 to SIZE_MOST, or the program ends. */
static inline void sizes_parse(char **first, int argc, long *sizes, int count, const char *usage)
{
	for (int i = 0; i < count; i++) {
		char *end = "?";

		sizes[i] = argc == count ? strtol(first[i], &end, 10) : 0;
		if (*end || sizes[i] < 1 || sizes[i] > SIZE_MOST) {
			fprintf(stderr, "usage: %s: numbers from 1 to %d\n", usage, SIZE_MOST);
			exit(2);
		}
	}
}

#endif /* TEA_CASES_SIZES_H */
