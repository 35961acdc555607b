// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * profile_slots.c - a profile's stage stacks and FLOPS stack
 *
 * Both members list their components, and have rows of slots by address and sums by thread;
 * docs/contracts.md, contract 5. Operations of floating-point units by width are one more list of
 * rows, which older profiles do not have. Numbers that do not add up are refused.
 */
#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "profile_parts.h"
#include "recording_store.h"

struct slots_format {
	const char *member;
	const char *text, *event;
	const struct category_kind *kind;	/* of its stacks */
	const char *per_cycle;		/* the member of it with the slots in a cycle */
	const char *per_operation;	/* one that may, of an operation: 1 without it; or "" */
	const char *widths;		/* one that may, of the last of the rows; or "" */
	const struct category_kind *components;
	const char *rows[TEA_STACKS_COUNT + 1];		/* its lists of rows; ends in NULL */
	const char *slots[TEA_STACKS_COUNT + 1];	/* a thread's lists, for each of these */
	bool instructions;		/* threads have their number */
};

#define TEA_X(index, id, name, text) [index] = name,
#define STAGES { TEA_STACKS(TEA_X) }

static const struct slots_format stages_format = {
	.member = "stages", .text = "stage stacks", .event = "tea sim, stages",
	.kind = &category_stages, .per_cycle = "width", .per_operation = "",
	.widths = "", .components = &category_components,
	.rows = STAGES, .slots = STAGES, .instructions = true,
};

#undef TEA_X

static const struct slots_format flops_format = {
	.member = "flops", .text = "FLOPS stack", .event = "tea sim, floating-point units",
	.kind = &category_flops, .per_cycle = "slots_per_cycle", .per_operation = "slots_per_operation",
	.widths = "operation_bytes", .components = &category_flops,
	.rows = { "rows", "operations" }, .slots = { "slots", "operations" },
};

/* The categories of a profile's list, by position: a category less its stack's first. */
struct slots_list {
	uint16_t items[TEA_COMPONENTS_COUNT];
	size_t count;
};

struct slots_reader {
	const struct slots_format *format;
	struct recording *recording;
	struct recording_measure *measure;
	struct recording_slots *slots;
	struct json_object *object;
	struct slots_list components, widths;	/* of the latter none: an older profile */
	struct pics_windows *windows;	/* of estimates: of one number; NULL: slots are exact */
	uint64_t sums[RECORDING_SLOTS_MOST];	/* of rows */
};

static bool is_one_of(const char *const *names, const char *name)
{
	while (*names && strcmp(*names, name))
		names++;
	return *names;
}

/* A stage that is not known would be left out silently. */
static int check_members(const struct slots_reader *reader, struct fault *fault)
{
	const struct slots_format *format = reader->format;
	const char *const others[] = {
		format->per_cycle, format->per_operation, format->widths, "components", "threads",
		NULL,
	};

	json_object_object_foreach(reader->object, name, value) {
		(void)value;
		if (!is_one_of(format->rows, name) && !is_one_of(others, name))
			return fault_set(fault, -EINVAL, "unknown stack '%s' in '%s' of the profile: "
					 "use the 'tea' that wrote it", name, format->member);
	}
	return 0;
}

static int read_per_cycle(struct slots_reader *reader, struct fault *fault)
{
	uint64_t per_cycle = 0;
	int error = profile_number(reader->object, reader->format->per_cycle, &per_cycle, fault);

	if (!error && (!per_cycle || per_cycle > RECORDING_SLOTS_PER_CYCLE))
		error = profile_damaged(fault, reader->format->per_cycle);
	reader->slots->per_cycle = (uint32_t)per_cycle;
	return error;
}

static int read_per_operation(struct slots_reader *reader, struct fault *fault)
{
	const char *name = reader->format->per_operation;
	uint64_t per_operation = 1;
	int error = 0;

	reader->slots->vectors = json_object_object_get_ex(reader->object, name, NULL);
	if (reader->slots->vectors)
		error = profile_number(reader->object, name, &per_operation, fault);
	if (!error && (!per_operation || per_operation > reader->slots->per_cycle))
		error = profile_damaged(fault, name);
	reader->slots->per_operation = (uint32_t)per_operation;
	return error;
}

