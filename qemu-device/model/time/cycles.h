/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cycles.h - arithmetic on cycles and the sizes of tables */
#ifndef TEA_CYCLES_H
#define TEA_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

/* Core cycles: a point in time, or a length. */
typedef uint64_t cycle_t;

static inline cycle_t cycle_min(cycle_t a, cycle_t b)
{
	return a < b ? a : b;
}

static inline cycle_t cycle_max(cycle_t a, cycle_t b)
{
	return a > b ? a : b;
}

/* So many @cycles before @at, or the first one. */
static inline cycle_t cycles_before(cycle_t at, cycle_t cycles)
{
	return at > cycles ? at - cycles : 0;
}

static inline bool is_power_of_two(uint64_t n)
{
	return n && !(n & (n - 1));
}

/* Position of the only bit that is set. */
static inline unsigned int log2_exact(uint64_t n)
{
	return (unsigned int)__builtin_ctzll(n);
}

static inline uint64_t divide_up(uint64_t a, uint64_t b)
{
	return (a + b - 1) / b;
}

#endif /* TEA_CYCLES_H */
