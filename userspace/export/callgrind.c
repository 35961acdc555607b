// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * callgrind.c - a tree of callers flattened to functions and call edges; see callgrind.h
 */
#include "callgrind.h"

#include <errno.h>
#include <stdlib.h>

static uint32_t edge_number(struct callgrind *callgrind, uint32_t caller, uint32_t callee)
{
	struct key key = { .high = caller, .low = callee };
	uint32_t number = keyindex_get(&callgrind->edge_index, key);

	if (number != KEYINDEX_NONE)
		return number;
	number = KEYINDEX_APPEND(&callgrind->edge_index, key, callgrind->edges,
				 callgrind->edges_count);
	if (number != KEYINDEX_NONE)
		callgrind->edges[number] = (struct callgrind_edge){
			.caller = caller, .callee = callee, .path = CALLTREE_NONE,
		};
	return number;
}

/* In unknown code, calls are unknown, too. */
static bool is_unknown(const struct calltree *tree, uint32_t node)
{
	uint32_t function = calltree_function(tree, node);

	return !tree->functions.items[function].location.function &&
	       calltree_function(tree, tree->nodes.items[node].parent) == function;
}

/* Counts @stack below an edge, but for one that the same path went through further in. */
static int add_edge(struct callgrind *callgrind, uint32_t edge, const struct pics_stack *stack)
{
	uint32_t path = stack->place;

	if (edge == KEYINDEX_NONE)
		return -ENOMEM;
	if (callgrind->edges[edge].path == path)
		return 0;
	callgrind->edges[edge].path = path;
	return pics_add_stack(&callgrind->below, edge, stack);
}

/* A stack counts for its own instruction, and below every call on the way to it. */
static int add_stack(struct callgrind *callgrind, const struct pics_stack *stack)
{
	const struct calltree *tree = &callgrind->tree;
	uint32_t node = stack->place, parent;
	int error = pics_add_stack(&callgrind->self, tree->nodes.items[node].frame, stack);

	for (; !error && (parent = tree->nodes.items[node].parent) != CALLTREE_NONE;
	     node = parent) {
		uint32_t caller = tree->nodes.items[parent].frame;
		uint32_t callee = calltree_function(tree, node);

		if (!is_unknown(tree, node))
			error = add_edge(callgrind, edge_number(callgrind, caller, callee), stack);
	}
	return error;
}

static int compare_frames(const void *left, const void *right, void *context)
{
	const struct calltree *tree = context;
	uint32_t number_a = *(const uint32_t *)left, number_b = *(const uint32_t *)right;
	const struct calltree_frame *a = &tree->frames[number_a], *b = &tree->frames[number_b];

	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	if (a->location.address != b->location.address)
		return a->location.address < b->location.address ? -1 : 1;
	return number_a < number_b ? -1 : number_a > number_b;
}

static int compare_calls(const void *left, const void *right, void *context)
{
	const struct callgrind *callgrind = context;
	uint32_t number_a = *(const uint32_t *)left, number_b = *(const uint32_t *)right;
	uint32_t a = callgrind->ranks[callgrind->edges[number_a].caller];
	uint32_t b = callgrind->ranks[callgrind->edges[number_b].caller];

	if (a != b)
		return a < b ? -1 : 1;
	return number_a < number_b ? -1 : number_a > number_b;
}

static int sort(struct callgrind *callgrind)
{
	size_t frames = callgrind->tree.frames_count, edges = callgrind->edges_count;

	callgrind->frames = calloc(frames + 1, sizeof(uint32_t));
	callgrind->ranks = calloc(frames + 1, sizeof(uint32_t));
	callgrind->calls = calloc(edges + 1, sizeof(uint32_t));
	if (!callgrind->frames || !callgrind->ranks || !callgrind->calls)
		return -ENOMEM;
	for (uint32_t i = 0; i < frames; i++)
		callgrind->frames[i] = i;
	qsort_r(callgrind->frames, frames, sizeof(uint32_t), compare_frames, &callgrind->tree);
	for (uint32_t i = 0; i < frames; i++)
		callgrind->ranks[callgrind->frames[i]] = i;
	for (uint32_t i = 0; i < edges; i++)
		callgrind->calls[i] = i;
	qsort_r(callgrind->calls, edges, sizeof(uint32_t), compare_calls, callgrind);
	return 0;
}

int callgrind_build(struct callgrind *callgrind, const struct export *export)
{
	int error;

	*callgrind = (struct callgrind){ 0 };
	error = calltree_build(&callgrind->tree, export->recording, export->measure, export->wanted,
			       CALLTREE_INSTRUCTIONS);
	for (size_t i = 0; !error && i < callgrind->tree.nodes.pics.stacks_count; i++)
		error = add_stack(callgrind, &callgrind->tree.nodes.pics.stacks[i]);
	if (!error)
		error = sort(callgrind);
	if (error)
		callgrind_deinit(callgrind);
	return error;
}

void callgrind_deinit(struct callgrind *callgrind)
{
	free(callgrind->edges);
	free(callgrind->frames);
	free(callgrind->calls);
	free(callgrind->ranks);
	keyindex_deinit(&callgrind->edge_index);
	pics_deinit(&callgrind->self);
	pics_deinit(&callgrind->below);
	calltree_deinit(&callgrind->tree);
	*callgrind = (struct callgrind){ 0 };
}
