// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * rows.c - folding places into rows; see rows.h
 */
#include "rows.h"

#include <errno.h>
#include <stdlib.h>

const char *const rows_by_names[ROWS_BY_COUNT + 1] = {
#define ROWS_X(id, name) [ROWS_BY_##id] = name,
	ROWS_BY(ROWS_X)
#undef ROWS_X
};

struct folder {
	struct rows *rows;
	struct recording *recording;
	struct keyindex functions, keys;
	uint32_t functions_count;
};

/* Numbers functions, and addresses in none of them, from 0 on. */
static int function_number(struct folder *folder, uint32_t object,
			   const struct symbols_location *location, uint32_t *number)
{
	struct key key = {
		.high = (uint64_t)object << 1 | (location->function != NULL),
		.low = location->function ? location->function_start : location->address,
	};

	*number = keyindex_get(&folder->functions, key);
	if (*number != KEYINDEX_NONE)
		return 0;
	*number = folder->functions_count++;
	return keyindex_put(&folder->functions, key, *number);
}

/* What tells a row from the others. */
static int row_key(struct folder *folder, const struct recording_place *place, struct row *row,
		   struct key *key)
{
	uint32_t function = 0;
	int error;

	switch (folder->rows->by) {
	case ROWS_BY_OBJECT:
		*key = (struct key){ .low = place->object };
		return 0;
	case ROWS_BY_THREAD:
		*key = (struct key){ .low = place->thread };
		return 0;
	case ROWS_BY_INSTRUCTION:
		*key = (struct key){ .high = place->object, .low = place->address };
		return 0;
	default:
		break;
	}
	error = function_number(folder, place->object, &row->location, &function);
	*key = (struct key){ .high = function };
	if (folder->rows->by == ROWS_BY_LINE && row->location.function) {
		row->line = symbols_line(&row->location);
		key->high |= (uint64_t)(uint32_t)row->line.line << 32;
		key->low = (uintptr_t)row->line.file;
	}
	return error;
}

static int row_number(struct folder *folder, struct key key, const struct row *row,
		      uint32_t *number)
{
	struct rows *rows = folder->rows;
	struct row *grown;

	*number = keyindex_get(&folder->keys, key);
	if (*number != KEYINDEX_NONE) {
		if (row->location.address < rows->rows[*number].location.address)
			rows->rows[*number].location = row->location;
		return 0;
	}
	grown = array_grow(rows->rows, rows->count, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	rows->rows = grown;
	*number = (uint32_t)rows->count;
	grown[rows->count++] = *row;
	return keyindex_put(&folder->keys, key, *number);
}

static bool is_in(const struct rows_filter *filter, const struct row *row)
{
	return !filter || (filter->object == row->object &&
			   row->location.address >= filter->begin &&
			   row->location.address < filter->end);
}

static int fold_stack(struct folder *folder, const struct pics_stack *stack,
		      const struct rows_filter *filter)
{
	struct recording *recording = folder->recording;
	const struct recording_place *place = &recording->places[stack->place];
	struct rows *rows = folder->rows;
	struct row row = {
		.object = place->object, .thread = &recording->threads[place->thread],
	};
	struct key key;
	uint32_t number;
	int error;

	symbols_locate(&recording->symbols, place->object, place->address, &row.location);
	if (!is_in(filter, &row))
		return 0;
	if (!row.location.function) {
		rows->unresolved += stack->parts;
		rows->unresolved_by_object[place->object] += stack->parts;
	}
	error = row_key(folder, place, &row, &key);
	if (!error)
		error = row_number(folder, key, &row, &number);
	if (!error)
		error = pics_add_stack(&rows->pics, number, stack);
	return error ? error : pics_add_stack(&rows->total, 0, stack);
}

/* A function stands at its start, an instruction at itself. */
static void place_rows(struct rows *rows)
{
	for (size_t i = 0; i < rows->count; i++) {
		struct row *row = &rows->rows[i];
		struct symbols_location *location = &row->location;

		if (rows->by == ROWS_BY_FUNCTION && location->function) {
			location->address = location->function_start;
			location->offset = 0;
		}
		if (rows->by == ROWS_BY_FUNCTION || rows->by == ROWS_BY_INSTRUCTION)
			row->line = symbols_line(location);
	}
}

/* Rows in the order of their stacks; the stacks' numbers follow. */
static int sort_rows(struct rows *rows)
{
	struct row *sorted = calloc(rows->count ? rows->count : 1, sizeof(*sorted));

	if (!sorted)
		return -ENOMEM;
	pics_sort(&rows->total);
	pics_sort(&rows->pics);
	for (size_t i = 0; i < rows->count; i++) {
		sorted[i] = rows->rows[rows->pics.stacks[i].place];
		sorted[i].stack = &rows->pics.stacks[i];
	}
	free(rows->rows);
	rows->rows = sorted;
	return 0;
}

int rows_fold(struct rows *rows, struct recording *recording, enum rows_by by,
	      const struct rows_filter *filter)
{
	struct folder folder = { .rows = rows, .recording = recording };
	int error = 0;

	*rows = (struct rows){ .by = by };
	rows->unresolved_by_object = calloc(recording->symbols.count + 1, sizeof(uint64_t));
	if (!rows->unresolved_by_object)
		return -ENOMEM;
	for (size_t i = 0; !error && i < recording->pics.stacks_count; i++)
		error = fold_stack(&folder, &recording->pics.stacks[i], filter);
	if (!error) {
		place_rows(rows);
		error = sort_rows(rows);
	}
	keyindex_deinit(&folder.functions);
	keyindex_deinit(&folder.keys);
	if (error)
		rows_deinit(rows);
	return error;
}

void rows_deinit(struct rows *rows)
{
	free(rows->rows);
	free(rows->unresolved_by_object);
	pics_deinit(&rows->pics);
	pics_deinit(&rows->total);
	*rows = (struct rows){ 0 };
}
