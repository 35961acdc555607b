// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * spmv.c - sparse matrix by vector in a conjugate-gradient iteration, compressed rows
 */
#include <math.h>

#include "kernel.h"

#define SIDE	160
#define ROWS	(SIDE * SIDE)
#define ENTRIES	(ROWS * 7)

static int starts[ROWS + 1], columns[ENTRIES];
static double values[ENTRIES], x[ROWS], r[ROWS], p[ROWS], q[ROWS];

static void put(int *count, int column, double value)
{
	columns[*count] = column;
	values[(*count)++] = value;
}

/* A five-point operator, and two far entries a row that no prefetcher guesses. */
static void build(void)
{
	uint64_t state = 11;
	int count = 0;

	for (int i = 0; i < ROWS; i++) {
		starts[i] = count;
		put(&count, i, 6);
		if (i % SIDE)
			put(&count, i - 1, -1);
		if (i % SIDE < SIDE - 1)
			put(&count, i + 1, -1);
		if (i >= SIDE)
			put(&count, i - SIDE, -1);
		if (i < ROWS - SIDE)
			put(&count, i + SIDE, -1);
		for (int k = 0; k < 2; k++)
			put(&count, (int)(kernel_draw(&state) % ROWS), -0.01);
		r[i] = p[i] = 1;
	}
	starts[ROWS] = count;
}

#ifdef INTRINSICS
#include "spmv_lanes.h"	/* of tests/study/vectors */
#else
static void multiply(void)
{
	for (int i = 0; i < ROWS; i++) {
		double sum = 0;

		for (int k = starts[i]; k < starts[i + 1]; k++)
			sum += values[k] * p[columns[k]];
		q[i] = sum;
	}
}
#endif

static double dot(const double *a, const double *b)
{
	double sum = 0;

	for (int i = 0; i < ROWS; i++)
		sum += a[i] * b[i];
	return sum;
}

int main(int argc, char **argv)
{
	double residue, next;

	build();
	residue = dot(r, r);
	for (long n = kernel_repeats(argc, argv); n; n--) {
		double alpha;

		multiply();
		alpha = residue / (dot(p, q) + 1e-300);
		for (int i = 0; i < ROWS; i++) {
			x[i] += alpha * p[i];
			r[i] -= alpha * q[i];
		}
		next = dot(r, r);
		for (int i = 0; i < ROWS; i++)
			p[i] = r[i] + next / (residue + 1e-300) * p[i];
		residue = next;
	}
	printf("x %.6f\n", sqrt(dot(x, x)));
	return 0;
}
