// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sgemm.c - product of matrices in single precision, added up: sgemm REPEATS
 *
 * As libraries have it, but for vectors: all matrices lie in the order in which the inner
 * loop reads them, and that keeps a tile of the product in registers.
 */
#include "kernel.h"

#define SIDE	96			/* of each matrix */
#define TILE	4			/* and of a tile */
#define STRIPS	(SIDE / TILE)

/* In strips of TILE rows or columns, and in tiles. */
static float a[STRIPS][SIDE][TILE], b[STRIPS][SIDE][TILE], c[STRIPS][STRIPS][TILE][TILE];

static void fill(float matrix[STRIPS][SIDE][TILE], int first)
{
	for (int strip = 0; strip < STRIPS; strip++)
		for (int k = 0; k < SIDE; k++)
			for (int i = 0; i < TILE; i++)
				matrix[strip][k][i] = (float)((first + strip * k + i) % 16);
}

/* The hot one. */
__attribute__((noinline)) static void multiply_strips(float product[TILE][TILE],
						      const float left[SIDE][TILE],
						      const float right[SIDE][TILE])
{
	float tile[TILE][TILE] = { 0 };

	for (int k = 0; k < SIDE; k++) {
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
	double sum = 0;

	fill(a, 1);
	fill(b, 5);
	for (long n = kernel_repeats(argc, argv); n; n--)
		for (int i = 0; i < STRIPS; i++)
			for (int j = 0; j < STRIPS; j++)
				multiply_strips(c[i][j], a[i], b[j]);
	for (int i = 0; i < STRIPS; i++)
		for (int j = 0; j < STRIPS; j++)
			for (int k = 0; k < TILE * TILE; k++)
				sum += c[i][j][k / TILE][k % TILE];
	printf("sum %.0f\n", sum);
	return 0;
}
