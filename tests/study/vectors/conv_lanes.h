/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * conv_lanes.h - the phases of conv.c by intrinsics: points of a row in elements
 *
 * Forward in two styles. Each multiplication takes a part of the image that is loaded for it
 * alone, and a weight from a scalar register (load-op); or with -DBROADCAST weights are copied
 * to all elements of a register, which several multiplications take, and so are parts of the
 * image, each for several rows of the output.
 */
#include "lanes.h"

#ifdef BROADCAST
#define BLOCK	4	/* rows of the output that are computed together */

/*
 * All weights on a part of one row of the output or of BLOCK, with the points of @image above it.
 */
static inline __attribute__((always_inline)) void block(const struct layer *layer,
	const float *image, float *output, const float *weights, const int taps, const int rows,
	size_t vl)
{
	vfloat32m1_t sum0 = __riscv_vle32_v_f32m1(output, vl), sum1 = sum0, sum2 = sum0,
		     sum3 = sum0;

	if (rows == BLOCK) {
		sum1 = __riscv_vle32_v_f32m1(output + layer->width, vl);
		sum2 = __riscv_vle32_v_f32m1(output + 2 * layer->width, vl);
		sum3 = __riscv_vle32_v_f32m1(output + 3 * layer->width, vl);
	}
#pragma GCC unroll 8
	for (int s = 0; s < taps; s++) {
#pragma GCC unroll 16
		for (int i = 0; i < rows + taps - 1; i++) {
			vfloat32m1_t part = __riscv_vle32_v_f32m1(image + i * layer->pitch + s, vl);

#pragma GCC unroll 8
			for (int r = 0; r < taps; r++) {
				float value = weights[r * taps + s];
				vfloat32m1_t weight = __riscv_vfmv_v_f_f32m1(value, vl);
				int row = i - r;

				if (row == 0)
					sum0 = MULTIPLY_ADD(sum0, weight, part, vl);
				else if (row == 1 && rows == BLOCK)
					sum1 = MULTIPLY_ADD(sum1, weight, part, vl);
				else if (row == 2 && rows == BLOCK)
					sum2 = MULTIPLY_ADD(sum2, weight, part, vl);
				else if (row == 3 && rows == BLOCK)
					sum3 = MULTIPLY_ADD(sum3, weight, part, vl);
			}
		}
	}
	__riscv_vse32(output, sum0, vl);
	if (rows == BLOCK) {
		__riscv_vse32(output + layer->width, sum1, vl);
		__riscv_vse32(output + 2 * layer->width, sum2, vl);
		__riscv_vse32(output + 3 * layer->width, sum3, vl);
	}
}

static inline __attribute__((always_inline)) void forward(const struct layer *layer,
	const float *restrict image, float *restrict output,
	const float *restrict weights, const int taps)
{
	for (long y = 0, rows; y < layer->height; y += rows) {
		rows = layer->height - y < BLOCK ? 1 : BLOCK;
		for (size_t x = 0, vl; x < (size_t)layer->width; x += vl) {
			vl = __riscv_vsetvl_e32m1((size_t)layer->width - x);
			if (rows == BLOCK)
				block(layer, image + y * layer->pitch + x,
				      output + y * layer->width + x, weights, taps, BLOCK, vl);
			else
				block(layer, image + y * layer->pitch + x,
				      output + y * layer->width + x, weights, taps, 1, vl);
		}
	}
}
#else
static inline __attribute__((always_inline)) void forward(const struct layer *layer,
	const float *restrict image, float *restrict output,
	const float *restrict weights, const int taps)
{
	for (long y = 0; y < layer->height; y++) {
		for (size_t x = 0, vl; x < (size_t)layer->width; x += vl) {
			float *at = output + y * layer->width + x;
			vfloat32m1_t sum;

			vl = __riscv_vsetvl_e32m1((size_t)layer->width - x);
			sum = __riscv_vle32_v_f32m1(at, vl);
#pragma GCC unroll 8
			for (int r = 0; r < taps; r++) {
				const float *row = image + (y + r) * layer->pitch + x;

#pragma GCC unroll 8
				for (int s = 0; s < taps; s++)
					sum = MULTIPLY_ADD(sum, weights[r * taps + s],
							   __riscv_vle32_v_f32m1(row + s, vl), vl);
			}
			__riscv_vse32(at, sum, vl);
		}
	}
}
#endif

/* Rows of layers are short: four registers hold most of one. */
static inline __attribute__((always_inline)) void data(const struct layer *layer,
	float *restrict image, const float *restrict output,
	const float *restrict weights, const int taps)
{
	for (int i = 0; i < taps * taps; i++) {
		float *to = image + i / taps * layer->pitch + i % taps;

		for (long y = 0; y < layer->height; y++) {
			for (size_t x = 0, vl; x < (size_t)layer->width; x += vl) {
				float *at = to + y * layer->pitch + x;
				vfloat32m4_t sum, from;

				vl = __riscv_vsetvl_e32m4((size_t)layer->width - x);
				sum = __riscv_vle32_v_f32m4(at, vl);
				from = __riscv_vle32_v_f32m4(output + y * layer->width + x, vl);
				__riscv_vse32(at, MULTIPLY_ADD(sum, weights[i], from, vl), vl);
			}
		}
	}
}

/* The sum of a weight's products over the plane: in elements, then across them. */
static inline float weight_sum(const struct layer *layer, const float *image, const float *output)
{
	size_t all = __riscv_vsetvlmax_e32m4();
	vfloat32m4_t sum = __riscv_vfmv_v_f_f32m4(0, all);

	for (long y = 0; y < layer->height; y++) {
		for (size_t x = 0, vl; x < (size_t)layer->width; x += vl) {
			vfloat32m4_t at, from;

			vl = __riscv_vsetvl_e32m4((size_t)layer->width - x);
			at = __riscv_vle32_v_f32m4(output + y * layer->width + x, vl);
			from = __riscv_vle32_v_f32m4(image + y * layer->pitch + x, vl);
			sum = MULTIPLY_ADD_TU(sum, at, from, vl);
		}
	}
	return __riscv_vfmv_f(__riscv_vfredusum(sum, __riscv_vfmv_s_f_f32m1(0, all), all));
}

static inline __attribute__((always_inline)) void filter(const struct layer *layer,
	const float *restrict image, const float *restrict output,
	float *restrict weights, const int taps)
{
	for (int i = 0; i < taps * taps; i++)
		weights[i] += weight_sum(layer, image + i / taps * layer->pitch + i % taps, output);
}
