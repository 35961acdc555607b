/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pics.h - Per-Instruction Cycle Stacks: where the cycles went, and why
 *
 * A stack is the cycles of one place (an instruction, a line, a function: whatever
 * the caller numbers) by signature, the set of events in a PSV. Signatures are
 * categories of their own and are never split (TEA, section 2). Amounts are whole
 * parts of cycles, so that sums are exact in any order. No I/O, libc only.
 */
#ifndef PICS_H
#define PICS_H

#include "base/keyindex.h"
#include "tea_abi.h"

#define PICS_UNKNOWN		(1U << TEA_EVENTS_COUNT)	/* signature: its word is missing */
#define PICS_SIGNATURES		(PICS_UNKNOWN + 1)
#define PICS_STATES		4
#define PICS_SIGNATURE_TEXT	80	/* bytes for the longest signature's name */

struct pics_share {
	uint16_t signature;		/* PSV, or PICS_UNKNOWN */
	uint64_t parts;
};

struct pics_stack {
	uint32_t place;			/* the caller's number */
	uint64_t parts;
	uint64_t states[PICS_STATES];	/* by enum tea_commit_state; known signatures only */
	struct pics_share *shares;	/* by signature until pics_sort() */
	size_t shares_count;
};

/* Zeroed memory is empty. */
struct pics {
	struct keyindex index;		/* place to stack */
	struct pics_stack *stacks;
	size_t stacks_count;
	uint64_t parts;			/* of all stacks */
};

/* 0 or -ENOMEM, then with nothing added. */
int pics_add(struct pics *pics, uint32_t place, uint16_t signature,
	     const uint64_t states[PICS_STATES], uint64_t parts);
/* The same for parts that are all of one state. */
int pics_count(struct pics *pics, uint32_t place, uint16_t signature, unsigned int state,
	       uint64_t parts);
/* Adds all of @stack to @place. */
int pics_add_stack(struct pics *pics, uint32_t place, const struct pics_stack *stack);
/* The stack of @place, or NULL. */
const struct pics_stack *pics_find(const struct pics *pics, uint32_t place);
/* Largest stacks, and in each the largest shares, first; ties by place and signature. */
void pics_sort(struct pics *pics);
void pics_deinit(struct pics *pics);

/* "Base", "ST-L1+ST-TLB", "unknown". Returns @text. */
const char *pics_signature_name(uint16_t signature, char text[PICS_SIGNATURE_TEXT]);

#endif /* PICS_H */
