/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lanes.h - multiplication and addition of vectors, as the build has them
 *
 * Fused, or with -DSEPARATE two instructions each, as -ffp-contract=off has it of C. @a is a
 * vector like @b, or a number.
 */
#ifndef TEA_VECTORS_LANES_H
#define TEA_VECTORS_LANES_H

#include <riscv_vector.h>

#ifdef SEPARATE
/* @sum + @a * @b */
#define MULTIPLY_ADD(sum, a, b, vl) \
	__riscv_vfadd(sum, __riscv_vfmul(b, a, vl), vl)
/* Elements of @sum beyond @vl stay. */
#define MULTIPLY_ADD_TU(sum, a, b, vl) \
	__riscv_vfadd_tu(sum, sum, __riscv_vfmul(b, a, vl), vl)
/* Where elements that are not in @mask keep it. */
#define MULTIPLY_ADD_MU(mask, sum, a, b, vl) \
	__riscv_vfadd_mu(mask, sum, sum, __riscv_vfmul(mask, b, a, vl), vl)
/* @a * @b - @less */
#define MULTIPLY_SUBTRACT(less, a, b, vl) \
	__riscv_vfsub(__riscv_vfmul(b, a, vl), less, vl)
#else
#define MULTIPLY_ADD(sum, a, b, vl)		__riscv_vfmacc(sum, a, b, vl)
#define MULTIPLY_ADD_TU(sum, a, b, vl)		__riscv_vfmacc_tu(sum, a, b, vl)
#define MULTIPLY_ADD_MU(mask, sum, a, b, vl)	__riscv_vfmacc_mu(mask, sum, a, b, vl)
#define MULTIPLY_SUBTRACT(less, a, b, vl)	__riscv_vfmsac(less, a, b, vl)
#endif

#endif /* TEA_VECTORS_LANES_H */
