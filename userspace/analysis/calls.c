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

static int number(struct calls *calls, uint32_t object, uint64_t address, uint32_t *function)
{
	struct symbols_location location;

	symbols_locate(&calls->recording->symbols, object, address, &location);
	*function = functions_number(&calls->rows->functions, object, &location);
	return *function == KEYINDEX_NONE ? -ENOMEM : 0;
}

static int number_all(struct calls *calls, const struct rows_options *options)
{
	const struct recording *recording = calls->recording;
	int error = 0;

	calls->of_place = malloc((recording->places_count + 1) * sizeof(uint32_t));
	calls->of_frame = malloc((recording->frames_count + 1) * sizeof(uint32_t));
	if (!calls->of_place || !calls->of_frame)
		return -ENOMEM;
	for (size_t i = 0; !error && i < recording->frames_count; i++)
		error = number(calls, recording->frames[i].object, recording->frames[i].address,
			       &calls->of_frame[i]);
	for (size_t i = 0; !error && i < recording->places_count; i++) {
		const struct recording_place *place = &recording->places[i];

		error = number(calls, place->object, place->address, &calls->of_place[i]);
		if (!error && !rows_want(options, place->object,
					 &calls->rows->functions.items[calls->of_place[i]].location))
			calls->of_place[i] = KEYINDEX_NONE;
	}
	return error;
}

/* Calls @take for each function in the chain of each stack, once. 0, or what it returns. */
static int walk(struct calls *calls, int (*take)(struct calls *, uint32_t function, uint32_t stack))
{
	const struct recording *recording = calls->recording;
	size_t count = calls->rows->functions.count;
	uint32_t *seen = malloc((count + 1) * sizeof(*seen));
	int error = seen ? 0 : -ENOMEM;

	if (seen)
		memset(seen, 0xff, (count + 1) * sizeof(*seen));
	for (uint32_t i = 0; !error && i < recording->pics.stacks_count; i++) {
		uint32_t place = recording->pics.stacks[i].place;
		uint32_t function = calls->of_place[place];
		uint32_t frame = recording->places[place].frame;

		while (function != KEYINDEX_NONE && !error) {
			if (seen[function] != i)
				error = take(calls, function, i);
			seen[function] = i;
			if (frame == RECORDING_NO_FRAME)
				break;
			function = calls->of_frame[frame];
			frame = recording->frames[frame].parent;
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
	size_t count = calls->rows->functions.count;
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
	error = number_all(calls, options);
	if (!error)
		error = list_stacks(calls);
	if (error)
		calls_deinit(calls);
	return error;
}

void calls_deinit(struct calls *calls)
{
	free(calls->of_place);
	free(calls->of_frame);
	free(calls->starts);
	free(calls->stacks);
	*calls = (struct calls){ 0 };
}

static int add_caller(struct rows *rows, uint32_t function)
{
	static const struct pics_stack none;
	const struct function *item = &rows->functions.items[function];
	/* Rows are as many as there is room for: sorting made them so. */
	struct row *grown = reallocarray(rows->rows, rows->count + 1, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	rows->rows = grown;
	grown[rows->count++] = (struct row){
		.location = item->location, .object = item->object, .stack = &none,
		.line = symbols_line(&item->location),
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

	for (uint32_t f = 0; !error && f < calls->rows->functions.count; f++)
		for (size_t i = calls->starts[f]; !error && i < calls->starts[f + 1]; i++)
			error = pics_add_stack(pics, f,
				&calls->recording->pics.stacks[calls->stacks[i]]);
	pics_sort(pics);
	return error;
}

int calls_include(struct calls *calls)
{
	struct rows *rows = calls->rows;
	size_t count = rows->functions.count;
	bool *has_row = calloc(count + 1, sizeof(*has_row));
	int error = has_row ? add_inclusive(calls, &rows->inclusive) : -ENOMEM;

	for (size_t i = 0; !error && i < rows->count; i++)
		has_row[functions_number(&rows->functions, rows->rows[i].object,
					 &rows->rows[i].location)] = true;
	for (uint32_t f = 0; !error && f < count; f++)
		if (!has_row[f] && calls->starts[f] < calls->starts[f + 1])
			error = add_caller(rows, f);
	for (size_t i = 0; !error && i < rows->count; i++) {
		struct row *row = &rows->rows[i];

		row->inclusive = pics_find(&rows->inclusive,
			functions_number(&rows->functions, row->object, &row->location));
	}
	if (!error && rows->count)
		qsort(rows->rows, rows->count, sizeof(*rows->rows), compare_rows);
	free(has_row);
	return error;
}
