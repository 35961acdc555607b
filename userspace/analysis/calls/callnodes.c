// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * callnodes.c - numbering nodes, and walking them; see callnodes.h
 */
#include "callnodes.h"

#include <errno.h>
#include <stdlib.h>

uint32_t callnodes_number(struct callnodes *nodes, uint32_t parent, uint32_t frame,
			  uint32_t thread)
{
	struct key key = {
		.high = parent == CALLNODES_NONE ? UINT64_C(1) << 63 | thread : parent,
		.low = frame,
	};
	uint32_t number = keyindex_get(&nodes->index, key);

	if (number != KEYINDEX_NONE)
		return number;
	number = KEYINDEX_APPEND(&nodes->index, key, nodes->items, nodes->count);
	if (number != KEYINDEX_NONE)
		nodes->items[number] = (struct callnode){
			.parent = parent, .frame = frame, .thread = thread,
		};
	return number;
}

size_t callnodes_path(const struct callnodes *nodes, uint32_t node, uint32_t *path, size_t room)
{
	size_t count = 0;

	for (; node != CALLNODES_NONE; node = nodes->items[node].parent) {
		if (count < room)
			path[count] = node;
		count++;
	}
	return count;
}

static int add_child(struct callnodes *nodes, uint32_t child)
{
	struct callnode *parent = &nodes->items[nodes->items[child].parent];
	uint32_t *grown = array_grow(parent->children, parent->children_count, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	parent->children = grown;
	grown[parent->children_count++] = child;
	return 0;
}

int callnodes_link(struct callnodes *nodes)
{
	int error = 0;

	pics_sort(&nodes->pics);
	/* Stacks are in order of cycles: so children become. */
	for (size_t i = 0; !error && i < nodes->pics.stacks_count; i++) {
		uint32_t node = nodes->pics.stacks[i].place;

		nodes->items[node].stack = &nodes->pics.stacks[i];
		if (nodes->items[node].parent != CALLNODES_NONE)
			error = add_child(nodes, node);
	}
	return error;
}

void callnodes_deinit(struct callnodes *nodes)
{
	for (size_t i = 0; i < nodes->count; i++)
		free(nodes->items[i].children);
	free(nodes->items);
	keyindex_deinit(&nodes->index);
	pics_deinit(&nodes->pics);
	*nodes = (struct callnodes){ 0 };
}
