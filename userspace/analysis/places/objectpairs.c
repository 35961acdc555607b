// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * objectpairs.c - which objects of two recordings are the same; see objectpairs.h
 */
#include "objectpairs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEFT_LEAST	0.9	/* of the cycles of files that are left over */

const char *const objectpairs_by_names[] = {
	[OBJECTPAIRS_GIVEN] = "given", [OBJECTPAIRS_BUILD] = "build",
	[OBJECTPAIRS_NAME] = "name", [OBJECTPAIRS_LEFT] = "left",
};

/* Cycles of each object of either side; 0: it is paired, or has none. */
struct search {
	struct objectpairs *pairs;
	uint64_t *parts[2];
};

static const struct symbols_object *object_at(const struct objectpairs *pairs, int side, size_t i)
{
	return &pairs->recordings[side]->symbols.objects[i];
}

static size_t count_of(const struct objectpairs *pairs, int side)
{
	return pairs->recordings[side]->symbols.count;
}

static bool is_called(const struct symbols_object *object, const char *name)
{
	return !strcmp(object->path, name) || !strcmp(symbols_base_name(object->path), name);
}

static void add(struct search *search, size_t before, size_t after, enum objectpairs_by by)
{
	struct objectpairs *pairs = search->pairs;
	struct objectpair *pair = &pairs->items[pairs->count++];

	*pair = (struct objectpair){ { (uint32_t)before, (uint32_t)after }, by };
	pairs->numbers[0][before] = pairs->numbers[1][after] = (uint32_t)pairs->count;
	search->parts[0][before] = search->parts[1][after] = 0;
}

/* Each two that agree, of those that are left. */
static void pair_all(struct search *search, enum objectpairs_by by,
		     bool (*agree)(const struct symbols_object *, const struct symbols_object *,
				   const void *), const void *context)
{
	const struct objectpairs *pairs = search->pairs;

	for (size_t i = 0; i < count_of(pairs, 0); i++)
		for (size_t k = 0; k < count_of(pairs, 1) && search->parts[0][i]; k++)
			if (search->parts[1][k] &&
			    agree(object_at(pairs, 0, i), object_at(pairs, 1, k), context))
				add(search, i, k, by);
}

static bool is_given(const struct symbols_object *before, const struct symbols_object *after,
		     const void *context)
{
	const struct objectpairs_given *given = context;

	return is_called(before, given->names[0]) && is_called(after, given->names[1]);
}

static bool is_same_build(const struct symbols_object *before, const struct symbols_object *after,
			  const void *context)
{
	(void)context;
	if (before->hashed && after->hashed)
		return before->code_hash == after->code_hash;
	return before->build_id_size && before->build_id_size == after->build_id_size &&
	       !memcmp(before->build_id, after->build_id, before->build_id_size);
}

static bool is_same_path(const struct symbols_object *before, const struct symbols_object *after,
			 const void *context)
{
	(void)context;
	return before->kind == after->kind && !strcmp(before->path, after->path);
}

static bool is_same_name(const struct symbols_object *before, const struct symbols_object *after,
			 const void *context)
{
	(void)context;
	return !strcmp(symbols_base_name(before->path), symbols_base_name(after->path));
}

/* The file that has nearly all cycles of those that are left on a side; or the count of objects. */
static size_t find_left(const struct search *search, int side)
{
	size_t count = count_of(search->pairs, side), most = count;
	uint64_t all = 0;

	for (size_t i = 0; i < count; i++) {
		uint64_t parts = search->parts[side][i];

		if (!parts || object_at(search->pairs, side, i)->kind != SYMBOLS_FILE)
			continue;
		all += parts;
		if (most == count || parts > search->parts[side][most])
			most = i;
	}
	return most < count && (double)search->parts[side][most] >= LEFT_LEAST * (double)all ? most : count;
}

static void pair_left(struct search *search)
{
	size_t before = find_left(search, 0), after = find_left(search, 1);

	if (before < count_of(search->pairs, 0) && after < count_of(search->pairs, 1))
		add(search, before, after, OBJECTPAIRS_LEFT);
}

