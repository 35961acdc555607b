/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * codeblocks.h - the code of one function, and its basic blocks as executions have them
 *
 * A block begins at the function's start, at the target of a branch or jump, and behind each
 * instruction that transfers control: calls end a block here, unlike in analysis/places/blocks.h, since a
 * call need not return at once, nor at all. Addresses are places (symbols.h).
 */
#ifndef CODEBLOCKS_H
#define CODEBLOCKS_H

#include "analysis/places/flow.h"
#include "recording/recording.h"

struct codeblocks {
	struct symbols_location location;	/* of the place that was asked for */
	uint64_t begin, end;		/* of the function as far as its code is there */
	const uint8_t *bytes;		/* of the code at @begin */
	uint8_t *leads;			/* by half-word: a block begins; NULL before codeblocks_mark() */
};

/* The function at @place; where there is none, the instruction there. */
void codeblocks_at(struct codeblocks *code, struct recording *recording, uint32_t object,
		   uint64_t place);
/* Finds the blocks of a function. 0 or -ENOMEM; codeblocks_deinit() frees them. */
int codeblocks_mark(struct codeblocks *code);
void codeblocks_deinit(struct codeblocks *code);

/* The instruction at @place, its target a place, too. Length 0: it is none, or outside. */
struct flow codeblocks_flow(const struct codeblocks *code, uint64_t place);
/* Does control go elsewhere than to the next instruction? A branch may. */
bool codeblocks_transfers(const struct flow *flow);
/* The begin of the block around @place, in marked code. */
uint64_t codeblocks_begin(const struct codeblocks *code, uint64_t place);
/* How many instructions of a block retire: samples of retired ones meet no others. */
uint32_t codeblocks_retiring(const struct codeblocks *code, uint64_t begin, uint64_t end);
/* Where the block at @begin ends, and in @length its instructions; @begin itself: there is none. */
uint64_t codeblocks_end(const struct codeblocks *code, uint64_t begin, uint32_t *length);

#endif /* CODEBLOCKS_H */