/* Which component a number of a list is of: by the names that the profile has. */
static int read_components(struct slots_reader *reader, struct fault *fault)
{
	const struct category_kind *kind = reader->format->components;
	struct json_object *names = profile_array(reader->object, "components");
	size_t count = names ? json_object_array_length(names) : 0;
	uint32_t seen = 0;

	if (!count)
		return profile_damaged(fault, "components");
	for (size_t i = 0; i < count; i++) {
		struct json_object *field = json_object_array_get_idx(names, i);
		const char *name = json_object_get_string(field);
		uint16_t component;

		if (!json_object_is_type(field, json_type_string))
			return profile_damaged(fault, "components");
		if (!category_parse(kind, name, strlen(name), &component))
			return fault_set(fault, -EINVAL, "unknown component '%s' in '%s' of the profile: "
					 "use the 'tea' that wrote it", name, reader->format->member);
		if (seen >> component & 1)
			return profile_damaged(fault, "components");
		seen |= 1U << component;
		reader->components.items[reader->components.count++] = component;
	}
	return 0;
}

/* Which width a number of a list is of, if there is a list of such. */
static int read_widths(struct slots_reader *reader, struct fault *fault)
{
	const char *name = reader->format->widths, *rows = reader->format->rows[1];
	struct json_object *widths = profile_array(reader->object, name);
	size_t count = widths ? json_object_array_length(widths) : 0;
	uint32_t seen = 0;

	if (*name && !count && json_object_object_get_ex(reader->object, rows, NULL))
		return profile_damaged(fault, name);
	for (size_t i = 0; i < count; i++) {
		struct json_object *field = json_object_array_get_idx(widths, i);
		uint16_t width = 0;

		while (width < RECORDING_WIDTHS &&
		       json_object_get_int64(field) != RECORDING_WIDTH_BYTES(width))
			width++;
		if (width == RECORDING_WIDTHS || seen >> width & 1)
			return profile_damaged(fault, name);
		seen |= 1U << width;
		reader->widths.items[reader->widths.count++] = width;
	}
	return 0;
}

/* The list of a stack; older profiles have none for operations. */
static const struct slots_list *find_list(const struct slots_reader *reader, size_t stack)
{
	return *reader->format->widths && stack ? &reader->widths : &reader->components;
}

/* Are there numbers of it? */
static bool has_stack(const struct slots_reader *reader, size_t stack)
{
	return reader->format->rows[stack] && find_list(reader, stack)->count;
}

/* One slot count of @list at @position. False: it is none. */
static bool get_slots(struct json_object *list, size_t position, uint64_t *slots)
{
	struct json_object *field = json_object_array_get_idx(list, position);

	*slots = json_object_get_uint64(field);
	return json_object_is_type(field, json_type_int) && json_object_get_int64(field) >= 0;
}

/* The numbers of @list go to @to by category; where they are not as they should be: false. */
static bool add_list(const struct slots_reader *reader, struct json_object *list, size_t stack,
		     uint64_t to[RECORDING_SLOTS_MOST])
{
	const struct slots_list *items = find_list(reader, stack);
	size_t first = stack * reader->format->components->items_count;
	uint64_t slots;

	if (!json_object_is_type(list, json_type_array) ||
	    json_object_array_length(list) > items->count)
		return false;
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		uint64_t *sum = &to[first + items->items[i]];

		if (!get_slots(list, i, &slots) || __builtin_add_overflow(*sum, slots, sum))
			return false;
	}
	return true;
}

/* Behind the components of floating-point units are operations. */
static int add_slots(struct slots_reader *reader, uint32_t place, uint16_t category,
		     uint64_t slots, struct fault *fault)
{
	const bool done = category >= reader->measure->kind->items_count;
	struct pics *pics = done ? &reader->slots->operations : &reader->measure->pics;
	struct pics_share share = { .category = category, .parts = slots };

	if (done)
		share.category -= (uint16_t)reader->measure->kind->items_count;
	if (reader->windows)
		share.weight = (struct pics_weight){ .samples = PICS_WINDOWS, .windows = reader->windows };
	if (slots > UINT64_MAX - pics->parts)
		return recording_overflow(fault);
	return pics_add(pics, place, &share) ? fault_no_memory(fault, "its slots") : 0;
}

/* Of estimates. */
static int add_whole(struct slots_reader *reader, size_t stack, uint64_t slots, struct fault *fault)
{
	const struct pics_share share = {
		.parts = slots, .weight = { .samples = PICS_WINDOWS, .windows = reader->windows },
	};
	struct pics *whole = &reader->slots->whole;

	return pics_add(whole, (uint32_t)stack, &share) || pics_add(whole, TEA_STACKS_COUNT, &share) ?
	       fault_no_memory(fault, "its slots") : 0;
}

