// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sgemm.c - product of matrices in single precision, added up: sgemm M N K REPEATS
 *
 * M x K by K x N. As libraries have it, but for vectors: all matrices lie in the order in which
 * the inner loop reads them, and that keeps a tile of the product in registers.
 */
#include <string.h>

#include "kernel.h"
#include "sizes.h"

#define TILE	4			/* rows and columns; M and N are rounded down to it */

/* A strip is TILE rows of the left matrix, or columns of the right one, all along K. */
typedef float strip_row[TILE];

/* The elements of a strip at one depth. */
#define PATTERNS 5
static const strip_row patterns[PATTERNS] = {
	{ 0, 1, 2, 3 }, { 2, 0, 3, 1 }, { 1, 1, 0, 2 }, { 3, 2, 1, 0 }, { 1, 3, 2, 2 },
};

#define USAGE "sgemm M N K REPEATS"

#ifdef INTRINSICS
#include "sgemm_lanes.h"	/* of tests/study/vectors */

int main(int argc, char **argv)
{
	long sizes[4];

	sizes_parse(argv + 1, argc - 1, sizes, 4, USAGE);
	printf("sum %.0f\n", product_sum(sizes));
	return 0;
}
#else
typedef float tile_rows[TILE][TILE];

static strip_row *strips_fill(long strips, long depth, long first)
{
	strip_row *matrix = kernel_alloc((size_t)(strips * depth), sizeof(*matrix));

	for (long i = 0; i < strips * depth; i++)
		memcpy(matrix[i], patterns[(first + i) % PATTERNS], sizeof(*matrix));
	return matrix;
}

/* The hot one. */
__attribute__((noinline)) static void multiply_strips(tile_rows product, const strip_row *left,
						      const strip_row *right, long depth)
{
	tile_rows tile = { 0 };

	for (long k = 0; k < depth; k++) {
#pragma GCC unroll 4
		for (int i = 0; i < TILE; i++) {
#pragma GCC unroll 4
			for (int j = 0; j < TILE; j++)
				tile[i][j] += left[k][i] * right[k][j];
		}
	}
	for (int i = 0; i < TILE; i++)
		for (int j = 0; j < TILE; j++)
			product[i][j] += tile[i][j];
}

int main(int argc, char **argv)
{
	long sizes[4], rows, columns, depth;
	strip_row *left, *right;
	tile_rows *product;
	double sum = 0;

	sizes_parse(argv + 1, argc - 1, sizes, 4, USAGE);
	rows = sizes[0] / TILE, columns = sizes[1] / TILE, depth = sizes[2];
	left = strips_fill(rows, depth, 1);
	right = strips_fill(columns, depth, 3);
	product = kernel_alloc((size_t)(rows * columns), sizeof(*product));
	for (long n = sizes[3]; n; n--)
		for (long i = 0; i < rows; i++)
			for (long j = 0; j < columns; j++)
				multiply_strips(product[i * columns + j], left + i * depth,
						right + j * depth, depth);
	for (long i = 0; i < rows * columns; i++)
		for (int k = 0; k < TILE * TILE; k++)
			sum += product[i][k / TILE][k % TILE];
	printf("sum %.0f\n", sum);
	return 0;
}
#endif