/* Objects without a pair get numbers of their own. */
static void number_rest(struct objectpairs *pairs)
{
	uint32_t next = (uint32_t)pairs->count;

	for (int side = 0; side < 2; side++)
		for (size_t i = 0; i < count_of(pairs, side); i++)
			if (!pairs->numbers[side][i])
				pairs->numbers[side][i] = ++next;
}

static int search_init(struct search *search, const struct rows *const rows[2])
{
	struct objectpairs *pairs = search->pairs;

	for (int side = 0; side < 2; side++) {
		size_t count = count_of(pairs, side);

		pairs->numbers[side] = calloc(count + 1, sizeof(*pairs->numbers[side]));
		search->parts[side] = calloc(count + 1, sizeof(*search->parts[side]));
		if (!pairs->numbers[side] || !search->parts[side])
			return -ENOMEM;
		for (size_t i = 0; i < rows[side]->count; i++) {
			const struct row *row = &rows[side]->rows[i];
			uint32_t object = rows_by_data(rows[side]->by) ? row->data_object : row->object;

			if (object != KEYINDEX_NONE)
				search->parts[side][object] += row->stack->parts;
		}
	}
	pairs->items = calloc(count_of(pairs, 0) + 1, sizeof(*pairs->items));
	return pairs->items ? 0 : -ENOMEM;
}

int objectpairs_find(struct objectpairs *pairs, const struct recording *const recordings[2],
		     const struct rows *const rows[2], const struct objectpairs_given *given,
		     size_t given_count)
{
	struct search search = { .pairs = pairs };
	int error;

	*pairs = (struct objectpairs){ .recordings = { recordings[0], recordings[1] } };
	error = search_init(&search, rows);
	if (!error) {
		for (size_t i = 0; i < given_count; i++)
			pair_all(&search, OBJECTPAIRS_GIVEN, is_given, &given[i]);
		pair_all(&search, OBJECTPAIRS_BUILD, is_same_build, NULL);
		pair_all(&search, OBJECTPAIRS_NAME, is_same_path, NULL);
		pair_all(&search, OBJECTPAIRS_NAME, is_same_name, NULL);
		pair_left(&search);
		number_rest(pairs);
	}
	free(search.parts[0]);
	free(search.parts[1]);
	return error;
}

void objectpairs_deinit(struct objectpairs *pairs)
{
	free(pairs->items);
	free(pairs->numbers[0]);
	free(pairs->numbers[1]);
	*pairs = (struct objectpairs){ .count = 0 };
}

const struct objectpair *objectpairs_of(const struct objectpairs *pairs, int side, uint32_t object)
{
	for (size_t i = 0; i < pairs->count; i++)
		if (pairs->items[i].objects[side] == object)
			return &pairs->items[i];
	return NULL;
}

bool objectpairs_has(const struct recording *recording, const char *name)
{
	for (size_t i = 0; i < recording->symbols.count; i++)
		if (is_called(&recording->symbols.objects[i], name))
			return true;
	return false;
}

char *objectpairs_text(const struct objectpairs *pairs, const struct objectpair *pair)
{
	static const char *const reasons[] = {
		[OBJECTPAIRS_GIVEN] = "as --rename says", [OBJECTPAIRS_BUILD] = "they are one build",
		[OBJECTPAIRS_NAME] = "they have one name",
		[OBJECTPAIRS_LEFT] = ("no other file is left to compare either with; --rename "
				      "BEFORE=AFTER pairs others"),
	};
	const struct symbols_object *before = object_at(pairs, 0, pair->objects[0]);
	const struct symbols_object *after = object_at(pairs, 1, pair->objects[1]);
	char *text;

	if (is_same_name(before, after, NULL) ||
	    asprintf(&text, "'%s' before and '%s' after are compared as one: %s", before->path,
		     after->path, reasons[pair->by]) < 0)
		return NULL;
	return text;
}
