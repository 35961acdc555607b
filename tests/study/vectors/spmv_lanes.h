/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * spmv_lanes.h - the hot function of spmv.c by intrinsics: a row of the matrix in each element
 *
 * All rows' first entries lie together, then all second ones, and so on. Where a row has no
 * more, its element is masked.
 */
#include "lanes.h"

#define ROW_MOST	(ENTRIES / ROWS)

static uint8_t lengths[ROWS];
static uint32_t offsets[ROW_MOST][ROWS];	/* of columns, in bytes */
static double entries[ROW_MOST][ROWS];

static void arrange(void)
{
	for (int i = 0; i < ROWS; i++) {
		lengths[i] = (uint8_t)(starts[i + 1] - starts[i]);
		for (int k = 0; k < lengths[i]; k++) {
			offsets[k][i] = (uint32_t)(columns[starts[i] + k] * (int)sizeof(*p));
			entries[k][i] = values[starts[i] + k];
		}
	}
}

static void multiply(void)
{
	if (!lengths[0])
		arrange();
	for (size_t i = 0, vl; i < ROWS; i += vl) {
		vfloat64m2_t sum;
		vuint8mf4_t length;

		vl = __riscv_vsetvl_e64m2(ROWS - i);
		sum = __riscv_vfmv_v_f_f64m2(0, vl);
		length = __riscv_vle8_v_u8mf4(lengths + i, vl);
		for (uint8_t k = 0; k < ROW_MOST; k++) {
			vbool32_t there = __riscv_vmsgtu(length, k, vl);
			vuint32m1_t offset = __riscv_vle32_v_u32m1_m(there, offsets[k] + i, vl);
			vfloat64m2_t entry = __riscv_vle64_v_f64m2_m(there, entries[k] + i, vl);
			vfloat64m2_t factor = __riscv_vluxei32(there, p, offset, vl);

			sum = MULTIPLY_ADD_MU(there, sum, entry, factor, vl);
		}
		__riscv_vse64(q + i, sum, vl);
	}
}
