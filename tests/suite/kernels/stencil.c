// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stencil.c - a seven-point stencil and a wave equation on a grid of 3 x 4 MiB
 */
#include "kernel.h"

#define X	128
#define Y	64
#define Z	64
#define AT(x, y, z) (((size_t)(z) * Y + (y)) * X + (x))

#ifdef INTRINSICS
#include "stencil_lanes.h"	/* of tests/study/vectors */
#else
static double *step(double *restrict next, const double *restrict now,
		    const double *restrict last)
{
	for (int z = 1; z < Z - 1; z++) {
		for (int y = 1; y < Y - 1; y++) {
			for (int x = 1; x < X - 1; x++) {
				size_t at = AT(x, y, z);
				double sum = now[at - 1] + now[at + 1] + now[at - X] +
					     now[at + X] + now[at - X * Y] + now[at + X * Y];

				next[at] = 2 * now[at] - last[at] + 0.1 * (sum - 6 * now[at]);
			}
		}
	}
	return next;
}
#endif

int main(int argc, char **argv)
{
	double *last = kernel_alloc((size_t)X * Y * Z, sizeof(*last));
	double *now = kernel_alloc((size_t)X * Y * Z, sizeof(*now));
	double *next = kernel_alloc((size_t)X * Y * Z, sizeof(*next)), sum = 0;

	now[AT(X / 2, Y / 2, Z / 2)] = last[AT(X / 2, Y / 2, Z / 2)] = 1;
	for (long n = kernel_repeats(argc, argv); n; n--) {
		double *old = last;

		step(next, now, last);
		last = now, now = next, next = old;
	}
	for (size_t i = 0; i < (size_t)X * Y * Z; i++)
		sum += now[i] * now[i];
	printf("energy %.9f\n", sum);
	return 0;
}
