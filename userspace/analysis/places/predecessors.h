/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * predecessors.h - from which blocks of a function control comes into each of its blocks
 *
 * By its code: behind a branch, or to its target. A jump to an address in a register is taken for one
 * to all blocks that nothing else leads to, as those of a switch.
 */
#ifndef PREDECESSORS_H
#define PREDECESSORS_H

#include "blocks.h"

/* Both are where a block begins. */
struct wayin {
	uint64_t from, to;
};

/* One function at a time. Zeroed memory is empty. */
struct predecessors {
	struct blocks *blocks;		/* the caller's */
	struct wayin *items;
	size_t count;
	uint64_t function;
	uint32_t object;
	bool known;
};

/* Those of the function at @location, unless they are there already. 0 or -ENOMEM. */
int predecessors_find(struct predecessors *ways, uint32_t object,
		      const struct symbols_location *location);
void predecessors_deinit(struct predecessors *ways);

#endif /* PREDECESSORS_H */
