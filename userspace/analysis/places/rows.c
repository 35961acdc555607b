// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * rows.c - folding places into rows; see rows.h
 */
#include "rows.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "datafields.h"
#include "dataobjects.h"
#include "loops.h"
#include "recording/waits.h"
#include "syscall.h"

const char *const rows_by_names[ROWS_BY_COUNT + 1] = {
#define ROWS_X(id, name) [ROWS_BY_##id] = name,
	ROWS_BY(ROWS_X)
#undef ROWS_X
};

#define NS_PER_US	UINT64_C(1000)
#define LINE_NAMES_MOST	4		/* of data in a line, the last of them "..." */

struct folder {
	struct rows *rows;
	struct recording *recording;
	const struct rows_options *options;
	struct keyindex keys;
	struct blocks blocks;
	struct loops loops;
	struct datafields fields;
	struct dataobjects data;
	uint64_t begin_ns, step_ns;	/* of rows by time: where they begin, the length of one */
	uint64_t time_ns;		/* of the sample */
	uint32_t frame;			/* of the place */
	const struct recording_place *place;
};

bool rows_want(const struct rows_options *options, uint32_t object,
	       const struct symbols_location *location)
{
	const struct rows_range *range = options->range;

	if (range && (range->object != object || location->address < range->begin ||
		      location->address >= range->end))
		return false;
	return !options->code || codefilter_wants(options->code, location);
}

bool rows_have_addresses(const struct rows *rows)
{
	static const bool have[ROWS_BY_COUNT] = {
		[ROWS_BY_FUNCTION] = true, [ROWS_BY_LINE] = true, [ROWS_BY_INSTRUCTION] = true,
		[ROWS_BY_BLOCK] = true, [ROWS_BY_LOOP] = true, [ROWS_BY_INLINED] = true,
	};

	return have[rows->by];
}

const char *row_name(const struct rows *rows, const struct row *row, char text[ROWS_NAME_TEXT])
{
	const struct symbols_location *location = &row->location;
	bool within = rows->by == ROWS_BY_INSTRUCTION || row->end;

	return rows_have_addresses(rows) && location->function && !within ? location->function :
	       symbols_place_text(location, text, ROWS_NAME_TEXT);
}

/* The key of a row, by kind of row. Each returns 0 or -ENOMEM. */

static int key_of_function(struct folder *folder, struct row *row, struct key *key)
{
	key->low = functions_number(&folder->rows->functions, row->object, &row->location);
	return key->low == KEYINDEX_NONE ? -ENOMEM : 0;
}

static int key_of_line(struct folder *folder, struct row *row, struct key *key)
{
	int error = key_of_function(folder, row, key);

	if (error || !row->location.function)
		return error;
	row->line = symbols_line(&row->location);
	key->high = (uint64_t)(uint32_t)row->line.line << 32 | key->low;
	key->low = (uintptr_t)row->line.file;
	return 0;
}

static int key_of_instruction(struct folder *folder, struct row *row, struct key *key)
{
	(void)folder;
	*key = (struct key){ .high = row->object, .low = row->location.address };
	return 0;
}

static int key_of_block(struct folder *folder, struct row *row, struct key *key)
{
	struct symbols_location *location = &row->location;
	uint64_t start;
	int error;

	if (location->function) {
		error = blocks_find(&folder->blocks, row->object, location, &start, &row->end);
		if (error)
			return error;
		location->offset -= location->address - start;
		location->address = start;
	}
	return key_of_instruction(folder, row, key);
}

static int key_of_loop(struct folder *folder, struct row *row, struct key *key)
{
	struct symbols_location *location = &row->location;
	uint64_t begin;
	int error;

	if (!location->function)
		return key_of_function(folder, row, key);
	error = loops_find(&folder->loops, row->object, location, &begin, &row->end);
	if (error)
		return error;
	location->address = row->end ? begin : location->function_start;
	location->offset = location->address - location->function_start;
	*key = (struct key){
		.high = (uint64_t)row->object << 32 | (uint32_t)(row->end - begin),
		.low = location->address,
	};
	return 0;
}

static int key_of_object(struct folder *folder, struct row *row, struct key *key)
{
	(void)folder;
	key->low = row->object;
	return 0;
}

