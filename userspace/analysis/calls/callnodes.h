/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * callnodes.h - chains of calls as a tree, with the cycles of each node
 *
 * A node is a frame next to another one in a chain, its parent. Frames are numbers here; their
 * meaning is the user's. Chains that begin alike share their first nodes.
 */
#ifndef CALLNODES_H
#define CALLNODES_H

#include "recording/pics.h"

#define CALLNODES_NONE	KEYINDEX_NONE

struct callnode {
	uint32_t parent;		/* CALLNODES_NONE: a chain begins there */
	uint32_t frame;
	uint32_t thread;		/* chains of different threads differ */
	/* by callnodes_link(): */
	const struct pics_stack *stack;
	uint32_t *children;		/* most cycles first */
	size_t children_count;
};

/* Zeroed memory is empty. */
struct callnodes {
	struct callnode *items;
	size_t count;
	struct keyindex index;
	struct pics pics;		/* by node */
};

/* The node of @frame behind @parent; CALLNODES_NONE: out of memory. */
uint32_t callnodes_number(struct callnodes *nodes, uint32_t parent, uint32_t frame,
			  uint32_t thread);
/*
 * Nodes from @node to the last one, where its chain begins. Returns their number; if it exceeds
 * @room, only the first @room are filled.
 */
size_t callnodes_path(const struct callnodes *nodes, uint32_t node, uint32_t *path, size_t room);
/*
 * Call it when all is counted: sorts pics, and links nodes to their stacks and children. 0 or
 * -ENOMEM.
 */
int callnodes_link(struct callnodes *nodes);
void callnodes_deinit(struct callnodes *nodes);

#endif /* CALLNODES_H */