/* Adds the slots of a row; estimates have @deviations, in the same order. */
static int add_row(struct slots_reader *reader, uint32_t place, size_t stack,
		   const uint64_t slots[RECORDING_SLOTS_MOST], struct json_object *deviations,
		   struct fault *fault)
{
	const struct slots_list *items = find_list(reader, stack);
	size_t first = stack * reader->format->components->items_count;
	int error = 0;

	for (size_t i = 0; !error && i < items->count; i++) {
		const size_t category = first + items->items[i];

		if (!slots[category])
			continue;
		if (reader->windows &&
		    !profile_deviations(json_object_array_get_idx(deviations, i), reader->windows))
			return profile_damaged(fault, reader->format->rows[stack]);
		error = add_slots(reader, place, (uint16_t)category, slots[category], fault);
		if (!error && reader->windows)
			error = add_whole(reader, stack, slots[category], fault);
		reader->sums[category] += slots[category];
	}
	return error;
}

/* ["0xpc", [slots]], and of estimates [[deviations]] */
static int read_row(struct slots_reader *reader, struct json_object *row, size_t stack,
		    struct fault *fault)
{
	struct recording_place place = PROFILE_PLACE;
	uint64_t slots[RECORDING_SLOTS_MOST] = { 0 }, pc;
	struct json_object *deviations;
	uint32_t number;

	if (!json_object_is_type(row, json_type_array) ||
	    json_object_array_length(row) != (reader->windows ? 3 : 2) ||
	    !profile_address(json_object_array_get_idx(row, 0), &pc) ||
	    !add_list(reader, json_object_array_get_idx(row, 1), stack, slots))
		return profile_damaged(fault, reader->format->rows[stack]);
	deviations = json_object_array_get_idx(row, 2);
	if (deviations && !json_object_is_type(deviations, json_type_array))
		return profile_damaged(fault, reader->format->rows[stack]);
	if (profile_locate(reader->recording, pc, &place))
		return fault_no_memory(fault, "its slots");
	number = recording_place_number(reader->recording, &place);
	if (number == KEYINDEX_NONE)
		return fault_no_memory(fault, "its slots");
	return add_row(reader, number, stack, slots, deviations, fault);
}

static int read_rows(struct slots_reader *reader, size_t stack, struct fault *fault)
{
	const char *name = reader->format->rows[stack];
	struct json_object *rows = profile_array(reader->object, name);
	int error = rows ? 0 : profile_damaged(fault, name);

	for (size_t i = 0; !error && i < json_object_array_length(rows); i++)
		error = read_row(reader, json_object_array_get_idx(rows, i), stack, fault);
	return error;
}

/* Operations take at least the slots of base, which has none for those beyond the peak. */
static bool is_done(const struct slots_reader *reader, const struct recording_slots_thread *thread)
{
	double done = 0;

	for (unsigned int width = 0; width < RECORDING_WIDTHS; width++)
		done += (double)thread->slots[TEA_FLOPS_COUNT + width] *
			recording_operation_slots(reader->slots, width);
	return done >= (double)thread->slots[TEA_FLOPS_BASE];
}

/* Every slot of every cycle is in one component. */
static bool is_whole(const struct slots_reader *reader, size_t stack,
		     const struct recording_slots_thread *thread)
{
	size_t count = reader->format->components->items_count;
	uint64_t sum = 0, wanted;

	for (size_t i = stack * count; i < (stack + 1) * count; i++)
		if (__builtin_add_overflow(sum, thread->slots[i], &sum))
			return false;
	return !__builtin_mul_overflow(thread->cycles, (uint64_t)reader->slots->per_cycle, &wanted) &&
	       sum == wanted;
}

static int check_thread(const struct slots_reader *reader, size_t stack,
			const struct recording_slots_thread *thread, struct fault *fault)
{
	const struct slots_format *format = reader->format;
	const bool slots = find_list(reader, stack) == &reader->components;

	if (slots && !is_whole(reader, stack, thread))
		return fault_set(fault, -EINVAL, "a damaged profile: '%s' of a thread in '%s' is "
				 "not %u slots in each of its %llu cycles; run 'tea sim' again",
				 format->slots[stack], format->member, reader->slots->per_cycle,
				 (unsigned long long)thread->cycles);
	if (!slots && !is_done(reader, thread))
		return fault_set(fault, -EINVAL, "a damaged profile: '%s' of a thread in '%s' are "
				 "less than its base; run 'tea sim' again", format->slots[stack],
				 format->member);
	return 0;
}

