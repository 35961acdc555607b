// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * rows_sort.c - sorting rows; see rows_sort.h
 */
#include "rows_sort.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define KEYS_MAX	8

struct sort_key {
	int (*compare)(const struct sort_key *key, const struct row *a, const struct row *b);
	uint16_t category;		/* exactly, or an event */
	unsigned int state;
};

struct sort_keys {
	struct sort_key items[KEYS_MAX];
	size_t count;
};

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_cycles(const struct sort_key *key, const struct row *a, const struct row *b)
{
	(void)key;
	return compare_numbers(b->stack->parts, a->stack->parts);
}

static int compare_children(const struct sort_key *key, const struct row *a, const struct row *b)
{
	(void)key;
	return compare_numbers((b->inclusive ? b->inclusive : b->stack)->parts,
			       (a->inclusive ? a->inclusive : a->stack)->parts);
}

/* Without a name come last. */
static int compare_texts(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) : (a == NULL) - (b == NULL);
}

static int compare_addresses(const struct sort_key *key, const struct row *a, const struct row *b)
{
	int order = compare_numbers(a->object, b->object);

	(void)key;
	return order ? order : compare_numbers(a->location.address, b->location.address);
}

static int compare_names(const struct sort_key *key, const struct row *a, const struct row *b)
{
	int order = compare_texts(a->location.function, b->location.function);

	if (!order)
		order = compare_texts(a->location.object->path, b->location.object->path);
	if (!order)
		order = compare_numbers(a->location.offset, b->location.offset);
	return order ? order : compare_addresses(key, a, b);
}

static int compare_comms(const struct sort_key *key, const struct row *a, const struct row *b)
{
	int order = compare_texts(a->thread->comm, b->thread->comm);

	(void)key;
	return order ? order : compare_numbers(a->thread->tid, b->thread->tid);
}

static int compare_cpus(const struct sort_key *key, const struct row *a, const struct row *b)
{
	(void)key;
	return compare_numbers(a->cpu, b->cpu);
}

static int compare_fields(const struct sort_key *key, const struct row *a, const struct row *b)
{
	(void)key;
	return compare_texts(a->field, b->field);
}

static int compare_data(const struct sort_key *key, const struct row *a, const struct row *b)
{
	int order = compare_fields(key, a, b);

	if (!order)
		order = compare_texts(a->where, b->where);
	return order ? order : compare_numbers(a->data_line, b->data_line);
}

static int compare_levels(const struct sort_key *key, const struct row *a, const struct row *b)
{
	(void)key;
	return compare_texts(a->level, b->level);
}

static int compare_times(const struct sort_key *key, const struct row *a, const struct row *b)
{
	(void)key;
	return compare_numbers(a->begin_ns, b->begin_ns);
}

static int compare_paths(const struct sort_key *key, const struct row *a, const struct row *b)
{
	(void)key;
	return compare_texts(a->location.object->path, b->location.object->path);
}

static int compare_lines(const struct sort_key *key, const struct row *a, const struct row *b)
{
	int order = compare_texts(a->line.file, b->line.file);

	if (!order)
		order = compare_numbers((uint64_t)a->line.line, (uint64_t)b->line.line);
	return order ? order : compare_names(key, a, b);
}

/* Rows by name. */
static int (*const name_orders[ROWS_BY_COUNT])(const struct sort_key *, const struct row *,
					       const struct row *) = {
	[ROWS_BY_FUNCTION] = compare_names, [ROWS_BY_LINE] = compare_lines,
	[ROWS_BY_INSTRUCTION] = compare_names, [ROWS_BY_BLOCK] = compare_names,
	[ROWS_BY_LOOP] = compare_names,
	[ROWS_BY_OBJECT] = compare_paths, [ROWS_BY_THREAD] = compare_comms,
	[ROWS_BY_CPU] = compare_cpus, [ROWS_BY_INLINED] = compare_names,
	[ROWS_BY_FIELD] = compare_fields, [ROWS_BY_TIME] = compare_times,
	[ROWS_BY_PRIVILEGE] = compare_levels, [ROWS_BY_SYSCALL] = compare_levels,
	[ROWS_BY_DATA] = compare_data, [ROWS_BY_DATA_FIELD] = compare_data,
	[ROWS_BY_DATA_LINE] = compare_data, [ROWS_BY_SHARING] = compare_data,
};

