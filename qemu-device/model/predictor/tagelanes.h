/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tagelanes.h - vectors of eight lanes of 16 bits, as the compiler has them for any host
 *
 * Operations that the compiler has no word for are here: with the host's instruction
 * (SSE2, which every x86-64 has), or in plain arithmetic with the same result.
 */
#ifndef TEA_TAGELANES_H
#define TEA_TAGELANES_H

#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define TEA_LANES	8

typedef uint16_t tea_lanes __attribute__((vector_size(2 * TEA_LANES)));
typedef int16_t tea_lanes_signed __attribute__((vector_size(2 * TEA_LANES)));

static inline tea_lanes lanes_of(uint16_t value)
{
	return (tea_lanes){ 0 } + value;
}

/* Bit i: the highest bit of lane i of @low; bit 8 + i: that of @high. */
static inline uint32_t lanes_signs_plain(tea_lanes low, tea_lanes high)
{
	const tea_lanes bits = { 1, 2, 4, 8, 16, 32, 64, 128 };
	tea_lanes signs = ((0 - (low >> 15)) & bits) | ((0 - (high >> 15)) & bits << 8);
	uint64_t halves[2];

	memcpy(halves, &signs, sizeof(halves));
	halves[0] |= halves[1];
	halves[0] |= halves[0] >> 32;
	return (uint16_t)(halves[0] | halves[0] >> 16);
}

static inline uint32_t lanes_signs(tea_lanes low, tea_lanes high)
{
#ifdef __SSE2__
	return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16((__m128i)low, (__m128i)high));
#else
	return lanes_signs_plain(low, high);
#endif
}

#endif /* TEA_TAGELANES_H */
