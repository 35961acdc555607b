// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * calls_tree.c - callers or callees of one function; see calls.h
 */
#include <errno.h>
#include <stdlib.h>

#include "calls.h"

#define CHAIN_MAX	1024		/* functions of one chain that a tree shows */

static int node_number(struct calls_tree *tree, uint32_t parent, uint32_t function, uint32_t *number)
{
	struct key key = { .high = parent, .low = function };
	struct calls_node *grown;

	*number = keyindex_get(&tree->index, key);
	if (*number != KEYINDEX_NONE)
		return 0;
	grown = array_grow(tree->nodes, tree->count, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	tree->nodes = grown;
	*number = (uint32_t)tree->count;
	grown[tree->count++] = (struct calls_node){ .function = function, .parent = parent };
	return keyindex_put(&tree->index, key, *number);
}

/* Functions of the stack's chain, innermost first. */
static size_t chain_of(const struct calls *calls, const struct pics_stack *stack,
		       uint32_t chain[CHAIN_MAX])
{
	const struct recording *recording = calls->recording;
	uint32_t frame = recording->places[stack->place].frame;
	size_t count = 0;

	chain[count++] = calls->of_place[stack->place];
	while (frame != RECORDING_NO_FRAME && count < CHAIN_MAX) {
		chain[count++] = calls->of_frame[frame];
		frame = recording->frames[frame].parent;
	}
	return count;
}

/* From the outermost call of @function in, or from where the sample was taken out. */
static int add_chain(struct calls_tree *tree, const struct calls *calls,
		     const struct pics_stack *stack, uint32_t function, enum calls_order order)
{
	uint32_t chain[CHAIN_MAX], node = KEYINDEX_NONE;
	size_t count = chain_of(calls, stack, chain), at = count;
	int error = 0;

	if (order == CALLS_CALLEE && chain[0] != function)
		return 0;
	if (order == CALLS_CALLEE) {
		for (at = 0; !error && at < count; at++) {
			error = node_number(tree, node, chain[at], &node);
			if (!error)
				error = pics_add_stack(&tree->pics, node, stack);
		}
		return error;
	}
	while (at && chain[at - 1] != function)
		at--;
	while (!error && at--) {
		error = node_number(tree, node, chain[at], &node);
		if (!error)
			error = pics_add_stack(&tree->pics, node, stack);
	}
	return error;
}

static int add_child(struct calls_tree *tree, uint32_t child)
{
	struct calls_node *parent = &tree->nodes[tree->nodes[child].parent];
	uint32_t *grown = array_grow(parent->children, parent->children_count, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	parent->children = grown;
	grown[parent->children_count++] = child;
	return 0;
}

int calls_tree_build(struct calls_tree *tree, const struct calls *calls, const struct row *row,
		     enum calls_order order)
{
	uint32_t function = functions_number(&calls->rows->functions, row->object, &row->location);
	int error = 0;

	*tree = (struct calls_tree){ 0 };
	for (size_t i = calls->starts[function]; !error && i < calls->starts[function + 1]; i++)
		error = add_chain(tree, calls, &calls->recording->pics.stacks[calls->stacks[i]],
				  function, order);
	pics_sort(&tree->pics);
	/* Stacks are in order of cycles: so children become. */
	for (size_t i = 0; !error && i < tree->pics.stacks_count; i++) {
		uint32_t node = tree->pics.stacks[i].place;

		tree->nodes[node].stack = &tree->pics.stacks[i];
		if (tree->nodes[node].parent != KEYINDEX_NONE)
			error = add_child(tree, node);
	}
	if (error)
		calls_tree_deinit(tree);
	return error;
}

void calls_tree_deinit(struct calls_tree *tree)
{
	for (size_t i = 0; i < tree->count; i++)
		free(tree->nodes[i].children);
	free(tree->nodes);
	pics_deinit(&tree->pics);
	keyindex_deinit(&tree->index);
	*tree = (struct calls_tree){ 0 };
}
