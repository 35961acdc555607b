/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * blame.h - to whom slots are charged, and why
 *
 * In one word: each operation has one, that is passed on and kept in several places. All 0 is
 * static instruction 0, user level, component 0: base, of either kind of stack.
 */
#ifndef TEA_BLAME_H
#define TEA_BLAME_H

#include <stdint.h>

#include "tea_abi.h"

struct tea_blame {
	uint64_t word;			/* site << 16 | privilege << 8 | component */
};

/* @privilege: TEA_PRIV_*; @component: enum tea_component, or enum tea_flops. */
static inline struct tea_blame tea_blame_of(uint64_t site, uint64_t privilege, uint64_t component)
{
	return (struct tea_blame){ site << 16 | privilege << 8 | component };
}

static inline uint32_t tea_blame_site(struct tea_blame blame)
{
	return (uint32_t)(blame.word >> 16);
}

static inline uint8_t tea_blame_privilege(struct tea_blame blame)
{
	return (uint8_t)(blame.word >> 8);
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
