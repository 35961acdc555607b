/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pics.h - Per-Instruction Cycle Stacks: where the cycles went, and why
 *
 * A stack is the cycles of one place (an instruction, a line, a function: whatever
 * the caller numbers) by category; what categories are is told by their kind
 * (category.h). Amounts are whole parts of cycles, or of another unit, so that sums are
 * exact in any order. No I/O, libc only.
 */
#ifndef PICS_H
#define PICS_H

#include "base/keyindex.h"
#include "category.h"

#define PICS_STATES		CATEGORY_STATES
#define PICS_NO_STATE		PICS_STATES	/* of parts whose state is not known, or is none */

struct pics_share {
	uint16_t category;
	uint64_t parts;
};

struct pics_stack {
	uint32_t place;			/* the caller's number */
	uint64_t parts;
	uint64_t states[PICS_STATES];	/* of those parts that have one */
	struct pics_share *shares;
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
int pics_add(struct pics *pics, uint32_t place, uint16_t category,
	     const uint64_t states[PICS_STATES], uint64_t parts);
/* The same for parts that are all of one state, or PICS_NO_STATE. */
int pics_count(struct pics *pics, uint32_t place, uint16_t category, unsigned int state,
	       uint64_t parts);
/* Adds all of @stack to @place. */
int pics_add_stack(struct pics *pics, uint32_t place, const struct pics_stack *stack);
/* The stack of @place, or NULL. */
const struct pics_stack *pics_find(const struct pics *pics, uint32_t place);
/* Largest stacks, and in each the largest shares, first; ties by place and category. */
void pics_sort(struct pics *pics);
void pics_deinit(struct pics *pics);

/* @parts of @whole in percent; of nothing, 0. */
double pics_percent(uint64_t parts, uint64_t whole);

#endif /* PICS_H */
