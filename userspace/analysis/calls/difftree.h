/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * difftree.h - the call trees of two recordings as one
 *
 * Nodes are the same if command, functions and objects are, as in the difference, from the
 * outermost caller on: addresses may differ. Nodes on both sides have the names of the side after.
 * A node's cycles are those of that very frame.
 */
#ifndef DIFFTREE_H
#define DIFFTREE_H

#include "difference.h"

#define DIFFTREE_NONE	KEYINDEX_NONE

struct difftree_node {
	uint32_t parent;		/* stands before it; or DIFFTREE_NONE: a command */
	const char *name, *object;	/* object NULL: a command */
	double cycles[2];		/* before, after */
};

struct difftree {
	struct difftree_node *nodes;
	size_t count;
	struct keyindex index;
	struct texts texts;
};

/* Only the @wanted code; amounts are scaled as the difference's are. 0 or -ENOMEM. */
int difftree_build(struct difftree *tree, struct recording *const recordings[2],
		   const struct difference *difference, const struct rows_options *wanted);
void difftree_deinit(struct difftree *tree);

#endif /* DIFFTREE_H */
