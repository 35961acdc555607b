/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * callnodes.h - chains of calls as a tree, with the cycles of each node
 *
 * A node is a frame next to another one in a chain, its parent; what a frame is, is the
 * user's: here are its numbers only. Chains that begin alike share their first nodes.
 */
#ifndef CALLNODES_H
#define CALLNODES_H

#include "recording/pics.h"

#define CALLNODES_NONE	KEYINDEX_NONE

struct callnode {
	uint32_t parent;		/* CALLNODES_NONE: a chain begins there */
	uint32_t frame;
	uint32_t thread;		/* tells chains apart, too */
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
 * Nodes from @node to where its chain begins, which is the last. Returns their number; if it
 * is more than @room, only the first @room are filled.
 */
size_t callnodes_path(const struct callnodes *nodes, uint32_t node, uint32_t *path, size_t room);
/* When all is counted, sorts pics, and tells nodes their stacks and children. 0 or -ENOMEM. */
int callnodes_link(struct callnodes *nodes);
void callnodes_deinit(struct callnodes *nodes);

#endif /* CALLNODES_H */
