/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calls.h - inclusive cycles of functions, their callers and their callees
 *
 * Of a recording with callchains, folded by function. A function's inclusive stack is of
 * all samples that have it in their chain, once each however often it recurs. A tree
 * starts at one function and goes outwards to those that called it, or inwards to those
 * that it called, down to where the samples were taken; each node's stack is of the
 * samples through it, so the root's is the function's inclusive one (outwards: its own).
 */
#ifndef CALLS_H
#define CALLS_H

#include "rows.h"

/* X(identifier, name): as perf report -g has them. */
#define CALLS_ORDERS(X) \
	X(CALLER, "caller") \
	X(CALLEE, "callee")

enum calls_order {
#define CALLS_X(id, name) CALLS_##id,
	CALLS_ORDERS(CALLS_X)
#undef CALLS_X
	CALLS_ORDERS_COUNT
};

extern const char *const calls_order_names[CALLS_ORDERS_COUNT + 1];	/* ends in NULL */

struct calls {
	struct recording *recording;
	struct rows *rows;
	uint32_t *of_place, *of_frame;	/* functions by number; KEYINDEX_NONE: filtered away */
	/* Stacks whose chain has function f: stacks[starts[f]] up to stacks[starts[f + 1]]. */
	size_t *starts;
	uint32_t *stacks;		/* indices of recording.pics.stacks */
};

struct calls_node {
	uint32_t function;		/* by number */
	uint32_t parent;		/* KEYINDEX_NONE: the root */
	const struct pics_stack *stack;
	uint32_t *children;		/* most cycles first */
	size_t children_count;
};

struct calls_tree {
	struct calls_node *nodes;	/* the root first; none where it has no cycles */
	size_t count;
	struct pics pics;		/* by node */
	struct keyindex index;		/* by parent and function */
};

/* @rows: of rows_fold() by function, with @options. 0 or -ENOMEM. */
int calls_init(struct calls *calls, struct recording *recording, struct rows *rows,
	       const struct rows_options *options);
void calls_deinit(struct calls *calls);

/*
 * Gives each row its inclusive stack, adds a row for each function that only calls, and
 * orders them by inclusive cycles. 0 or -ENOMEM.
 */
int calls_include(struct calls *calls);

/*
 * CALLS_CALLER: the row calls its children in the tree; CALLS_CALLEE: it is called by
 * them. Zeroed memory is an empty tree. 0 or -ENOMEM.
 */
int calls_tree_build(struct calls_tree *tree, const struct calls *calls, const struct row *row,
		     enum calls_order order);
void calls_tree_deinit(struct calls_tree *tree);

#endif /* CALLS_H */
