// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * difftree.c - two call trees as one; see difftree.h
 */
#include "difftree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calltree.h"

#define COMMAND_BYTES	15

/* Name and object as one text; NULL: out of memory. */
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

/* The object's name, of the side after if it is there. */
static const char *object_name(const struct objectpairs *pairs, int side,
			       const struct symbols_object *object)
{
	const struct symbols_object *objects = pairs->recordings[side]->symbols.objects;
	const struct objectpair *pair = objectpairs_of(pairs, side, (uint32_t)(object - objects));

	if (pair)
		object = &pairs->recordings[1]->symbols.objects[pair->objects[1]];
	return symbols_base_name(object->path);
}

/* The kernel cuts the name of a command that it makes of the program's. */
static bool is_command_of(const char *command, const struct symbols_object *object)
{
	return !strncmp(command, symbols_base_name(object->path), COMMAND_BYTES);
}

/* Likewise a command, where it is named for an object. */
static const char *command_name(const struct objectpairs *pairs, int side, const char *command)
{
	const struct recording *after = pairs->recordings[1];

	for (size_t i = 0; !side && i < pairs->count; i++) {
		const struct objectpair *pair = &pairs->items[i];
		const struct symbols_object *other = &after->symbols.objects[pair->objects[1]];

		if (!is_command_of(command, &pairs->recordings[0]->symbols.objects[pair->objects[0]]))
			continue;
		for (size_t t = 0; t < after->threads_count; t++)
			if (is_command_of(after->threads[t].comm, other))
				return after->threads[t].comm;
	}
	return command;
}

/* Callers have lower numbers than their callees. */
static int add_nodes(struct difftree *tree, const struct calltree *calls,
		     const struct objectpairs *pairs, int side, uint32_t *numbers)
{
	for (uint32_t i = 0; i < calls->nodes.count; i++) {
		const struct callnode *node = &calls->nodes.items[i];
		const struct symbols_location *location = &calls->frames[node->frame].location;
		const char *object = object_name(pairs, side, location->object);
		const char *command = calls->recording->threads[node->thread].comm;
		uint32_t parent = node->parent == CALLTREE_NONE ?
			node_number(tree, DIFFTREE_NONE, command_name(pairs, side, command), NULL) :
			numbers[node->parent];

		if (parent == DIFFTREE_NONE)
			return -ENOMEM;
		numbers[i] = node_number(tree, parent, location->function ? location->function : object,
					 object);
		if (numbers[i] == DIFFTREE_NONE)
			return -ENOMEM;
	}
	return 0;
}

static int add_side(struct difftree *tree, const struct calltree *calls,
		    const struct difference *difference, int side)
{
	double scale = difference->sides[side].scale;
	uint32_t *numbers = calloc(calls->nodes.count + 1, sizeof(*numbers));
	int error = numbers ? add_nodes(tree, calls, difference->pairs, side, numbers) : -ENOMEM;

	for (size_t i = 0; !error && i < calls->nodes.pics.stacks_count; i++) {
		const struct pics_stack *stack = &calls->nodes.pics.stacks[i];

		tree->nodes[numbers[stack->place]].cycles[side] += (double)stack->parts * scale /
			calls->measure->parts_per_unit;
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

		error = calltree_build(&calls, recordings[side], difference->sides[side].rows->measure,
				       wanted, CALLTREE_FUNCTIONS);
		if (error)
			break;
		error = add_side(tree, &calls, difference, side);
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
