// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * profile_slices.c - a profile's stacks over time
 *
 * The member "slices" has a list for each slice of the run: docs/profile-format.md. They are read
 * beside the stacks of the measure, to which they have to add up.
 */
#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "profile_parts.h"
#include "recording_store.h"

#define CYCLES_MOST	(UINT64_C(1) << 53)	/* of a slice: exact as nanoseconds */

struct slices_reader {
	struct recording *recording;
	struct recording_measure *measure;
	struct json_object *object;
	uint16_t components[TEA_COMPONENTS_COUNT];	/* of stages, by position in its lists */
	size_t components_count;
};

/* Adds to a slice's stack. */
static int add(struct slices_reader *reader, size_t number, uint16_t category, unsigned int state,
	       uint64_t parts, struct fault *fault)
{
	struct pics *pics = &reader->measure->slices.pics;

	if (parts > UINT64_MAX - pics->parts)
		return recording_overflow(fault);
	return pics_count(pics, (uint32_t)number, category, state, parts) ?
	       fault_no_memory(fault, "its slices") : 0;
}

/* [category, state, parts] */
static bool parse_cell(const struct category_kind *kind, struct json_object *cell, int64_t numbers[3])
{
	const int64_t categories = category_sets(kind) ? category_unknown(kind) : kind->items_count;

	if (!json_object_is_type(cell, json_type_array) || json_object_array_length(cell) != 3)
		return false;
	for (size_t i = 0; i < 3; i++) {
		struct json_object *number = json_object_array_get_idx(cell, i);

		numbers[i] = json_object_get_int64(number);
		if (!json_object_is_type(number, json_type_int) || numbers[i] < 0)
			return false;
	}
	return numbers[0] < categories && numbers[1] <= PICS_NO_STATE;
}

static int read_cells(struct slices_reader *reader, struct json_object *cells, size_t number,
		      struct fault *fault)
{
	const struct category_kind *kind = reader->measure->kind;
	int error = 0;

	if (!json_object_is_type(cells, json_type_array))
		return profile_damaged(fault, "slices");
	for (size_t i = 0; !error && i < json_object_array_length(cells); i++) {
		int64_t numbers[3];

		if (!parse_cell(kind, json_object_array_get_idx(cells, i), numbers))
			return profile_damaged(fault, "slices");
		if (filter_wants_word(&reader->recording->options.filter, (uint16_t)numbers[0],
				      (uint8_t)numbers[1]))
			error = add(reader, number, (uint16_t)numbers[0],
				    kind->states ? (unsigned int)numbers[1] : PICS_NO_STATE,
				    (uint64_t)numbers[2], fault);
	}
	return error;
}

/* Slots of each component at one stage. */
static int read_slots(struct slices_reader *reader, struct json_object *list, size_t number,
		      enum tea_stack stage, struct fault *fault)
{
	int error = 0;

	if (!json_object_is_type(list, json_type_array) ||
	    json_object_array_length(list) > reader->components_count)
		return profile_damaged(fault, "slices");
	for (size_t i = 0; !error && i < json_object_array_length(list); i++) {
		struct json_object *slots = json_object_array_get_idx(list, i);
		const uint16_t at = CATEGORY_AT_STAGE(stage, reader->components[i]);

		if (!json_object_is_type(slots, json_type_int) || json_object_get_int64(slots) < 0)
			return profile_damaged(fault, "slices");
		if (json_object_get_int64(slots))
			error = add(reader, number, at, PICS_NO_STATE,
				    json_object_get_uint64(slots), fault);
	}
	return error;
}

static int read_components(struct slices_reader *reader, struct fault *fault)
{
	struct json_object *names = profile_array(reader->object, "components");
	size_t count = names ? json_object_array_length(names) : 0;

	if (!count || count > TEA_COMPONENTS_COUNT)
		return profile_damaged(fault, "slices");
	for (size_t i = 0; i < count; i++) {
		const char *name = json_object_get_string(json_object_array_get_idx(names, i));

		if (!name || !category_parse(&category_components, name, strlen(name),
					     &reader->components[i]))
			return profile_damaged(fault, "slices");
	}
	reader->components_count = count;
	return 0;
}

/* A list with an item for each slice, of which the first one read says how many there are. */
static struct json_object *find_list(struct slices_reader *reader, const char *name)
{
	struct recording_slices *slices = &reader->measure->slices;
	struct json_object *list = profile_array(reader->object, name);
	size_t count = list ? json_object_array_length(list) : 0;

	if (!slices->count && count <= RECORDING_SLICES_MOST)
		slices->count = count;
	return count && count == slices->count ? list : NULL;
}

