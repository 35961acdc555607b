// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * triad.c - copy, scale, add and triad over arrays larger than the last-level cache
 */
#include "kernel.h"

#define LENGTH	(1 << 18)		/* doubles: 2 MiB each array */

int main(int argc, char **argv)
{
	long repeats = kernel_repeats(argc, argv);
	double *a = kernel_alloc(LENGTH, sizeof(*a)), *b = kernel_alloc(LENGTH, sizeof(*b));
	double *c = kernel_alloc(LENGTH, sizeof(*c)), sum = 0;

	for (long i = 0; i < LENGTH; i++)
		a[i] = 1 + (double)(i % 7);
	for (long n = 0; n < repeats; n++) {
		for (long i = 0; i < LENGTH; i++)
			c[i] = a[i];
		for (long i = 0; i < LENGTH; i++)
			b[i] = 0.3 * c[i];
		for (long i = 0; i < LENGTH; i++)
			c[i] = a[i] + b[i];
		for (long i = 0; i < LENGTH; i++)
			a[i] = b[i] + 0.5 * c[i];
	}
	for (long i = 0; i < LENGTH; i++)
		sum += a[i];
	printf("sum %.6f\n", sum);
	return 0;
}