static int key_of_thread(struct folder *folder, struct row *row, struct key *key)
{
	key->low = (uint64_t)(row->thread - folder->recording->threads);
	return 0;
}

static int key_of_cpu(struct folder *folder, struct row *row, struct key *key)
{
	(void)folder;
	key->low = row->cpu;
	return 0;
}

/* The function whose source the code is, wherever it was inlined. */
static int key_of_inlined(struct folder *folder, struct row *row, struct key *key)
{
	struct elfobject_inline inlines[ELFOBJECT_INLINES_MAX];
	const char *name = row->location.function;

	if (!name)
		return key_of_function(folder, row, key);
	if (symbols_inlines(&row->location, inlines))
		name = inlines[0].name;
	name = texts_intern(&folder->recording->texts, name);
	row->location.function = name;
	row->location.offset = 0;
	*key = (struct key){ .high = row->object, .low = (uintptr_t)name };
	return name ? 0 : -ENOMEM;
}

/* The data that the code accesses, whichever code it is. */
static int key_of_field(struct folder *folder, struct row *row, struct key *key)
{
	char text[DATAFIELDS_TEXT];
	int error = datafields_find(&folder->fields, row->object, &row->location, text);

	if (error)
		return error;
	row->field = texts_intern(&folder->recording->texts, text);
	key->low = (uintptr_t)row->field;
	return row->field ? 0 : -ENOMEM;
}

/* By the time of the sample that is being folded. */
static int key_of_time(struct folder *folder, struct row *row, struct key *key)
{
	const uint64_t step = folder->step_ns, begin = folder->begin_ns;

	key->low = folder->time_ns > begin ? (folder->time_ns - begin) / step : 0;
	row->begin_ns = begin + key->low * step;
	row->end_ns = row->begin_ns + step;
	return 0;
}

static int key_of_privilege(struct folder *folder, struct row *row, struct key *key)
{
	row->level = symbols_privilege(&folder->recording->symbols.objects[row->object]);
	key->low = (uintptr_t)row->level;
	return 0;
}

static int key_of_syscall(struct folder *folder, struct row *row, struct key *key)
{
	const char *name = syscall_name(folder->recording, row->object, &row->location, folder->frame);

	row->level = texts_intern(&folder->recording->texts, name);
	key->low = (uintptr_t)row->level;
	return row->level ? 0 : -ENOMEM;
}

/* A variable, or a type; or the field of either. */
static int key_of_data(struct folder *folder, struct row *row, struct key *key)
{
	struct dataobject data;
	int error = dataobjects_find(&folder->data, folder->place, &row->location, &data);

	if (error)
		return error;
	row->field = folder->rows->by == ROWS_BY_DATA_FIELD ? data.field : data.name;
	row->where = data.where;
	row->data_object = data.object;
	*key = (struct key){
		.high = (uintptr_t)(data.identity ? data.identity : data.where),
		.low = (uintptr_t)row->field,
	};
	return 0;
}

static void take_line(struct row *row, const struct dataobject *data)
{
	row->field = data->name;
	row->where = data->where;
	row->data_object = data->object;
	row->has_data_line = data->has_line;
	row->data_line = data->line;
	row->names = 1;
}

/* A line of the cache, with all data in it; or data of which that is not known. */
static int key_of_data_line(struct folder *folder, struct row *row, struct key *key)
{
	struct dataobject data;
	int error = dataobjects_find(&folder->data, folder->place, &row->location, &data);

	if (error)
		return error;
	take_line(row, &data);
	*key = data.has_line ? (struct key){ .high = data.line_of, .low = data.line } :
			       (struct key){ .high = UINT64_MAX, .low = (uintptr_t)data.name };
	return 0;
}

/* A line at which harts waited for each other, or all else. */
static int key_of_sharing(struct folder *folder, struct row *row, struct key *key)
{
	struct dataobject data;
	int error;

	row->shared = sharing_at(&folder->rows->sharing, folder->recording, folder->place);
	if (!row->shared) {
		row->field = SHARING_NONE;
		*key = (struct key){ .high = UINT64_MAX };
		return 0;
	}
	key->low = (uint64_t)(row->shared - folder->rows->sharing.lines);
	error = dataobjects_find(&folder->data, folder->place, &row->location, &data);
	if (!error)
		take_line(row, &data);
	return error;
}

