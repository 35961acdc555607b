/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vectortypes.h - the vector type (SEW, LMUL) that each instruction of a function runs with
 *
 * It is what vset* last set on every way through the function's own branches and jumps to the
 * instruction. Not known is what differs by the way; what a register holds (vsetvl); and what is there
 * when the function begins, or comes back from a call or a system call, or is entered where its code
 * does not show from where: behind a jump through a table, by an exception.
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

/* What the instruction at @place runs with, of a vset* what it sets; without memory not known. */
int vectortypes_at(struct vectortypes *types, struct recording *recording, uint32_t object,
		   uint64_t place);
void vectortypes_deinit(struct vectortypes *types);

/* By half-word of marked code, in memory that the caller frees. NULL: out of memory. */
int16_t *vectortypes_find(const struct codeblocks *code);

#endif /* VECTORTYPES_H */
