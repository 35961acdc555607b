// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixrows.c - the pivot of an instruction mix; see mixrows.h
 */
#include "mixrows.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "edges.h"
#include "mixchance.h"

/* The input and the output of folding. */
struct folding {
	struct mixrows *rows;
	struct recording *recording;
	const struct estimate *estimate;
	const struct mixrows_options *options;
	struct disasm disasm;
	struct vectortypes types;
	uint32_t *row_of;		/* by item of the estimate; MIXCHANCE_NO_ROW: none */
};

static bool is_wanted(const struct mixsubject *subject, const struct mixrows_options *options)
{
	const struct rows_options code = { .code = options->code };
	char text[MIXKEYS_TEXT];

	if (!rows_want(&code, subject->item->object, &subject->location))
		return false;
	for (size_t i = 0; i < options->where_count; i++) {
		const struct mixrows_where *where = &options->where[i];

		if (strcmp(mixsubject_value(subject, where->key, text), where->value))
			return false;
	}
	return true;
}

/* A chain of equal values is one number: of the values before, and the next one. */
static struct mixrow *find_row(struct mixrows *rows, const struct mixsubject *subject,
			       const struct mixrows_options *options)
{
	struct mixrow row = { 0 };
	uint32_t number = KEYINDEX_NONE;
	char text[MIXKEYS_TEXT];

	for (size_t i = 0; i < options->keys_count; i++) {
		const char *value = texts_intern(&rows->texts, mixsubject_value(subject, options->keys[i], text));
		struct key key = { .high = number, .low = (uintptr_t)value };

		if (!value)
			return NULL;
		row.values[i] = value;
		number = keyindex_get(&rows->index, key);
		if (number != KEYINDEX_NONE)
			continue;
		number = i + 1 == options->keys_count ?
			KEYINDEX_APPEND(&rows->index, key, rows->items, rows->count) :
			(uint32_t)rows->index.used;
		if (number == KEYINDEX_NONE)
			return NULL;
		if (i + 1 == options->keys_count)
			rows->items[number] = row;
		else if (keyindex_put(&rows->index, key, number))
			return NULL;
	}
	return &rows->items[number];
}

static int compare_rows(const void *left, const void *right)
{
	const struct mixrow *a = left, *b = right;

	if (a->executions != b->executions)
		return a->executions < b->executions ? 1 : -1;
	for (size_t i = 0; i < MIXKEYS_COUNT && a->values[i] && b->values[i]; i++) {
		int order = strcmp(a->values[i], b->values[i]);

		if (order)
			return order;
	}
	return 0;
}

/* Adds to the row of @subject; the row's number is left in @number, if it is wanted. */
static int add(struct folding *folding, struct mixsubject *subject, double executions,
	       uint32_t *number)
{
	struct mixrow *row;

	subject->recording = folding->recording;
	subject->groups = folding->options->groups;
	subject->types = &folding->types;
	mixsubject_decode(subject, &folding->disasm);
	if (!is_wanted(subject, folding->options))
		return 0;
	row = find_row(folding->rows, subject, folding->options);
	if (!row)
		return -ENOMEM;
	row->executions += executions;
	row->by_records += subject->item->records ? executions : 0;
	row->biased += subject->item->biased ? executions : 0;
	folding->rows->total += executions;
	*number = (uint32_t)(row - folding->rows->items);
	return 0;
}

static int fold_items(struct folding *folding)
{
	const struct estimate *estimate = folding->estimate;
	int error = 0;

	for (size_t i = 0; !error && i < estimate->count; i++) {
		struct mixsubject subject = { .item = &estimate->items[i] };

		folding->row_of[i] = MIXCHANCE_NO_ROW;
		if (subject.item->executions > 0)
			error = add(folding, &subject, subject.item->executions, &folding->row_of[i]);
	}
	return error ? error : mixchance_weigh(folding->rows, estimate, folding->recording,
					       folding->row_of);
}

/* The instruction that control left by, as it has executions or without any. */
static struct estimate_item source_of(const struct estimate *estimate,
				      const struct recording_edge *edge)
{
	const struct estimate_item *found = estimate_find(estimate, edge->thread,
							  edge->source_object, edge->source);
	struct estimate_item item = {
		.thread = edge->thread, .object = edge->source_object, .address = edge->source,
		.block = edge->source,
	};

	if (found)
		item = *found;
	item.records = true;
	item.biased = bias_flags(&estimate->bias, edge->source_object, edge->source);
	return item;
}

