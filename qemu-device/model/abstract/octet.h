/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * octet.h - eight lanes at once: times of 32 bits, and the abstract model's operations on them
 *
 * Maximum, sum, difference, a choice by a mask. With TEA_OCTET_VECTOR an octet is a vector of the
 * compiler's, which on x86-64 needs AVX2; else a structure, and plain C does the same to the bit.
 */
#ifndef TEA_OCTET_H
#define TEA_OCTET_H

#include <stdint.h>

#define TEA_OCTET	8	/* lanes */

#if TEA_OCTET_VECTOR

#ifdef __AVX2__
#include <immintrin.h>
#endif

typedef int32_t octet_t __attribute__((vector_size(4 * TEA_OCTET), may_alias));

static inline octet_t octet_all(int32_t value)
{
	return (octet_t){ 0 } + value;
}

static inline octet_t octet_add(octet_t a, octet_t b)
{
	return a + b;
}

static inline octet_t octet_sub(octet_t a, octet_t b)
{
	return a - b;
}

static inline octet_t octet_and(octet_t a, octet_t b)
{
	return a & b;
}

static inline octet_t octet_times(octet_t a, int32_t times)
{
	return a * times;
}

/* All bits of each lane in which @a is larger. */
static inline octet_t octet_above(octet_t a, octet_t b)
{
	return a > b;
}

static inline octet_t octet_max(octet_t a, octet_t b)
{
#ifdef __AVX2__
	return (octet_t)_mm256_max_epi32((__m256i)a, (__m256i)b);
#else
	octet_t above = a > b;

	return (a & above) | (b & ~above);
#endif
}

#else

typedef struct {
	int32_t lane[TEA_OCTET];
} octet_t;

#define TEA_OCTET_EACH(expression) \
	do { \
		octet_t each; \
		for (unsigned int i = 0; i < TEA_OCTET; i++) \
			each.lane[i] = (expression); \
		return each; \
	} while (0)

static inline octet_t octet_all(int32_t value)
{
	TEA_OCTET_EACH(value);
}

static inline octet_t octet_add(octet_t a, octet_t b)
{
	TEA_OCTET_EACH(a.lane[i] + b.lane[i]);
}

static inline octet_t octet_sub(octet_t a, octet_t b)
{
	TEA_OCTET_EACH(a.lane[i] - b.lane[i]);
}

static inline octet_t octet_and(octet_t a, octet_t b)
{
	TEA_OCTET_EACH(a.lane[i] & b.lane[i]);
}

static inline octet_t octet_times(octet_t a, int32_t times)
{
	TEA_OCTET_EACH(a.lane[i] * times);
}

static inline octet_t octet_above(octet_t a, octet_t b)
{
	TEA_OCTET_EACH(a.lane[i] > b.lane[i] ? -1 : 0);
}

static inline octet_t octet_max(octet_t a, octet_t b)
{
	TEA_OCTET_EACH(a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i]);
}

#endif

/* Each lane of @b where @mask has all bits set, of @a where it has none. */
static inline octet_t octet_choose(octet_t mask, octet_t a, octet_t b)
{
	return octet_add(a, octet_and(mask, octet_sub(b, a)));
}

/* Octet number @at of a row of lanes. Rows are aligned to an octet's bytes. */
static inline octet_t octet_load(const int32_t *row, unsigned int at)
{
	return ((const octet_t *)row)[at];
}

static inline void octet_store(int32_t *row, unsigned int at, octet_t value)
{
	((octet_t *)row)[at] = value;
}

#endif /* TEA_OCTET_H */
