// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * calls_tree.c - callers or callees of one function; see calls.h
 */
#include <errno.h>

#include "calls.h"

#define CHAIN_MAX	1024		/* functions of one chain that a tree shows */

static int add_node(struct callnodes *tree, uint32_t *node, uint32_t frame,
		    const struct pics_stack *stack)
{
	*node = callnodes_number(tree, *node, frame, 0);
	return *node == CALLNODES_NONE ? -ENOMEM : pics_add_stack(&tree->pics, *node, stack);
}

/* From the outermost call of @function in, or from where the sample was taken out. */
static int add_chain(struct callnodes *tree, const struct calls *calls, uint32_t number,
		     uint32_t function, enum calls_order order)
{
	const struct pics_stack *stack = &calls->rows->measure->pics.stacks[number];
	const struct calltree *whole = &calls->tree;
	uint32_t chain[CHAIN_MAX], node = CALLNODES_NONE;
	size_t count = callnodes_path(&whole->nodes, whole->leaves[number], chain, CHAIN_MAX);
	int error = 0;

	if (count > CHAIN_MAX)
		count = CHAIN_MAX;
	if (order == CALLS_CALLEE) {
		if (calltree_function(whole, chain[0]) != function)
			return 0;
		for (size_t at = 0; !error && at < count; at++)
			error = add_node(tree, &node, whole->nodes.items[chain[at]].frame, stack);
		return error;
	}
	while (count && calltree_function(whole, chain[count - 1]) != function)
		count--;
	while (!error && count--)
		error = add_node(tree, &node, whole->nodes.items[chain[count]].frame, stack);
	return error;
}

int calls_tree_build(struct callnodes *tree, const struct calls *calls, const struct row *row,
		     enum calls_order order)
{
	uint32_t function = functions_find(&calls->tree.functions, row->object, &row->location);
	int error = 0;

	*tree = (struct callnodes){ 0 };
	for (size_t i = calls->starts[function]; !error && i < calls->starts[function + 1]; i++)
		error = add_chain(tree, calls, calls->stacks[i], function, order);
	if (!error)
		error = callnodes_link(tree);
	if (error)
		callnodes_deinit(tree);
	return error;
}

const struct function *calls_function(const struct calls *calls, const struct callnode *node)
{
	return &calls->tree.functions.items[calls->tree.frames[node->frame].function];
}