static int (*const keys_of[ROWS_BY_COUNT])(struct folder *, struct row *, struct key *) = {
	[ROWS_BY_FUNCTION] = key_of_function, [ROWS_BY_LINE] = key_of_line,
	[ROWS_BY_INSTRUCTION] = key_of_instruction, [ROWS_BY_BLOCK] = key_of_block,
	[ROWS_BY_LOOP] = key_of_loop,
	[ROWS_BY_OBJECT] = key_of_object, [ROWS_BY_THREAD] = key_of_thread,
	[ROWS_BY_CPU] = key_of_cpu, [ROWS_BY_INLINED] = key_of_inlined,
	[ROWS_BY_FIELD] = key_of_field, [ROWS_BY_TIME] = key_of_time,
	[ROWS_BY_PRIVILEGE] = key_of_privilege, [ROWS_BY_SYSCALL] = key_of_syscall,
	[ROWS_BY_DATA] = key_of_data, [ROWS_BY_DATA_FIELD] = key_of_data,
	[ROWS_BY_DATA_LINE] = key_of_data_line, [ROWS_BY_SHARING] = key_of_sharing,
};

/* Is @name one of @names, which commas part? */
static bool is_among(const char *names, const char *name)
{
	const size_t length = strlen(name);

	for (const char *at = names; (at = strstr(at, name)); at++)
		if ((at == names || (at > names + 1 && !strncmp(at - 2, ", ", 2))) &&
		    (!at[length] || !strncmp(at + length, ", ", 2)))
			return true;
	return false;
}

/* A line of data has several names: the first of them. */
static int add_name(struct folder *folder, struct row *row, const char *name)
{
	char text[ROWS_NAME_TEXT];

	if (row->names == LINE_NAMES_MOST || is_among(row->field, name))
		return 0;
	row->names++;
	snprintf(text, sizeof(text), "%s, %s", row->field, row->names == LINE_NAMES_MOST ? "..." : name);
	row->field = texts_intern(&folder->recording->texts, text);
	return row->field ? 0 : -ENOMEM;
}

static int row_number(struct folder *folder, struct key key, const struct row *row,
		      uint32_t *number)
{
	struct rows *rows = folder->rows;

	*number = keyindex_get(&folder->keys, key);
	if (*number != KEYINDEX_NONE) {
		if (row->location.address < rows->rows[*number].location.address)
			rows->rows[*number].location = row->location;
		return row->has_data_line ? add_name(folder, &rows->rows[*number], row->field) : 0;
	}
	*number = KEYINDEX_APPEND(&folder->keys, key, rows->rows, rows->count);
	if (*number == KEYINDEX_NONE)
		return -ENOMEM;
	rows->rows[*number] = *row;
	return 0;
}

/* The place's own row; false: it is not wanted. */
static bool find_place(struct folder *folder, uint32_t number, struct row *row)
{
	struct recording *recording = folder->recording;
	const struct recording_place *place = &recording->places[number];

	*row = (struct row){
		.object = place->object, .cpu = place->cpu, .data_object = KEYINDEX_NONE,
		.thread = &recording->threads[place->thread],
	};
	folder->frame = place->frame;
	folder->place = place;
	symbols_locate(&recording->symbols, place->object, place->address, &row->location);
	return rows_want(folder->options, row->object, &row->location);
}

/* Waits, of which each category is a row. */
static int fold_categories(struct folder *folder, const struct pics_stack *stack,
			   const struct row *place)
{
	struct rows *rows = folder->rows;
	int error = 0;

	for (size_t i = 0; !error && i < stack->shares_count; i++) {
		struct row row = *place;
		uint32_t number;

		row.level = rows->measure->kind->items[stack->shares[i].category].name;
		error = row_number(folder, (struct key){ .low = (uintptr_t)row.level }, &row, &number);
		if (!error)
			error = pics_add(&rows->pics, number, &stack->shares[i]);
	}
	return error;
}

