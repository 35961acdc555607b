/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * blame.h - the row and the cause that slots are charged to
 *
 * Both in one integer: each operation has one, which is passed on and kept in several places. The
 * row is a number in the user's sums: a static instruction's, or a privilege level's.
 * All 0 is component 0 of row 0: base, of either kind of stack.
 */
#ifndef TEA_BLAME_H
#define TEA_BLAME_H

#include <stdint.h>

#include "tea_abi.h"

struct tea_blame {
	uint64_t word;			/* row << 8 | component */
};

/* @component: enum tea_component, or enum tea_flops. */
static inline struct tea_blame tea_blame_of(uint64_t row, uint64_t component)
{
	return (struct tea_blame){ row << 8 | component };
}

static inline uint64_t tea_blame_row(struct tea_blame blame)
{
	return blame.word >> 8;
}

static inline uint8_t tea_blame_component(struct tea_blame blame)
{
	return (uint8_t)blame.word;
}

/* The same to be charged, for something else. */
static inline struct tea_blame tea_blame_for(struct tea_blame blame, unsigned int component)
{
	return (struct tea_blame){ (blame.word & ~UINT64_C(0xff)) | component };
}

#endif /* TEA_BLAME_H */
