/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * codeblocks.h - the code of one function, and its basic blocks as executions have them
 *
 * A block begins at the function's start, at the target of a branch or jump, and behind whatever
 * goes elsewhere: calls end a block here, unlike in analysis/blocks.h, since what comes back from
 * one need not come at once, nor at all. Addresses are places (symbols.h).
 */
#ifndef CODEBLOCKS_H
#define CODEBLOCKS_H

#include "analysis/flow.h"
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
/* Finds the blocks of a function. 0 or -ENOMEM; codeblocks_deinit() frees what it takes. */
int codeblocks_mark(struct codeblocks *code);
void codeblocks_deinit(struct codeblocks *code);

/* The instruction at @place, its target a place, too. Length 0: it is none, or outside. */
struct flow codeblocks_flow(const struct codeblocks *code, uint64_t place);
/* Is what is behind it, in the code, not what follows by itself? Of a branch that can be. */
bool codeblocks_transfers(const struct flow *flow);
/* Of marked code: where the block begins that @place is in. */
uint64_t codeblocks_begin(const struct codeblocks *code, uint64_t place);
/* How many instructions of a block retire: samples of retired ones meet no others. */
uint32_t codeblocks_retiring(const struct codeblocks *code, uint64_t begin, uint64_t end);
/* Where the block at @begin ends, and in @length its instructions; @begin itself: there is none. */
uint64_t codeblocks_end(const struct codeblocks *code, uint64_t begin, uint32_t *length);

#endif /* CODEBLOCKS_H */
