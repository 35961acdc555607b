// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * calltree.c - places and their callers as a tree; see calltree.h
 */
#include "calltree.h"

#include <errno.h>
#include <stdlib.h>

/* A function's number. Other code of an object is one, unless each place is its own. */
static uint32_t function_number(struct calltree *tree, uint32_t object,
				struct symbols_location location)
{
	if (!location.function && tree->grain != CALLTREE_PLACES)
		location.address = location.offset = 0;
	return functions_number(&tree->functions, object, &location);
}

static uint32_t add_frame(struct calltree *tree, struct key key,
			  const struct calltree_frame *frame)
{
	uint32_t number = KEYINDEX_APPEND(&tree->frame_index, key, tree->frames,
					  tree->frames_count);

	if (number != CALLTREE_NONE)
		tree->frames[number] = *frame;
	return number;
}

static uint32_t frame_number(struct calltree *tree, uint32_t object, uint64_t address)
{
	bool instructions = tree->grain == CALLTREE_INSTRUCTIONS;
	struct key key = { .high = object, .low = address };
	uint32_t number = instructions ? keyindex_get(&tree->frame_index, key) : KEYINDEX_NONE;
	struct calltree_frame frame;

	if (number != KEYINDEX_NONE)
		return number;
	symbols_locate(&tree->recording->symbols, object, address, &frame.location);
	frame.function = function_number(tree, object, frame.location);
	if (frame.function == KEYINDEX_NONE)
		return CALLTREE_NONE;
	if (!instructions) {
		key = (struct key){ .low = frame.function };
		number = keyindex_get(&tree->frame_index, key);
		frame.location = tree->functions.items[frame.function].location;
	}
	if (number != KEYINDEX_NONE)
		return number;
	frame.line = instructions ? symbols_line(&frame.location) :
		     functions_line(&tree->functions.items[frame.function]);
	return add_frame(tree, key, &frame);
}

static uint32_t node_number(struct calltree *tree, uint32_t parent, uint32_t frame,
			    uint32_t thread)
{
	if (frame == CALLTREE_NONE)
		return CALLTREE_NONE;
	/* However deep it is, code that is not known is one frame. */
	if (tree->grain == CALLTREE_FUNCTIONS && parent != CALLTREE_NONE &&
	    tree->nodes.items[parent].frame == frame && !tree->frames[frame].location.function)
		return parent;
	return callnodes_number(&tree->nodes, parent, frame, thread);
}

/*
 * The node of caller @chain of the recording, CALLTREE_NONE for none. Walks outwards to the first
 * known node, then back.
 */
static int chain_node(struct calltree *tree, uint32_t thread, uint32_t chain, uint32_t *node)
{
	const struct recording_frame *frames = tree->recording->frames;
	uint32_t known = CALLTREE_NONE;

	tree->walk_count = 0;
	*node = CALLTREE_NONE;
	for (; chain != RECORDING_NO_FRAME; chain = frames[chain].parent) {
		uint32_t *grown;

		known = keyindex_get(&tree->chain_index,
				     (struct key){ .high = thread, .low = chain });
		if (known != KEYINDEX_NONE)
			break;
		grown = array_grow(tree->walk, tree->walk_count, sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		tree->walk = grown;
		grown[tree->walk_count++] = chain;
	}
	*node = known;
	while (tree->walk_count) {
		uint32_t at = tree->walk[--tree->walk_count];
		uint32_t frame = frame_number(tree, frames[at].object, frames[at].address);

		*node = node_number(tree, *node, frame, thread);
		if (*node == CALLTREE_NONE ||
		    keyindex_put(&tree->chain_index, (struct key){ .high = thread, .low = at },
				 *node))
			return -ENOMEM;
	}
	return 0;
}

static int add_place(struct calltree *tree, uint32_t number)
{
	const struct pics_stack *stack = &tree->measure->pics.stacks[number];
	const struct recording_place *place = &tree->recording->places[stack->place];
	uint32_t frame = frame_number(tree, place->object, place->address);
	uint32_t node;
	int error = chain_node(tree, place->thread, place->frame, &node);

	if (error)
		return error;
	node = node_number(tree, node, frame, place->thread);
	tree->leaves[number] = node;
	return node == CALLTREE_NONE ? -ENOMEM : pics_add_stack(&tree->nodes.pics, node, stack);
}

/* Tests a wanted object and function, as rows do. */
static bool is_wanted(const struct calltree *tree, const struct rows_options *wanted,
		      const struct pics_stack *stack)
{
	const struct recording_place *place = &tree->recording->places[stack->place];
	struct symbols_location location;

	if (!wanted->code)
		return true;
	symbols_locate(&tree->recording->symbols, place->object, place->address, &location);
	return rows_want(wanted, place->object, &location);
}

int calltree_build(struct calltree *tree, struct recording *recording,
		   const struct recording_measure *measure,
		   const struct rows_options *wanted, enum calltree_grain grain)
{
	const struct pics *pics = &measure->pics;
	int error = 0;

	*tree = (struct calltree){ .recording = recording, .measure = measure, .grain = grain };
	tree->leaves = malloc((pics->stacks_count + 1) * sizeof(*tree->leaves));
	if (!tree->leaves)
		return -ENOMEM;
	for (uint32_t i = 0; !error && i < pics->stacks_count; i++) {
		tree->leaves[i] = CALLTREE_NONE;
		if (is_wanted(tree, wanted, &pics->stacks[i]))
			error = add_place(tree, i);
	}
	if (error)
		calltree_deinit(tree);
	else
		pics_sort(&tree->nodes.pics);
	return error;
}

void calltree_deinit(struct calltree *tree)
{
	functions_deinit(&tree->functions);
	free(tree->frames);
	free(tree->leaves);
	callnodes_deinit(&tree->nodes);
	keyindex_deinit(&tree->frame_index);
	keyindex_deinit(&tree->chain_index);
	free(tree->walk);
	*tree = (struct calltree){ 0 };
}

uint32_t calltree_function(const struct calltree *tree, uint32_t node)
{
	return tree->frames[tree->nodes.items[node].frame].function;
}
