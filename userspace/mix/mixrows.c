// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixrows.c - the pivot of an instruction mix; see mixrows.h
 */
#include "mixrows.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_wanted(const struct mixsubject *subject, const struct mixrows_options *options)
{
	char text[MIXKEYS_TEXT];

	for (size_t i = 0; i < options->where_count; i++)
		if (strcmp(mixsubject_value(subject, options->where[i].key, text), options->where[i].value))
			return false;
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

static int fold(struct mixrows *rows, struct recording *recording, const struct estimate *estimate,
		const struct mixrows_options *options, const struct disasm *disasm)
{
	for (size_t i = 0; i < estimate->count; i++) {
		struct mixsubject subject = { .recording = recording, .item = &estimate->items[i] };
		struct mixrow *row;

		if (!(subject.item->executions > 0))
			continue;
		mixsubject_decode(&subject, disasm);
		if (!is_wanted(&subject, options))
			continue;
		row = find_row(rows, &subject, options);
		if (!row)
			return -ENOMEM;
		row->executions += subject.item->executions;
		rows->total += subject.item->executions;
	}
	if (rows->count)
		qsort(rows->items, rows->count, sizeof(*rows->items), compare_rows);
	return 0;
}

int mixrows_fold(struct mixrows *rows, struct recording *recording,
		 const struct estimate *estimate, const struct mixrows_options *options,
		 struct fault *fault)
{
	struct disasm disasm;
	int error = disasm_open(&disasm);

	*rows = (struct mixrows){ 0 };
	if (error)
		return fault_set(fault, error, "cannot disassemble: capstone lacks RISC-V");
	error = fold(rows, recording, estimate, options, &disasm);
	disasm_close(&disasm);
	if (error) {
		mixrows_deinit(rows);
		return fault_set(fault, error, "out of memory for its rows");
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
