/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calltree.h - cycles by thread and chain of callers
 *
 * A node is a frame below its caller's node; the outermost frames of each thread have no caller. A
 * node's stack has the cycles of that very frame, not those below it. Without callchains in the
 * recording, each node is an outermost one.
 */
#ifndef CALLTREE_H
#define CALLTREE_H

#include "analysis/places/rows.h"
#include "callnodes.h"

#define CALLTREE_NONE	CALLNODES_NONE

/* The grain of a frame. */
enum calltree_grain {
	CALLTREE_FUNCTIONS,	/* a function, or all code of an object outside functions */
	CALLTREE_PLACES,	/* a function, or an address outside functions */
	CALLTREE_INSTRUCTIONS,	/* one instruction; functions are as of CALLTREE_FUNCTIONS */
};

struct calltree_frame {
	uint32_t function;
	struct symbols_location location;
	struct elfobject_line line;
};

struct calltree {
	struct recording *recording;
	const struct recording_measure *measure;
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

/* Only of the @wanted code. 0 or -ENOMEM. */
int calltree_build(struct calltree *tree, struct recording *recording,
		   const struct recording_measure *measure,
		   const struct rows_options *wanted, enum calltree_grain grain);
void calltree_deinit(struct calltree *tree);

/* The function of a node. */
uint32_t calltree_function(const struct calltree *tree, uint32_t node);

#endif /* CALLTREE_H */
