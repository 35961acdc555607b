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

#include "export.h"

#define CALLTREE_NONE	UINT32_MAX

/* A frame is a whole function, or one instruction in it. */
enum calltree_grain {
	CALLTREE_FUNCTIONS,
	CALLTREE_INSTRUCTIONS,
};

/* A function, or all of an object's code whose function is not known. */
struct calltree_function {
	uint32_t object;
	struct symbols_location location;	/* of its start; function NULL: not known */
	struct elfobject_line line;
};

struct calltree_frame {
	uint32_t function;
	struct symbols_location location;
	struct elfobject_line line;
};

struct calltree_node {
	uint32_t parent;		/* CALLTREE_NONE: outermost */
	uint32_t frame;
	uint32_t thread;
};

struct calltree {
	struct recording *recording;
	enum calltree_grain grain;
	struct calltree_function *functions;
	struct calltree_frame *frames;
	struct calltree_node *nodes;
	size_t functions_count, frames_count, nodes_count;
	struct keyindex function_index, frame_index, node_index;
	struct keyindex chain_index;	/* of nodes, by thread and frame of the recording */
	uint32_t *walk;
	size_t walk_count;
	struct pics pics;		/* by node; most cycles first */
};

/* 0 or -ENOMEM. */
int calltree_build(struct calltree *tree, const struct export *export,
		   enum calltree_grain grain);
void calltree_deinit(struct calltree *tree);

/* The number in @tree of another tree's function; CALLTREE_NONE if it is not there. */
uint32_t calltree_find_function(const struct calltree *tree,
				const struct calltree_function *function);

/*
 * Nodes from @node to the outermost, which is the last. Returns their number; if it is
 * more than @room, only the first @room are filled.
 */
size_t calltree_path(const struct calltree *tree, uint32_t node, uint32_t *path, size_t room);

#endif /* CALLTREE_H */