static int fold_edges(struct folding *folding)
{
	struct edges edges;
	int error = edges_init(&edges, folding->recording);

	for (size_t i = 0; !error && i < edges.count; i++) {
		const struct recording_edge *edge = &edges.items[i];
		struct estimate_item item = source_of(folding->estimate, edge);
		struct mixsubject subject = { .item = &item, .edge = edge };
		uint32_t row = MIXCHANCE_NO_ROW;

		error = add(folding, &subject, edge->branches, &row);
		if (!error && row != MIXCHANCE_NO_ROW)
			mixchance_weigh_edge(folding->rows, &folding->rows->items[row],
					     folding->recording, edge);
	}
	edges_deinit(&edges);
	return error;
}

bool mixrows_ask(const struct mixrows_options *options, enum mixkey key)
{
	for (size_t i = 0; i < options->keys_count; i++)
		if (options->keys[i] == key)
			return true;
	for (size_t i = 0; i < options->where_count; i++)
		if (options->where[i].key == key)
			return true;
	return false;
}

bool mixrows_of_edges(const struct mixrows_options *options)
{
	return mixrows_ask(options, MIXKEY_EDGE);
}

static int fold(struct folding *folding)
{
	struct mixrows *rows = folding->rows;
	int error;

	folding->row_of = calloc(folding->estimate->count + 1, sizeof(*folding->row_of));
	if (!folding->row_of)
		return -ENOMEM;
	error = mixrows_of_edges(folding->options) ? fold_edges(folding) : fold_items(folding);
	free(folding->row_of);
	if (!error && rows->count)
		qsort(rows->items, rows->count, sizeof(*rows->items), compare_rows);
	return error;
}

static int check_edges(const struct recording *recording, const struct mixrows_options *options,
		       struct fault *fault)
{
	if (!mixrows_of_edges(options) || recording->streams.edges_count)
		return 0;
	return fault_set(fault, -ENODATA, "'%s': no branch records, and edges are made of them: record "
			 "tea/taken,branch_type=any/, or profile with 'tea sim --observers taken'",
			 recording->path);
}

int mixrows_fold(struct mixrows *rows, struct recording *recording,
		 const struct estimate *estimate, const struct mixrows_options *options,
		 struct fault *fault)
{
	struct folding folding = {
		.rows = rows, .recording = recording, .estimate = estimate, .options = options,
	};
	int error = check_edges(recording, options, fault);

	*rows = (struct mixrows){ 0 };
	if (error)
		return error;
	error = disasm_open(&folding.disasm);
	if (error)
		return fault_set(fault, error, "cannot disassemble: capstone lacks RISC-V");
	error = fold(&folding);
	disasm_close(&folding.disasm);
	vectortypes_deinit(&folding.types);
	if (error) {
		mixrows_deinit(rows);
		return fault_no_memory(fault, "its rows");
	}
	return 0;
}

void mixrows_deinit(struct mixrows *rows)
{
	free(rows->items);
	texts_deinit(&rows->texts);
	keyindex_deinit(&rows->index);
	*rows = (struct mixrows){ 0 };
}

static const struct mixrow *find_value(const struct mixrows *rows, const char *value)
{
	for (size_t i = 0; i < rows->count; i++)
		if (!strcmp(rows->items[i].values[0], value))
			return &rows->items[i];
	return NULL;
}

struct mixrows_error *mixrows_compare(const struct mixrows *rows, const struct mixrows *exact,
				      size_t *count, double *average)
{
	struct mixrows_error *errors = calloc(rows->count + exact->count + 1, sizeof(*errors));

	*count = 0;
	*average = 0;
	for (size_t i = 0; errors && i < exact->count; i++) {
		const struct mixrow *found = find_value(rows, exact->items[i].values[0]);
		struct mixrows_error *one = &errors[(*count)++];

		one->value = exact->items[i].values[0];
		one->exact = exact->items[i].executions;
		one->measured = found ? found->executions : 0;
		one->error = fabs(one->exact - one->measured) / one->exact;
		*average += one->error * one->exact / exact->total;
	}
	for (size_t i = 0; errors && i < rows->count; i++) {
		if (find_value(exact, rows->items[i].values[0]))
			continue;
		errors[*count].value = rows->items[i].values[0];
		errors[*count].measured = rows->items[i].executions;
		errors[*count].error = errors[*count].measured / exact->total;
		*average += errors[(*count)++].error;
	}
	return errors;
}