static bool add_thread(struct recording_slots_thread *total,
		       const struct recording_slots_thread *thread)
{
	bool lost = __builtin_add_overflow(total->cycles, thread->cycles, &total->cycles);

	lost |= __builtin_add_overflow(total->instructions, thread->instructions,
				       &total->instructions);
	for (size_t i = 0; i < RECORDING_SLOTS_MOST; i++)
		lost |= __builtin_add_overflow(total->slots[i], thread->slots[i], &total->slots[i]);
	return !lost;
}

static int read_thread(struct slots_reader *reader, struct json_object *object,
		       struct recording_slots_thread *thread, struct fault *fault)
{
	const struct slots_format *format = reader->format;
	int error = profile_number(object, "cycles", &thread->cycles, fault);

	if (!error && format->instructions)
		error = profile_number(object, "instructions", &thread->instructions, fault);
	for (size_t i = 0; !error && has_stack(reader, i); i++) {
		if (!add_list(reader, profile_array(object, format->slots[i]), i, thread->slots))
			return profile_damaged(fault, "threads");
		error = check_thread(reader, i, thread, fault);
	}
	if (!error && !add_thread(&reader->slots->total, thread))
		error = recording_overflow(fault);
	return error;
}

static int read_threads(struct slots_reader *reader, struct fault *fault)
{
	struct json_object *threads = profile_array(reader->object, "threads");
	struct recording_slots *slots = reader->slots;
	size_t count = threads ? json_object_array_length(threads) : 0;
	int error = 0;

	if (!count)
		return profile_damaged(fault, "threads");
	slots->threads = calloc(count, sizeof(*slots->threads));
	if (!slots->threads)
		return fault_no_memory(fault, "its slots");
	slots->threads_count = count;
	for (size_t i = 0; !error && i < count; i++)
		error = read_thread(reader, json_object_array_get_idx(threads, i), &slots->threads[i],
				    fault);
	return error;
}

/* Rows and threads are the same slots. */
static int check_sums(const struct slots_reader *reader, struct fault *fault)
{
	const struct slots_format *format = reader->format;
	const struct recording_slots_thread *total = &reader->slots->total;

	if (memcmp(reader->sums, total->slots, sizeof(reader->sums)))
		return fault_set(fault, -EINVAL, "a damaged profile: the rows of '%s' do not add up to "
				 "its threads; run 'tea sim' again", format->member);
	if (!total->cycles || (format->instructions && !total->instructions))
		return profile_damaged(fault, format->member);
	return 0;
}

static int read_member(struct slots_reader *reader, struct fault *fault)
{
	const struct slots_format *format = reader->format;
	int error;

	if (!json_object_object_get_ex(reader->recording->json, format->member, &reader->object))
		return profile_missing(reader->recording, format->text, format->member, fault);
	if (!json_object_is_type(reader->object, json_type_object))
		return profile_damaged(fault, format->member);
	error = check_members(reader, fault);
	if (!error)
		error = read_per_cycle(reader, fault);
	if (!error)
		error = read_per_operation(reader, fault);
	if (!error)
		error = read_components(reader, fault);
	if (!error)
		error = read_widths(reader, fault);
	for (size_t i = 0; !error && has_stack(reader, i); i++)
		error = read_rows(reader, i, fault);
	if (!error)
		error = read_threads(reader, fault);
	return error ? error : check_sums(reader, fault);
}

int profile_read_slots(struct recording *recording, struct recording_measure *measure,
		       struct fault *fault)
{
	const bool stages = measure == &recording->measures[MEASURE_STAGES];
	struct slots_reader reader = {
		.format = stages ? &stages_format : &flops_format, .recording = recording,
		.measure = measure, .slots = stages ? &recording->stages : &recording->flops,
	};
	int error = profile_begin(recording, measure, reader.format->kind, fault);

	measure->event = reader.format->event;
	if (stages && recording->sampled.groups) {
		measure->groups = recording->sampled.groups;
		measure->event = "tea sim, stages by windows";
		reader.windows = pics_windows_create(measure->groups, recording->sampled.bias, false);
		if (!reader.windows)
			error = fault_no_memory(fault, "its slots");
	}
	if (!error)
		error = read_member(&reader, fault);
	free(reader.windows);
	measure->parts_per_unit = reader.slots->per_cycle * (stages ? TEA_STACKS_COUNT : 1);
	return error;
}