static int fold_stack(struct folder *folder, const struct pics_stack *stack)
{
	struct rows *rows = folder->rows;
	struct key key = { 0 };
	struct row row;
	uint32_t number;
	int error;

	if (!find_place(folder, stack->place, &row)) {
		rows->filtered += stack->parts;
		return 0;
	}
	if (!row.location.linkage) {
		rows->unresolved += stack->parts;
		rows->unresolved_by_object[row.object] += stack->parts;
	}
	if (rows->by == ROWS_BY_SYSCALL && rows->measure->kind == &category_waits) {
		error = fold_categories(folder, stack, &row);
		return error ? error : pics_add_stack(&rows->total, 0, stack);
	}
	error = keys_of[rows->by](folder, &row, &key);
	if (!error)
		error = row_number(folder, key, &row, &number);
	if (!error)
		error = pics_add_stack(&rows->pics, number, stack);
	return error ? error : pics_add_stack(&rows->total, 0, stack);
}

/* Lengths of time that are read easily: 1, 2 or 5 in some decimal place. */
static uint64_t step_of(uint64_t length_ns)
{
	uint64_t least = length_ns / ROWS_TIMES_MOST + 1, step = 1;

	for (unsigned int i = 0; step < least; i++)
		step = i % 3 == 1 ? step / 2 * 5 : step * 2;
	return step;
}

/* Where rows by time begin, and how long they are. */
static void cut_time(struct folder *folder)
{
	const struct recording_measure *measure = folder->rows->measure;
	const uint64_t length = measure->last_ns - measure->first_ns;
	const size_t slices = folder->options->slices;

	folder->step_ns = slices ? length / slices + 1 : step_of(length);
	if (!slices)
		return;
	folder->begin_ns = measure->first_ns;
	/* so that whole microseconds are enough to write them */
	if (folder->step_ns >= 10 * NS_PER_US) {
		folder->begin_ns -= folder->begin_ns % NS_PER_US;
		folder->step_ns = (length + NS_PER_US) / slices / NS_PER_US * NS_PER_US + NS_PER_US;
	}
}

/* Slices without anything in them, too. */
static int fill_slices(struct folder *folder)
{
	struct rows *rows = folder->rows;
	int error = 0;

	if (!rows->total.stacks_count)
		return 0;
	for (size_t i = 0; !error && i < folder->options->slices; i++) {
		struct key key = { 0 };
		struct row row = rows->rows[0];
		uint32_t number;

		folder->time_ns = folder->begin_ns + i * folder->step_ns;
		error = key_of_time(folder, &row, &key);
		if (!error)
			error = row_number(folder, key, &row, &number);
		if (!error)
			error = pics_touch(&rows->pics, number);
	}
	return error;
}

static int add_slice(struct rows *rows, uint32_t row, const struct pics_stack *stack)
{
	int error = pics_add_stack(&rows->pics, row, stack);

	if (!error)
		error = pics_add_stack(&rows->total, 0, stack);
	if (error || rows->measure->id != MEASURE_STAGES)
		return error;
	error = pics_add_stack(&rows->slots[ROWS_STAGES].pics, row, stack);
	return error ? error : pics_add_stack(&rows->slots[ROWS_STAGES].total, 0, stack);
}

static int fold_slice(struct folder *folder, size_t number, size_t together)
{
	const struct recording_slices *slices = &folder->rows->measure->slices;
	const struct pics_stack *stack = pics_find(&slices->pics, (uint32_t)number);
	const size_t first = number / together * together;
	struct rows *rows = folder->rows;
	struct row row = {
		.begin_ns = (uint64_t)((double)first * slices->ns),
		.end_ns = (uint64_t)((double)(first + together) * slices->ns),
		.thread = folder->recording->threads,
	};
	uint32_t at;
	int error = row_number(folder, (struct key){ .low = first }, &row, &at);

	if (!error)
		error = pics_touch(&rows->pics, at);
	if (error)
		return error;
	rows->rows[at].instructions += slices->instructions ? slices->instructions[number] : 0;
	return stack ? add_slice(rows, at, stack) : 0;
}

/* Those that the recording has: some together are a row, where there are more than are wanted. */
static int fold_slices(struct folder *folder)
{
	const size_t count = folder->rows->measure->slices.count;
	const size_t most = folder->options->slices ? folder->options->slices : ROWS_TIMES_MOST;
	int error = 0;

	for (size_t i = 0; !error && i < count; i++)
		error = fold_slice(folder, i, (count + most - 1) / most);
	return error;
}

