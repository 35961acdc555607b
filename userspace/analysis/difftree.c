// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * difftree.c - two call trees as one; see difftree.h
 */
#include "difftree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "calltree.h"

/* Name and object as one text, which tells both; NULL: out of memory. */
static const char *joined(struct difftree *tree, const char *name, const char *object)
{
	const char *text = NULL;
	char *both;

	if (asprintf(&both, "%s\n%s", name, object ? object : "") >= 0) {
		text = texts_intern(&tree->texts, both);
		free(both);
	}
	return text;
}

/* DIFFTREE_NONE: out of memory. */
static uint32_t node_number(struct difftree *tree, uint32_t parent, const char *name,
			    const char *object)
{
	const char *both = joined(tree, name, object);
	struct key key = { .high = parent, .low = (uintptr_t)both };
	uint32_t number = both ? keyindex_get(&tree->index, key) : KEYINDEX_NONE;

	if (!both || number != KEYINDEX_NONE)
		return number;
	number = KEYINDEX_APPEND(&tree->index, key, tree->nodes, tree->count);
	if (number == KEYINDEX_NONE)
		return number;
	tree->nodes[number] = (struct difftree_node){
		.parent = parent, .name = texts_intern(&tree->texts, name),
		.object = object ? texts_intern(&tree->texts, object) : NULL,
	};
	return tree->nodes[number].name && (!object || tree->nodes[number].object) ? number :
	       DIFFTREE_NONE;
}

/* Callers have lower numbers than what they call. */
static int add_nodes(struct difftree *tree, const struct calltree *calls, uint32_t *numbers)
{
	for (uint32_t i = 0; i < calls->nodes.count; i++) {
		const struct callnode *node = &calls->nodes.items[i];
		const struct symbols_location *location = &calls->frames[node->frame].location;
		const char *object = symbols_base_name(location->object->path);
		uint32_t parent = node->parent == CALLTREE_NONE ?
			node_number(tree, DIFFTREE_NONE, calls->recording->threads[node->thread].comm,
				    NULL) : numbers[node->parent];

		if (parent == DIFFTREE_NONE)
			return -ENOMEM;
		numbers[i] = node_number(tree, parent, location->function ? location->function : object,
					 object);
		if (numbers[i] == DIFFTREE_NONE)
			return -ENOMEM;
	}
	return 0;
}

static int add_side(struct difftree *tree, const struct calltree *calls, int side, double scale)
{
	uint32_t *numbers = calloc(calls->nodes.count + 1, sizeof(*numbers));
	int error = numbers ? add_nodes(tree, calls, numbers) : -ENOMEM;

	for (size_t i = 0; !error && i < calls->nodes.pics.stacks_count; i++) {
		const struct pics_stack *stack = &calls->nodes.pics.stacks[i];

		tree->nodes[numbers[stack->place]].cycles[side] += (double)stack->parts * scale /
			calls->recording->parts_per_cycle;
	}
	free(numbers);
	return error;
}

int difftree_build(struct difftree *tree, struct recording *const recordings[2],
		   const struct difference *difference, const struct rows_options *wanted)
{
	int error = 0;

	*tree = (struct difftree){ 0 };
	for (int side = 0; !error && side < 2; side++) {
		struct calltree calls;

		error = calltree_build(&calls, recordings[side], wanted, CALLTREE_FUNCTIONS);
		if (error)
			break;
		error = add_side(tree, &calls, side, difference->sides[side].scale);
		calltree_deinit(&calls);
	}
	if (error)
		difftree_deinit(tree);
	return error;
}

void difftree_deinit(struct difftree *tree)
{
	free(tree->nodes);
	keyindex_deinit(&tree->index);
	texts_deinit(&tree->texts);
	*tree = (struct difftree){ 0 };
}
