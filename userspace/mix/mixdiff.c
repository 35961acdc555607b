// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mixdiff.c - two mixes merged by their values; see mixdiff.h
 */
#include "mixdiff.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mixchance.h"

static int compare_values(const void *left, const void *right)
{
	const struct mixrow *a = *(const struct mixrow *const *)left;
	const struct mixrow *b = *(const struct mixrow *const *)right;

	return strcmp(a->values[0], b->values[0]);
}

/* Pointers to the rows by value, which the caller frees; NULL: out of memory. */
static const struct mixrow **sort_values(const struct mixrows *rows)
{
	const struct mixrow **sorted = calloc(rows->count + 1, sizeof(*sorted));

	for (size_t i = 0; sorted && i < rows->count; i++)
		sorted[i] = &rows->items[i];
	if (sorted)
		qsort(sorted, rows->count, sizeof(*sorted), compare_values);
	return sorted;
}

/* Both are in order, and end in NULL. */
static void merge(struct mixdiff *diff, const struct mixrow **before, const struct mixrow **after)
{
	while (*before || *after) {
		struct mixdiff_row *row = &diff->items[diff->count++];
		int order = !*after ? -1 : !*before ? 1 : compare_values(before, after);

		if (order <= 0)
			row->sides[0] = *before++;
		if (order >= 0)
			row->sides[1] = *after++;
		row->value = (row->sides[0] ? row->sides[0] : row->sides[1])->values[0];
	}
}

static void weigh(struct mixdiff *diff, const struct mixrows *const sides[2], const double scales[2])
{
	for (size_t i = 0; i < diff->count; i++) {
		struct mixdiff_row *row = &diff->items[i];
		double change;

		for (int side = 0; side < 2; side++)
			row->executions[side] = row->sides[side] ?
				scales[side] * row->sides[side]->executions : 0;
		row->margin = mixchance_difference(sides, row->sides, scales, diff->count);
		change = fabs(row->executions[1] - row->executions[0]);
		row->sure = change > row->margin;
		diff->sure += row->sure;
	}
}

static int compare_changes(const void *left, const void *right)
{
	const struct mixdiff_row *a = left, *b = right;
	double one = fabs(a->executions[1] - a->executions[0]);
	double other = fabs(b->executions[1] - b->executions[0]);

	if (a->sure != b->sure)
		return a->sure ? -1 : 1;
	if (one != other)
		return one < other ? 1 : -1;
	return strcmp(a->value, b->value);
}

int mixdiff_init(struct mixdiff *diff, const struct mixrows *const sides[2], bool normalize)
{
	const struct mixrow **before = sort_values(sides[0]), **after = sort_values(sides[1]);
	double scales[2] = { 1, 1 };
	int error = -ENOMEM;

	*diff = (struct mixdiff){
		.items = calloc(sides[0]->count + sides[1]->count + 1, sizeof(*diff->items)),
	};
	if (normalize && sides[0]->total > 0)
		scales[0] = sides[1]->total / sides[0]->total;
	for (int side = 0; side < 2; side++)
		diff->total[side] = scales[side] * sides[side]->total;
	if (before && after && diff->items) {
		merge(diff, before, after);
		weigh(diff, sides, scales);
		qsort(diff->items, diff->count, sizeof(*diff->items), compare_changes);
		error = 0;
	}
	free(before);
	free(after);
	if (error)
		mixdiff_deinit(diff);
	return error;
}

void mixdiff_deinit(struct mixdiff *diff)
{
	free(diff->items);
	*diff = (struct mixdiff){ 0 };
}
