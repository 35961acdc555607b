// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * profile_path.c - a profile's critical path: the components of its causes, slopes, and the cycles of
 * its threads
 *
 * docs/contracts.md, contract 5. Numbers that do not add up are refused.
 */
#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "profile_parts.h"
#include "recording_store.h"

/* Each item of the categories names the paper's component that it is a part of. */
static int read_components(struct recording *recording, struct json_object *object,
			   struct fault *fault)
{
	struct json_object *categories = json_object_object_get(object, "categories");
	struct json_object *items = profile_array(categories, "items");

	if (!items)	/* its stacks would be of signatures */
		return profile_damaged(fault, "categories");
	for (unsigned int i = 0; i < recording->measures[MEASURE_PATH].kind->items_count; i++) {
		struct json_object *item = json_object_array_get_idx(items, i);
		const char *name = profile_text(item, "component");
		uint16_t component;

		if (!name || !category_parse(&category_causes, name, strlen(name), &component))
			return profile_damaged(fault, "component");
		recording->critical.components[i] = (uint8_t)component;
	}
	return 0;
}

static int read_slopes(struct recording *recording, struct json_object *object, struct fault *fault)
{
	struct json_object *slopes = json_object_object_get(object, "slopes");
	struct recording_path *path = &recording->critical;

	if (!json_object_is_type(slopes, json_type_object))
		return profile_damaged(fault, "slopes");
	path->slopes = calloc((size_t)json_object_object_length(slopes) + 1, sizeof(*path->slopes));
	if (!path->slopes)
		return fault_no_memory(fault, "its slopes");
	json_object_object_foreach(slopes, name, value) {
		if (!category_is_word(name) || !json_object_is_type(value, json_type_int))
			return profile_damaged(fault, "slopes");
		path->slopes[path->slopes_count++] = (struct recording_slope){
			.knob = name, .cycles = json_object_get_int64(value),
		};
	}
	return 0;
}

static int read_threads(struct recording *recording, struct json_object *object,
			struct fault *fault)
{
	struct json_object *threads = profile_array(object, "threads");
	uint64_t *cycles = &recording->critical.cycles;

	for (size_t i = 0; threads && i < json_object_array_length(threads); i++) {
		struct json_object *one = json_object_array_get_idx(threads, i);

		if (!json_object_is_type(one, json_type_int) || json_object_get_int64(one) < 0)
			return profile_damaged(fault, "threads");
		if (__builtin_add_overflow(*cycles, json_object_get_uint64(one), cycles))
			return recording_overflow(fault);
	}
	return *cycles ? 0 : profile_damaged(fault, "threads");
}

/* The chain is as long as the run; rows that were left out are not in it. */
static int check_sum(const struct recording *recording, struct fault *fault)
{
	const struct recording_measure *measure = &recording->measures[MEASURE_PATH];
	const struct recording_path *path = &recording->critical;
	uint64_t parts;

	if (measure->filtered_samples ||
	    (!__builtin_mul_overflow(path->cycles, (uint64_t)measure->parts_per_unit, &parts) &&
	     parts == measure->pics.parts))
		return 0;
	return fault_set(fault, -EINVAL, "a damaged profile: the rows of 'path' are not the %llu cycles of "
			 "its threads; run 'tea sim' again", (unsigned long long)path->cycles);
}

int profile_read_path(struct recording *recording, struct json_object *object, struct fault *fault)
{
	int error = read_components(recording, object, fault);

	if (!error)
		error = read_slopes(recording, object, fault);
	if (!error)
		error = read_threads(recording, object, fault);
	return error ? error : check_sum(recording, fault);
}