/* Samples one by one, since stacks have no times. */
static int fold_times(struct folder *folder)
{
	struct rows *rows = folder->rows;
	const struct recording_measure *measure = rows->measure;
	int error = 0;

	cut_time(folder);
	for (size_t i = 0; !error && i < measure->sequence_count; i++) {
		const struct recording_sample *sample = &measure->sequence[i];
		struct pics_share share = {
			.category = sample->category, .parts = sample->parts, .weight = sample->weight,
		};
		struct key key = { 0 };
		struct row row;
		uint32_t number;

		if (!find_place(folder, sample->place, &row)) {
			rows->filtered += sample->parts;
			continue;
		}
		folder->time_ns = sample->time_ns;
		if (sample->state < PICS_STATES)
			share.states[sample->state] = sample->parts;
		error = key_of_time(folder, &row, &key);
		if (!error)
			error = row_number(folder, key, &row, &number);
		if (!error)
			error = pics_add(&rows->pics, number, &share);
		if (!error)
			error = pics_add(&rows->total, 0, &share);
	}
	return error ? error : fill_slices(folder);
}

static int fold_places(struct folder *folder)
{
	const struct recording_measure *measure = folder->rows->measure;
	int error = 0;

	for (size_t i = 0; !error && i < measure->pics.stacks_count; i++) {
		progress_tell(&folder->recording->options.progress, "looking up code", i,
			      measure->pics.stacks_count);
		error = fold_stack(folder, &measure->pics.stacks[i]);
	}
	return error;
}

/* Slots go to the rows that there are, and to the total in any case. */
static int fold_slots(struct folder *folder, const struct pics *pics, struct rows_slots *to)
{
	int error = 0;

	for (size_t i = 0; !error && i < pics->stacks_count; i++) {
		const struct pics_stack *stack = &pics->stacks[i];
		uint32_t number = KEYINDEX_NONE;
		struct key key = { 0 };
		struct row row;

		if (!find_place(folder, stack->place, &row))
			continue;
		error = keys_of[folder->rows->by](folder, &row, &key);
		if (!error)
			error = pics_add_stack(&to->total, 0, stack);
		if (!error)
			number = keyindex_get(&folder->keys, key);
		if (number != KEYINDEX_NONE)
			error = pics_add_stack(&to->pics, number, stack);
	}
	return error;
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
		if (rows->by == ROWS_BY_FUNCTION || rows->by == ROWS_BY_INSTRUCTION ||
		    rows->by == ROWS_BY_BLOCK || rows->by == ROWS_BY_LOOP)
			row->line = symbols_line(location);
	}
}

/* Longest wait first, then all else. */
static int compare_shared(const void *left, const void *right)
{
	const struct row *a = left, *b = right;
	const uint64_t waited_a = a->shared ? a->shared->waited : 0;
	const uint64_t waited_b = b->shared ? b->shared->waited : 0;

	if (waited_a != waited_b)
		return waited_a > waited_b ? -1 : 1;
	return a->stack < b->stack ? -1 : a->stack > b->stack;
}

/* Rows in the order of their stacks; the stacks' numbers follow. */
static int order_rows(struct rows *rows)
{
	struct row *sorted = calloc(rows->count ? rows->count : 1, sizeof(*sorted));

	if (!sorted)
		return -ENOMEM;
	pics_sort(&rows->total);
	pics_sort(&rows->pics);
	for (size_t i = 0; i < rows->count; i++) {
		uint32_t number = rows->pics.stacks[i].place;

		sorted[i] = rows->rows[number];
		sorted[i].stack = &rows->pics.stacks[i];
		for (size_t s = 0; s < ROWS_SLOTS; s++)
			sorted[i].slots[s] = pics_find(&rows->slots[s].pics, number);
	}
	free(rows->rows);
	rows->rows = sorted;
	if (rows->by == ROWS_BY_SHARING)
		qsort(sorted, rows->count, sizeof(*sorted), compare_shared);
	return 0;
}