static int read_instructions(struct slices_reader *reader, struct fault *fault)
{
	struct json_object *list = find_list(reader, "instructions");
	struct recording_slices *slices = &reader->measure->slices;

	if (!list)
		return profile_damaged(fault, "slices");
	slices->instructions = calloc(slices->count, sizeof(*slices->instructions));
	if (!slices->instructions)
		return fault_no_memory(fault, "its slices");
	for (size_t i = 0; i < slices->count; i++) {
		struct json_object *number = json_object_array_get_idx(list, i);

		if (!json_object_is_type(number, json_type_int) || json_object_get_int64(number) < 0)
			return profile_damaged(fault, "slices");
		slices->instructions[i] = json_object_get_uint64(number);
	}
	return 0;
}

static int read_stages(struct slices_reader *reader, struct fault *fault)
{
	static const char *const names[TEA_STACKS_COUNT] = {
#define TEA_X(index, id, name, text) [index] = name,
		TEA_STACKS(TEA_X)
#undef TEA_X
	};
	int error = read_components(reader, fault);

	if (!error)
		error = read_instructions(reader, fault);
	for (enum tea_stack stage = 0; !error && stage < TEA_STACKS_COUNT; stage++) {
		struct json_object *list = find_list(reader, names[stage]);

		if (!list)
			return profile_damaged(fault, "slices");
		for (size_t i = 0; !error && i < reader->measure->slices.count; i++)
			error = read_slots(reader, json_object_array_get_idx(list, i), i, stage, fault);
	}
	return error;
}

static int read_golden(struct slices_reader *reader, struct fault *fault)
{
	struct json_object *list = find_list(reader, "golden");
	int error = 0;

	if (!list)
		return profile_damaged(fault, "slices");
	for (size_t i = 0; !error && i < reader->measure->slices.count; i++)
		error = read_cells(reader, json_object_array_get_idx(list, i), i, fault);
	return error;
}

/* The length of a slice by the clock of the core. */
static int read_length(struct slices_reader *reader, struct fault *fault)
{
	struct recording *recording = reader->recording;
	uint64_t cycles = 0;
	double mhz = 0;
	int error = profile_number(reader->object, "cycles", &cycles, fault);

	for (size_t i = 0; i < recording->settings_count; i++)
		if (!strcmp(recording->settings[i].name, "core_mhz"))
			mhz = strtod(recording->settings[i].value, NULL);
	if (!error && (!cycles || cycles > CYCLES_MOST))
		error = profile_damaged(fault, "slices");
	if (!error && !(mhz > 0))
		return fault_set(fault, -EINVAL, "no core_mhz in the profile's configuration, which "
				 "times need: run 'tea sim' again");
	reader->measure->slices.ns = 1000 * (double)cycles / mhz;
	return error;
}

/* All stacks as one, in the order of its parts. */
static int sum_up(const struct pics *pics, struct pics *sum)
{
	int error = pics_touch(sum, 0);

	for (size_t i = 0; !error && i < pics->stacks_count; i++)
		error = pics_add_stack(sum, 0, &pics->stacks[i]);
	pics_sort(sum);
	return error;
}

static bool is_same(const struct pics_stack *a, const struct pics_stack *b)
{
	bool same = a->shares_count == b->shares_count;

	for (size_t i = 0; same && i < a->shares_count; i++)
		same = a->shares[i].category == b->shares[i].category &&
		       a->shares[i].parts == b->shares[i].parts &&
		       !memcmp(a->shares[i].states, b->shares[i].states, sizeof(a->shares[i].states));
	return same;
}

static int check_sums(const struct recording_measure *measure, const char *name, struct fault *fault)
{
	struct pics all = { 0 }, slices = { 0 };
	int error = 0;

	if (sum_up(&measure->pics, &all) || sum_up(&measure->slices.pics, &slices))
		error = fault_no_memory(fault, "its slices");
	else if (!is_same(all.stacks, slices.stacks))
		error = fault_set(fault, -EINVAL, "a damaged profile: the slices' %s not add up to the run; "
				  "run 'tea sim' again", name);
	pics_deinit(&all);
	pics_deinit(&slices);
	return error;
}

int profile_read_slices(struct recording *recording, struct recording_measure *measure,
			struct fault *fault)
{
	struct slices_reader reader = { .recording = recording, .measure = measure };
	const bool stages = measure->id == MEASURE_STAGES;
	const char *name = stages ? "instructions" : "golden";
	int error;

	if ((!stages && measure->id != MEASURE_GOLDEN) ||
	    !json_object_object_get_ex(recording->json, "slices", &reader.object))
		return 0;
	if (!json_object_is_type(reader.object, json_type_object))
		return profile_damaged(fault, "slices");
	if (!json_object_object_get_ex(reader.object, name, NULL))
		return 0;
	error = read_length(&reader, fault);
	if (!error)
		error = stages ? read_stages(&reader, fault) : read_golden(&reader, fault);
	return error ? error : check_sums(measure, stages ? "slots do" : "golden does", fault);
}
