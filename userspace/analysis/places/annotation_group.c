// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * annotation_group.c - instructions folded under their source lines; see annotation.h
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "annotation.h"

const char *const annotation_sort_names[ANNOTATION_SORTS_COUNT + 1] = {
#define ANNOTATION_X(id, name) [ANNOTATION_##id] = name,
	ANNOTATION_SORTS(ANNOTATION_X)
#undef ANNOTATION_X
};

/* Numbers keys in the order in which they are first seen. */
static int number_key(struct keyindex *index, struct key key, uint32_t *number)
{
	*number = keyindex_get(index, key);
	if (*number != KEYINDEX_NONE)
		return 0;
	*number = (uint32_t)index->used;
	return keyindex_put(index, key, *number);
}

static struct key key_of_line(const struct elfobject_line *line)
{
	return (struct key){ .high = (uint64_t)line->line, .low = (uintptr_t)line->file };
}

struct grouping {
	struct keyindex groups, parts;
};

static int group_row(struct annotation *annotation, struct grouping *grouping, size_t i)
{
	const struct row *row = &annotation->rows.rows[i];
	uint32_t *group = &annotation->groups[i], *part = &annotation->parts[i];
	struct key key = key_of_line(&row->line);
	int error = number_key(&grouping->groups, key_of_line(&row->outer), group);

	key.high |= (uint64_t)*group << 32;
	if (!error)
		error = number_key(&grouping->parts, key, part);
	if (!error && row->stack->parts)
		error = pics_add_stack(&annotation->by_group, *group, row->stack);
	if (!error && row->stack->parts)
		error = pics_add_stack(&annotation->by_part, *part, row->stack);
	return error;
}

static uint64_t parts_of(const struct pics *pics, uint32_t number)
{
	const struct pics_stack *stack = pics_find(pics, number);

	return stack ? stack->parts : 0;
}

static int compare(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* Numbers go by first address. */
static int compare_rows(const void *left, const void *right, void *context)
{
	const struct annotation *annotation = context;
	uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
	int order = compare(parts_of(&annotation->by_group, annotation->groups[b]),
			    parts_of(&annotation->by_group, annotation->groups[a]));

	if (!order)
		order = compare(annotation->groups[a], annotation->groups[b]);
	if (!order)
		order = compare(parts_of(&annotation->by_part, annotation->parts[b]),
				parts_of(&annotation->by_part, annotation->parts[a]));
	if (!order)
		order = compare(annotation->parts[a], annotation->parts[b]);
	return order ? order : compare(a, b);
}

static void clear(struct annotation *annotation)
{
	free(annotation->order);
	free(annotation->groups);
	free(annotation->parts);
	free(annotation->lines);
	annotation->lines = NULL;
	annotation->lines_count = 0;
	annotation->rows.jumps = NULL;
	jumps_deinit(&annotation->jumps);
	pics_deinit(&annotation->by_group);
	pics_deinit(&annotation->by_part);
}

int annotation_group(struct annotation *annotation, enum annotation_sort sort)
{
	size_t count = annotation->rows.count;
	struct grouping grouping = { 0 };
	int error = 0;

	clear(annotation);
	annotation->sort = sort;
	annotation->order = calloc(count + 1, sizeof(*annotation->order));
	annotation->groups = calloc(count + 1, sizeof(*annotation->groups));
	annotation->parts = calloc(count + 1, sizeof(*annotation->parts));
	if (!annotation->order || !annotation->groups || !annotation->parts)
		return -ENOMEM;
	for (size_t i = 0; !error && i < count; i++) {
		annotation->order[i] = (uint32_t)i;
		error = group_row(annotation, &grouping, i);
	}
	pics_sort(&annotation->by_group);
	pics_sort(&annotation->by_part);
	if (!error && sort == ANNOTATION_CYCLES)
		qsort_r(annotation->order, count, sizeof(*annotation->order), compare_rows,
			annotation);
	keyindex_deinit(&grouping.groups);
	keyindex_deinit(&grouping.parts);
	if (!error && sort == ANNOTATION_ADDRESS) {
		error = jumps_init(&annotation->jumps, &annotation->rows);
		annotation->rows.jumps = &annotation->jumps;
	}
	return error ? error : annotation_lay_out(annotation);
}
