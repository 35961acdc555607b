// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixpivot.c - rows to cells; see mixpivot.h
 *
 * Equal values are the same text (base/texts.h), so pointers are compared.
 */
#include "mixpivot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int compare_columns(const void *left, const void *right)
{
	const struct mixpivot_column *a = left, *b = right;

	if (a->executions != b->executions)
		return a->executions < b->executions ? 1 : -1;
	return strcmp(a->value, b->value);
}

static int find_columns(struct mixpivot *pivot, const struct mixrows *rows, size_t last)
{
	struct keyindex index = { 0 };
	int error = 0;

	for (size_t i = 0; !error && i < rows->count; i++) {
		const struct mixrow *item = &rows->items[i];
		struct key key = { .low = (uintptr_t)item->values[last] };
		uint32_t at = keyindex_get(&index, key);

		if (at == KEYINDEX_NONE)
			at = KEYINDEX_APPEND(&index, key, pivot->columns, pivot->columns_count);
		if (at == KEYINDEX_NONE) {
			error = -ENOMEM;
			break;
		}
		pivot->columns[at].value = item->values[last];
		pivot->columns[at].executions += item->executions;
	}
	keyindex_deinit(&index);
	if (!error && pivot->columns_count)
		qsort(pivot->columns, pivot->columns_count, sizeof(*pivot->columns), compare_columns);
	return error;
}

/* By all values but the last; the array is of pointers to rows. */
static int compare_values(const void *left, const void *right, void *last)
{
	const struct mixrow *a = *(const struct mixrow *const *)left;
	const struct mixrow *b = *(const struct mixrow *const *)right;

	for (size_t i = 0; i < *(const size_t *)last; i++) {
		int order = strcmp(a->values[i], b->values[i]);

		if (order)
			return order;
	}
	return 0;
}

static int compare_rows(const void *left, const void *right)
{
	const struct mixpivot_row *a = left, *b = right;
	size_t keys = 0;

	if (a->executions != b->executions)
		return a->executions < b->executions ? 1 : -1;
	while (keys < MIXKEYS_COUNT && a->first->values[keys])
		keys++;
	return compare_values(&a->first, &b->first, &keys);
}

static size_t column_of(const struct mixpivot *pivot, const char *value)
{
	size_t column = 0;

	while (pivot->columns[column].value != value)
		column++;
	return column;
}

/* A row for each of @sorted whose values are not those of the one before. */
static int fill_rows(struct mixpivot *pivot, const struct mixrow *const *sorted, size_t count,
		     size_t last)
{
	for (size_t i = 0; i < count; i++) {
		struct mixpivot_row *row = pivot->rows + pivot->rows_count;

		if (!i || compare_values(&sorted[i - 1], &sorted[i], &last)) {
			row->first = sorted[i];
			row->cells = calloc(pivot->columns_count, sizeof(*row->cells));
			if (!row->cells)
				return -ENOMEM;
			pivot->rows_count++;
		}
		row = pivot->rows + pivot->rows_count - 1;
		row->cells[column_of(pivot, sorted[i]->values[last])] = sorted[i];
		row->executions += sorted[i]->executions;
	}
	return 0;
}

int mixpivot_init(struct mixpivot *pivot, const struct mixrows *rows, size_t keys)
{
	const struct mixrow **sorted = calloc(rows->count + 1, sizeof(*sorted));
	size_t last = keys - 1;
	int error = 0;

	*pivot = (struct mixpivot){ .rows = calloc(rows->count + 1, sizeof(*pivot->rows)) };
	if (!sorted || !pivot->rows)
		error = -ENOMEM;
	if (!error)
		error = find_columns(pivot, rows, last);
	for (size_t i = 0; !error && i < rows->count; i++)
		sorted[i] = &rows->items[i];
	if (!error) {
		qsort_r(sorted, rows->count, sizeof(*sorted), compare_values, &last);
		error = fill_rows(pivot, sorted, rows->count, last);
	}
	if (!error)
		qsort(pivot->rows, pivot->rows_count, sizeof(*pivot->rows), compare_rows);
	free(sorted);
	if (error)
		mixpivot_deinit(pivot);
	return error;
}

void mixpivot_deinit(struct mixpivot *pivot)
{
	for (size_t i = 0; i < pivot->rows_count; i++)
		free(pivot->rows[i].cells);
	free(pivot->rows);
	free(pivot->columns);
	*pivot = (struct mixpivot){ 0 };
}
