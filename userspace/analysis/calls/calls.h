/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calls.h - inclusive cycles of functions, their callers and their callees
 *
 * For a recording with callchains, folded by function. A function's inclusive stack has all samples
 * with it in their chain, once each however often it recurs. A tree starts at one function and goes
 * outwards to its callers, or inwards to its callees, down to where the samples were taken; each
 * node's stack has the samples through it, so the root's is the function's inclusive one (outwards:
 * its own).
 */
#ifndef CALLS_H
#define CALLS_H

#include "calltree.h"

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
	struct calltree tree;		/* of CALLTREE_PLACES */
	/* Whose chain has function f of the tree: stacks[starts[f]] up to stacks[starts[f + 1]]. */
	size_t *starts;
	uint32_t *stacks;		/* indices of stacks of the measure */
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
 * The row's function is the first node, or there is none where it has no cycles.
 * CALLS_CALLER: a node calls its children; CALLS_CALLEE: it is called by them. 0 or -ENOMEM.
 */
int calls_tree_build(struct callnodes *tree, const struct calls *calls, const struct row *row,
		     enum calls_order order);
/* The function of one of its nodes. */
const struct function *calls_function(const struct calls *calls, const struct callnode *node);

#endif /* CALLS_H */
