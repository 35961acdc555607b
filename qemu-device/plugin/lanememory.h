/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lanememory.h - whether the machine has the memory for as many lanes as were asked for
 *
 * Linux overcommits memory, and kills the process once that is written to. So the memory that
 * the models asked for is compared with the memory that was available before.
 */
#ifndef TEA_LANEMEMORY_H
#define TEA_LANEMEMORY_H

#include <stdint.h>

struct lanememory {
	uint64_t left;			/* bytes that the machine had; UINT64_MAX: not known */
	uint64_t before;		/* bytes that were asked for by then */
};

/* From now on. */
struct lanememory lanememory_begin(void);
/* Bytes that were asked for since. */
uint64_t lanememory_taken(const struct lanememory *memory);

#endif /* TEA_LANEMEMORY_H */