/* Slots of the same run. */
static int fold_beside(struct folder *folder)
{
	const struct recording *recording = folder->recording;
	const struct pics *const slots[ROWS_SLOTS] = {
		[ROWS_STAGES] = &recording->measures[MEASURE_STAGES].pics,
		[ROWS_FLOPS] = &recording->measures[MEASURE_FLOPS].pics,
		[ROWS_OPERATIONS] = &recording->flops.operations,
	};
	int error = 0;

	for (size_t s = 0; !error && s < ROWS_SLOTS; s++)
		error = fold_slots(folder, slots[s], &folder->rows->slots[s]);
	return error;
}

static int fold(struct folder *folder)
{
	if (folder->options->by != ROWS_BY_TIME)
		return fold_places(folder);
	return folder->rows->measure->slices.count ? fold_slices(folder) : fold_times(folder);
}

int rows_fold(struct rows *rows, struct recording *recording,
	      const struct recording_measure *measure, const struct rows_options *options)
{
	struct folder folder = { .rows = rows, .recording = recording, .options = options };
	int error = 0;

	*rows = (struct rows){ .by = options->by, .measure = measure };
	rows->unresolved_by_object = calloc(recording->symbols.count + 1, sizeof(uint64_t));
	if (!rows->unresolved_by_object)
		return -ENOMEM;
	if (options->by == ROWS_BY_FIELD)
		error = datafields_init(&folder.fields, &folder.blocks, &recording->symbols);
	if (rows_by_data(options->by))
		error = dataobjects_init(&folder.data, recording, &folder.blocks);
	if (!error && options->by == ROWS_BY_SHARING)
		error = sharing_init(&rows->sharing, recording, measure);
	if (!error)
		error = fold(&folder);
	if (!error && options->by != ROWS_BY_TIME)
		error = fold_beside(&folder);
	if (!error) {
		place_rows(rows);
		error = order_rows(rows);
	}
	keyindex_deinit(&folder.keys);
	blocks_deinit(&folder.blocks);
	loops_deinit(&folder.loops);
	datafields_deinit(&folder.fields);
	dataobjects_deinit(&folder.data);
	if (error)
		rows_deinit(rows);
	return error;
}

static int add_rest(struct rows *rows, const struct row *row)
{
	int error = pics_add_stack(&rows->rest, 0, row->stack);

	for (size_t s = 0; !error && s < ROWS_SLOTS; s++)
		if (row->slots[s])
			error = pics_add_stack(&rows->slots[s].rest, 0, row->slots[s]);
	return error;
}

int rows_limit(struct rows *rows, size_t top, double percent)
{
	uint64_t total = rows->total.parts;
	size_t kept = 0, others = 0;
	struct row *row;

	for (size_t i = 0; i < rows->count; i++) {
		const struct pics_stack *stack = rows->rows[i].inclusive ? rows->rows[i].inclusive :
						 rows->rows[i].stack;

		if ((!top || kept < top) && 100.0 * (double)stack->parts >= percent * (double)total) {
			rows->rows[kept++] = rows->rows[i];
			continue;
		}
		others++;
		if (add_rest(rows, &rows->rows[i]))
			return -ENOMEM;
	}
	rows->count = kept;
	if (!rows->rest.stacks_count)
		return 0;
	/* There is space: at least one row was left out. */
	pics_sort(&rows->rest);
	row = &rows->rows[rows->count++];
	*row = (struct row){ .others = others, .stack = rows->rest.stacks };
	for (size_t s = 0; s < ROWS_SLOTS; s++)
		row->slots[s] = rows->slots[s].rest.stacks;
	return 0;
}

void rows_deinit(struct rows *rows)
{
	free(rows->rows);
	free(rows->unresolved_by_object);
	pics_deinit(&rows->pics);
	pics_deinit(&rows->inclusive);
	pics_deinit(&rows->rest);
	pics_deinit(&rows->total);
	for (size_t s = 0; s < ROWS_SLOTS; s++) {
		pics_deinit(&rows->slots[s].pics);
		pics_deinit(&rows->slots[s].rest);
		pics_deinit(&rows->slots[s].total);
	}
	functions_deinit(&rows->functions);
	sharing_deinit(&rows->sharing);
	*rows = (struct rows){ 0 };
}
