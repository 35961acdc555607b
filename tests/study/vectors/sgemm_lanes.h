/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sgemm_lanes.h - the hot function of sgemm.c by intrinsics: columns in elements
 *
 * Sixteen registers hold a tile of the product. In load-op style, sixteen rows: each
 * multiplication takes an element of the left matrix that is loaded for it alone. Or with
 * -DBROADCAST four rows of four registers: an element of the left matrix is copied to all
 * elements of a register, which four multiplications take.
 *
 * The columns behind full tiles are computed a register at a time, the last of it with fewer
 * elements; rows beyond the last sixteen or four are not handled.
 */
#include "lanes.h"

#ifdef BROADCAST
#define ROWS		4
#define REGISTERS	4	/* of a row of the tile */
#define EACH_ROW(X)	X(0) X(1) X(2) X(3)
#else
#define ROWS		16
#define REGISTERS	1
#define EACH_ROW(X)	X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) \
			X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
#endif

/* Columns of the next panel, where @left are left. */
static long panel_width(long left)
{
	long one = (long)__riscv_vsetvlmax_e32m1();

	if (left >= REGISTERS * one)
		return REGISTERS * one;
	return left < one ? left : one;
}

/* @count rows or columns in panels of @width, or of panel_width() where that is 0; along @depth. */
static float *panels_fill(long count, long width, long depth, long first)
{
	float *panels = kernel_alloc((size_t)(count * depth), sizeof(*panels)), *at = panels;

	for (long start = 0, next; start < count; start = next) {
		next = start + (width ? width : panel_width(count - start));
		for (long k = 0; k < depth; k++)
			for (long i = start; i < next; i++) {
				long row = first + i / TILE * depth + k;

				*at++ = patterns[row % PATTERNS][i % TILE];
			}
	}
	return panels;
}

#define ZERO(i)		sum##i = __riscv_vfmv_v_f_f32m1(0, vl);
#define SUM(i)		vfloat32m1_t ZERO(i)
#ifdef BROADCAST
#define FACTOR(i)	__riscv_vfmv_v_f_f32m1(left[i], vl)
#else
#define FACTOR(i)	left[i]
#endif
#define ADD(i)		sum##i = MULTIPLY_ADD(sum##i, FACTOR(i), right0, vl);
#define PUT(i)		__riscv_vse32(product + (i) * vl, __riscv_vfadd(sum##i, \
				__riscv_vle32_v_f32m1(product + (i) * vl, vl), vl), vl);

/* A register's width of columns. The hot one of load-op style. */
__attribute__((noinline)) static void multiply_panels(float *product, const float *left,
						      const float *right, long depth, size_t vl)
{
	EACH_ROW(SUM)
	for (long k = 0; k < depth; k++, left += ROWS, right += vl) {
		vfloat32m1_t right0 = __riscv_vle32_v_f32m1(right, vl);

		EACH_ROW(ADD)
	}
	EACH_ROW(PUT)
}

#ifdef BROADCAST
#define SUMS(i)	SUM(i##0) SUM(i##1) SUM(i##2) SUM(i##3)
#define ADDS(i)	factor = FACTOR(i); ADD_ONE(i, 0) ADD_ONE(i, 1) ADD_ONE(i, 2) ADD_ONE(i, 3)
#define ADD_ONE(i, j)	sum##i##j = MULTIPLY_ADD(sum##i##j, factor, right##j, vl);
#define PUTS(i)	PUT_ONE(i, 0) PUT_ONE(i, 1) PUT_ONE(i, 2) PUT_ONE(i, 3)
#define PUT_ONE(i, j)	at = product + ((i) * REGISTERS + (j)) * vl; \
			__riscv_vse32(at, __riscv_vfadd(sum##i##j, \
					__riscv_vle32_v_f32m1(at, vl), vl), vl);

/* And of REGISTERS. The hot one of the other style. */
__attribute__((noinline)) static void multiply_wide(float *product, const float *left,
						    const float *right, long depth, size_t vl)
{
	float *at;

	EACH_ROW(SUMS)
	for (long k = 0; k < depth; k++, left += ROWS, right += REGISTERS * vl) {
		vfloat32m1_t right0 = __riscv_vle32_v_f32m1(right, vl),
			     right1 = __riscv_vle32_v_f32m1(right + vl, vl),
			     right2 = __riscv_vle32_v_f32m1(right + 2 * vl, vl),
			     right3 = __riscv_vle32_v_f32m1(right + 3 * vl, vl), factor;

		EACH_ROW(ADDS)
	}
	EACH_ROW(PUTS)
}
#endif

static void multiply(float *product, const float *left, const float *right, long depth,
		     size_t width)
{
#ifdef BROADCAST
	size_t one = __riscv_vsetvlmax_e32m1();

	if (width == REGISTERS * one) {
		multiply_wide(product, left, right, depth, one);
		return;
	}
#endif
	multiply_panels(product, left, right, depth, width);
}

static double product_sum(const long sizes[4])
{
	long rows = sizes[0] / ROWS * ROWS, columns = sizes[1], depth = sizes[2];
	float *left = panels_fill(rows, ROWS, depth, 1), *right = panels_fill(columns, 0, depth, 3);
	float *product = kernel_alloc((size_t)(rows * columns), sizeof(*product));
	double sum = 0;

	for (long n = sizes[3]; n; n--) {
		for (long j = 0, width; j < columns; j += width) {
			width = panel_width(columns - j);
			for (long i = 0; i < rows; i += ROWS)
				multiply(product + j * rows + i * width, left + i * depth,
					 right + j * depth, depth, (size_t)width);
		}
	}
	for (long i = 0; i < rows * columns; i++)
		sum += product[i];
	return sum;
}