static uint64_t parts_of(const struct sort_key *key, const struct pics_stack *stack, bool is_event)
{
	uint64_t parts = 0;

	for (size_t i = 0; i < stack->shares_count; i++) {
		uint16_t category = stack->shares[i].category;

		if (category == key->category || (is_event && category & key->category))
			parts += stack->shares[i].parts;
	}
	return parts;
}

static int compare_categories(const struct sort_key *key, const struct row *a, const struct row *b)
{
	return compare_numbers(parts_of(key, b->stack, false), parts_of(key, a->stack, false));
}

static int compare_events(const struct sort_key *key, const struct row *a, const struct row *b)
{
	return compare_numbers(parts_of(key, b->stack, true), parts_of(key, a->stack, true));
}

static int compare_states(const struct sort_key *key, const struct row *a, const struct row *b)
{
	return compare_numbers(b->stack->states[key->state], a->stack->states[key->state]);
}

static int refuse_key(const struct category_kind *kind, const char *name, size_t length,
		      struct fault *fault)
{
	if (!category_sets(kind))
		return fault_set(fault, -EINVAL, "cannot sort by '%.*s': give %s, children, name, "
				 "address or one of its %s (%s)", (int)length, name, kind->unit,
				 kind->names, kind->items[0].name);
	return fault_set(fault, -EINVAL, "cannot sort by '%.*s': give cycles, children, name, "
			 "address, an event (ST-LLC), a signature (ST-L1+ST-TLB) or a commit "
			 "state (stalled); --by says what a row is", (int)length, name);
}

static bool is_word(const char *name, size_t length, const char *word)
{
	return strlen(word) == length && !strncmp(word, name, length);
}

static int parse_key(const struct rows *rows, const char *name, size_t length,
		     struct sort_key *key, struct fault *fault)
{
	static const struct {
		const char *name;
		int (*compare)(const struct sort_key *, const struct row *, const struct row *);
	} named[] = {
		{ "cycles", compare_cycles }, { "children", compare_children },
		{ "address", compare_addresses },
	};

	const struct category_kind *kind = rows->measure->kind;

	*key = (struct sort_key){ 0 };
	for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++)
		if (is_word(name, length, named[i].name))
			key->compare = named[i].compare;
	if (key->compare)
		return 0;
	if (is_word(name, length, kind->unit))
		key->compare = compare_cycles;
	else if (is_word(name, length, "name"))
		key->compare = name_orders[rows->by];
	else if (category_parse_state(kind, name, length, &key->state))
		key->compare = compare_states;
	else if (category_parse_item(kind, name, length, &key->category))
		key->compare = compare_events;
	else if (category_parse(kind, name, length, &key->category))
		key->compare = compare_categories;
	else
		return refuse_key(kind, name, length, fault);
	return 0;
}

static int compare_rows(const void *left, const void *right, void *context)
{
	const struct sort_keys *keys = context;
	const struct row *a = left, *b = right;
	int order = 0;

	for (size_t i = 0; !order && i < keys->count; i++)
		order = keys->items[i].compare(&keys->items[i], a, b);
	if (!order)
		order = compare_cycles(NULL, a, b);
	/* As rows_fold() left them; instructions without cycles have one stack for all. */
	if (!order)
		order = compare_numbers((uintptr_t)a->stack, (uintptr_t)b->stack);
	return order ? order : compare_addresses(NULL, a, b);
}

int rows_sort(struct rows *rows, const char *names, struct fault *fault)
{
	struct sort_keys keys = { .count = 0 };
	int error = 0;

	for (const char *name = names; !error; ) {
		size_t length = strcspn(name, ",");

		if (keys.count == KEYS_MAX)
			return fault_set(fault, -EINVAL, "'%s' has too many keys to sort by: give %d "
					 "at most", names, KEYS_MAX);
		error = parse_key(rows, name, length, &keys.items[keys.count++], fault);
		if (!name[length])
			break;
		name += length + 1;
	}
	if (!error && rows->count)
		qsort_r(rows->rows, rows->count, sizeof(*rows->rows), compare_rows, &keys);
	return error;
}
