// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * calls.c - functions by chain, and their inclusive cycles; see calls.h
 */
#include "calls.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *const calls_order_names[CALLS_ORDERS_COUNT + 1] = {
#define CALLS_X(id, name) [CALLS_##id] = name,
	CALLS_ORDERS(CALLS_X)
#undef CALLS_X
};

/* Calls @take for each function in the chain of each stack, once. 0, or what it returns. */
static int walk(struct calls *calls, int (*take)(struct calls *, uint32_t function, uint32_t stack))
{
	const struct calltree *tree = &calls->tree;
	size_t count = tree->functions.count;
	uint32_t *seen = malloc((count + 1) * sizeof(*seen));
	int error = seen ? 0 : -ENOMEM;

	if (seen)
		memset(seen, 0xff, (count + 1) * sizeof(*seen));
	for (uint32_t i = 0; !error && i < calls->rows->measure->pics.stacks_count; i++) {
		uint32_t node = tree->leaves[i];

		for (; !error && node != CALLTREE_NONE; node = tree->nodes.items[node].parent) {
			uint32_t function = calltree_function(tree, node);

			if (seen[function] != i)
				error = take(calls, function, i);
			seen[function] = i;
		}
	}
	free(seen);
	return error;
}

static int count_stack(struct calls *calls, uint32_t function, uint32_t stack)
{
	(void)stack;
	calls->starts[function + 1]++;
	return 0;
}

/* Fills up from the end: starts end where they belong. */
static int put_stack(struct calls *calls, uint32_t function, uint32_t stack)
{
	calls->stacks[--calls->starts[function + 1]] = stack;
	return 0;
}

static int list_stacks(struct calls *calls)
{
	size_t count = calls->tree.functions.count;
	int error;

	calls->starts = calloc(count + 2, sizeof(*calls->starts));
	if (!calls->starts)
		return -ENOMEM;
	error = walk(calls, count_stack);
	for (size_t i = 0; i < count; i++)
		calls->starts[i + 1] += calls->starts[i];
	calls->stacks = malloc((calls->starts[count] + 1) * sizeof(*calls->stacks));
	if (error || !calls->stacks)
		return -ENOMEM;
	calls->starts[count + 1] = calls->starts[count];
	error = walk(calls, put_stack);
	/* Each start now stands one place too far. */
	memmove(calls->starts, calls->starts + 1, (count + 1) * sizeof(*calls->starts));
	return error;
}

int calls_init(struct calls *calls, struct recording *recording, struct rows *rows,
	       const struct rows_options *options)
{
	int error;

	*calls = (struct calls){ .recording = recording, .rows = rows };
	error = calltree_build(&calls->tree, recording, rows->measure, options, CALLTREE_PLACES);
	if (!error)
		error = list_stacks(calls);
	if (error)
		calls_deinit(calls);
	return error;
}

void calls_deinit(struct calls *calls)
{
	calltree_deinit(&calls->tree);
	free(calls->starts);
	free(calls->stacks);
	*calls = (struct calls){ 0 };
}

static int add_caller(struct rows *rows, const struct function *function)
{
	static const struct pics_stack none;
	/* Sorting has trimmed the array to the number of rows. */
	struct row *grown = reallocarray(rows->rows, rows->count + 1, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	rows->rows = grown;
	grown[rows->count++] = (struct row){
		.location = function->location, .object = function->object, .stack = &none,
		.line = symbols_line(&function->location),
	};
	return 0;
}

static int compare_rows(const void *left, const void *right)
{
	const struct row *a = left, *b = right;

	if (a->inclusive->parts != b->inclusive->parts)
		return a->inclusive->parts > b->inclusive->parts ? -1 : 1;
	if (a->stack->parts != b->stack->parts)
		return a->stack->parts > b->stack->parts ? -1 : 1;
	return a->inclusive->place < b->inclusive->place ? -1 : 1;
}

static int add_inclusive(struct calls *calls, struct pics *pics)
{
	int error = 0;

	for (uint32_t f = 0; !error && f < calls->tree.functions.count; f++)
		for (size_t i = calls->starts[f]; !error && i < calls->starts[f + 1]; i++)
			error = pics_add_stack(pics, f,
				&calls->rows->measure->pics.stacks[calls->stacks[i]]);
	pics_sort(pics);
	return error;
}

int calls_include(struct calls *calls)
{
	const struct functions *functions = &calls->tree.functions;
	struct rows *rows = calls->rows;
	size_t count = functions->count;
	bool *has_row = calloc(count + 1, sizeof(*has_row));
	int error = has_row ? add_inclusive(calls, &rows->inclusive) : -ENOMEM;

	for (size_t i = 0; !error && i < rows->count; i++)
		has_row[functions_find(functions, rows->rows[i].object,
				       &rows->rows[i].location)] = true;
	for (uint32_t f = 0; !error && f < count; f++)
		if (!has_row[f] && calls->starts[f] < calls->starts[f + 1])
			error = add_caller(rows, &functions->items[f]);
	for (size_t i = 0; !error && i < rows->count; i++) {
		struct row *row = &rows->rows[i];

		row->inclusive = pics_find(&rows->inclusive,
			functions_find(functions, row->object, &row->location));
	}
	if (!error && rows->count)
		qsort(rows->rows, rows->count, sizeof(*rows->rows), compare_rows);
	free(has_row);
	return error;
}
