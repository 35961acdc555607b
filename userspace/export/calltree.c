// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * calltree.c - places and their callers as a tree; see calltree.h
 */
#include "calltree.h"

#include <errno.h>
#include <stdlib.h>

/* Appends to an array of @tree under @key; the item's fields are the caller's to fill. */
#define APPEND(tree, name, key) \
	append((void **)&(tree)->name##s, &(tree)->name##s_count, sizeof(*(tree)->name##s), \
	       &(tree)->name##_index, key)

static uint32_t append(void **array, size_t *count, size_t size, struct keyindex *index,
		       struct key key)
{
	void *grown = array_grow(*array, *count, size);

	if (!grown)
		return CALLTREE_NONE;
	*array = grown;
	if (keyindex_put(index, key, (uint32_t)*count))
		return CALLTREE_NONE;
	return (uint32_t)(*count)++;
}

static struct key function_key(uint32_t object, const struct symbols_location *location)
{
	return (struct key){
		.high = (uint64_t)object << 1 | (location->function != NULL),
		.low = location->function ? location->function_start : 0,
	};
}

static uint32_t function_number(struct calltree *tree, uint32_t object,
				const struct symbols_location *location)
{
	struct key key = function_key(object, location);
	uint32_t number = keyindex_get(&tree->function_index, key);
	struct calltree_function *function;

	if (number != KEYINDEX_NONE)
		return number;
	number = APPEND(tree, function, key);
	if (number == CALLTREE_NONE)
		return number;
	function = &tree->functions[number];
	*function = (struct calltree_function){ .object = object, .location = *location };
	function->location.offset = 0;
	function->location.address = key.low;
	if (location->function)
		function->line = symbols_line(&function->location);
	return number;
}

static uint32_t frame_number(struct calltree *tree, uint32_t object, uint64_t address)
{
	struct symbols_location location;
	bool instructions = tree->grain == CALLTREE_INSTRUCTIONS;
	struct key key = { .high = object, .low = address };
	uint32_t number = instructions ? keyindex_get(&tree->frame_index, key) : KEYINDEX_NONE;
	uint32_t function;

	if (number != KEYINDEX_NONE)
		return number;
	symbols_locate(&tree->recording->symbols, object, address, &location);
	function = function_number(tree, object, &location);
	if (function == CALLTREE_NONE)
		return CALLTREE_NONE;
	if (!instructions) {
		key = (struct key){ .low = function };
		number = keyindex_get(&tree->frame_index, key);
		location = tree->functions[function].location;
	}
	if (number != KEYINDEX_NONE)
		return number;
	number = APPEND(tree, frame, key);
	if (number != CALLTREE_NONE)
		tree->frames[number] = (struct calltree_frame){
			.function = function, .location = location,
			.line = instructions ? symbols_line(&location) :
				tree->functions[function].line,
		};
	return number;
}

static uint32_t node_number(struct calltree *tree, uint32_t parent, uint32_t frame,
			    uint32_t thread)
{
	struct key key = {
		.high = parent == CALLTREE_NONE ? UINT64_C(1) << 63 | thread : parent,
		.low = frame,
	};
	uint32_t number;

	if (frame == CALLTREE_NONE)
		return CALLTREE_NONE;
	/* However deep it is, code that is not known is one frame. */
	if (tree->grain == CALLTREE_FUNCTIONS && parent != CALLTREE_NONE &&
	    tree->nodes[parent].frame == frame && !tree->frames[frame].location.function)
		return parent;
	number = keyindex_get(&tree->node_index, key);
	if (number != KEYINDEX_NONE)
		return number;
	number = APPEND(tree, node, key);
	if (number != CALLTREE_NONE)
		tree->nodes[number] = (struct calltree_node){
			.parent = parent, .frame = frame, .thread = thread,
		};
	return number;
}

/*
 * The node of caller @chain of the recording, CALLTREE_NONE for none. Walks outwards to
 * what is known already, then back.
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

static int add_place(struct calltree *tree, const struct pics_stack *stack)
{
	const struct recording_place *place = &tree->recording->places[stack->place];
	uint32_t frame = frame_number(tree, place->object, place->address);
	uint32_t node;
	int error = chain_node(tree, place->thread, place->frame, &node);

	if (error)
		return error;
	node = node_number(tree, node, frame, place->thread);
	return node == CALLTREE_NONE ? -ENOMEM : pics_add_stack(&tree->pics, node, stack);
}

/* What is asked for by object and function is looked at here, as rows do. */
static bool is_wanted(const struct export *export, const struct pics_stack *stack)
{
	const struct recording_place *place = &export->recording->places[stack->place];
	struct symbols_location location;

	if (!export->wanted->objects.count && !export->wanted->symbols.count)
		return true;
	symbols_locate(&export->recording->symbols, place->object, place->address, &location);
	return rows_want(export->wanted, place->object, &location);
}

int calltree_build(struct calltree *tree, const struct export *export,
		   enum calltree_grain grain)
{
	struct recording *recording = export->recording;
	int error = 0;

	*tree = (struct calltree){ .recording = recording, .grain = grain };
	for (size_t i = 0; !error && i < recording->pics.stacks_count; i++)
		if (is_wanted(export, &recording->pics.stacks[i]))
			error = add_place(tree, &recording->pics.stacks[i]);
	if (error)
		calltree_deinit(tree);
	else
		pics_sort(&tree->pics);
	return error;
}

void calltree_deinit(struct calltree *tree)
{
	free(tree->functions);
	free(tree->frames);
	free(tree->nodes);
	keyindex_deinit(&tree->function_index);
	keyindex_deinit(&tree->frame_index);
	keyindex_deinit(&tree->node_index);
	keyindex_deinit(&tree->chain_index);
	free(tree->walk);
	pics_deinit(&tree->pics);
	*tree = (struct calltree){ 0 };
}

uint32_t calltree_find_function(const struct calltree *tree,
				const struct calltree_function *function)
{
	uint32_t number = keyindex_get(&tree->function_index,
				       function_key(function->object, &function->location));

	return number == KEYINDEX_NONE ? CALLTREE_NONE : number;
}

size_t calltree_path(const struct calltree *tree, uint32_t node, uint32_t *path, size_t room)
{
	size_t count = 0;

	for (; node != CALLTREE_NONE; node = tree->nodes[node].parent) {
		if (count < room)
			path[count] = node;
		count++;
	}
	return count;
}
