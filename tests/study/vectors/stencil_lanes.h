/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stencil_lanes.h - the hot function of stencil.c by intrinsics: points of a row in elements
 */
#include "lanes.h"

/* The six points around those from @now on, added up. */
static inline vfloat64m4_t around(const double *now, size_t vl)
{
	static const long neighbours[] = { 1, -X, X, -X * Y, X * Y };
	vfloat64m4_t sum = __riscv_vle64_v_f64m4(now - 1, vl);

#pragma GCC unroll 5
	for (int i = 0; i < 5; i++)
		sum = __riscv_vfadd(sum, __riscv_vle64_v_f64m4(now + neighbours[i], vl), vl);
	return sum;
}

/* A row without its first and last point. */
static inline void step_row(double *next, const double *now, const double *last)
{
	for (size_t x = 1, vl; x < X - 1; x += vl) {
		vfloat64m4_t here, sum, on;

		vl = __riscv_vsetvl_e64m4(X - 1 - x);
		here = __riscv_vle64_v_f64m4(now + x, vl);
		sum = MULTIPLY_ADD(around(now + x, vl), -6.0, here, vl);
		on = MULTIPLY_SUBTRACT(__riscv_vle64_v_f64m4(last + x, vl), 2.0, here, vl);
		__riscv_vse64(next + x, MULTIPLY_ADD(on, 0.1, sum, vl), vl);
	}
}

static double *step(double *restrict next, const double *restrict now,
		    const double *restrict last)
{
	for (int z = 1; z < Z - 1; z++)
		for (int y = 1; y < Y - 1; y++)
			step_row(next + AT(0, y, z), now + AT(0, y, z), last + AT(0, y, z));
	return next;
}
