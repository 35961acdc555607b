/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vectortypes.h - the vector type (SEW, LMUL) that each instruction of a function runs with
 *
 * It is the type that vset* last set on every path through the function's own branches and jumps to
 * the instruction. Unknown are types that differ by the path; those in a register (vsetvl); and
 * those at the function's begin, behind a call or a system call, and at blocks without a known
 * predecessor: behind a jump through a table, by an exception.
 */
#ifndef VECTORTYPES_H
#define VECTORTYPES_H

#include "codeblocks.h"

#define VECTORTYPES_UNKNOWN	(-1)

/* Zeroed memory is of no function. */
struct vectortypes {
	uint32_t object;		/* of the function asked for last */
	uint64_t begin, end;
	int16_t *items;			/* by half-word: vtype, or unknown */
};

/* The type that the instruction at @place runs with, or sets as a vset*; unknown without memory. */
int vectortypes_at(struct vectortypes *types, struct recording *recording, uint32_t object,
		   uint64_t place);
void vectortypes_deinit(struct vectortypes *types);

/* By half-word of marked code, in memory that the caller frees. NULL: out of memory. */
int16_t *vectortypes_find(const struct codeblocks *code);

#endif /* VECTORTYPES_H */
