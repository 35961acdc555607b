/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * listing.h - all functions of a recording with all their instructions
 *
 * Functions come with most cycles first, and behind them those that only call others.
 * listing_read() gives one's instructions, with and without cycles, in the order of
 * addresses; addresses with cycles that are no instruction's have one of their own. The
 * cost is that of the code read.
 */
#ifndef LISTING_H
#define LISTING_H

#include "analysis/places/flow.h"
#include "callgrind.h"
#include "symbols/disasm.h"

struct listing_function {
	const struct function *function;
	const struct pics_stack *total;	/* NULL: no cycles of its own */
	size_t first, count;		/* of callgrind.frames */
};

struct listing_insn {
	struct symbols_location location;
	struct elfobject_line line;
	const struct pics_stack *stack;	/* NULL: no cycles */
	uint64_t target;		/* of a jump or branch within the function; 0: none */
	char text[DISASM_TEXT];		/* empty: its code is unavailable */
};

struct listing {
	struct callgrind callgrind;
	struct pics totals;		/* by function of the tree; most cycles first */
	struct pics total;		/* place 0 */
	struct listing_function *functions;
	size_t count;
	uint32_t *ranks;		/* in functions, by function of the tree */
	struct disasm disasm;
	struct listing_insn *insns;	/* of the function read last */
	size_t insns_count;
};

/* 0 or a negative errno with @fault filled. */
int listing_open(struct listing *listing, const struct export *export, struct fault *fault);
void listing_close(struct listing *listing);
/* Fills insns. 0 or -ENOMEM. */
int listing_read(struct listing *listing, size_t function);

#endif /* LISTING_H */
