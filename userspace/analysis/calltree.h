/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calltree.h - cycles by thread and chain of callers
 *
 * A node is a frame below its caller's node; the outermost frames of each thread have
 * no caller. A node's stack is what was spent in that very frame, not below it. Without
 * callchains in the recording, every node is an outermost one.
 */
#ifndef CALLTREE_H
#define CALLTREE_H

#include "callnodes.h"
#include "rows.h"

#define CALLTREE_NONE	CALLNODES_NONE

/* What a frame is. */
enum calltree_grain {
	CALLTREE_FUNCTIONS,	/* a function, or all of an object's code in none of them */
	CALLTREE_PLACES,	/* a function, or an address in none of them */
	CALLTREE_INSTRUCTIONS,	/* one instruction; functions are as of CALLTREE_FUNCTIONS */
};

struct calltree_frame {
	uint32_t function;
	struct symbols_location location;
	struct elfobject_line line;
};

struct calltree {
	struct recording *recording;
	enum calltree_grain grain;
	struct functions functions;
	struct calltree_frame *frames;
	size_t frames_count;
	struct callnodes nodes;		/* stacks: most cycles first */
	uint32_t *leaves;		/* nodes by stack of the recording; or CALLTREE_NONE */
	struct keyindex frame_index;
	struct keyindex chain_index;	/* of nodes, by thread and frame of the recording */
	uint32_t *walk;
	size_t walk_count;
};

/* Of the code that is @wanted. 0 or -ENOMEM. */
int calltree_build(struct calltree *tree, struct recording *recording,
		   const struct rows_options *wanted, enum calltree_grain grain);
void calltree_deinit(struct calltree *tree);

/* The function of a node. */
uint32_t calltree_function(const struct calltree *tree, uint32_t node);

#endif /* CALLTREE_H */
