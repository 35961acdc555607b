// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pairs.c - two counts for each pair of addresses: see pairs.h
 */
#include "pairs.h"

#include <errno.h>
#include <stdlib.h>

#define INITIAL_ROWS	1024

int tea_pairs_init(struct tea_pairs *pairs)
{
	*pairs = (struct tea_pairs){ .capacity = INITIAL_ROWS };
	pairs->rows = calloc(pairs->capacity, sizeof(*pairs->rows));
	return pairs->rows ? 0 : -ENOMEM;
}

void tea_pairs_deinit(struct tea_pairs *pairs)
{
	free(pairs->rows);
	*pairs = (struct tea_pairs){ .rows = NULL };
}

/* The row of the pair, or the free one where it belongs. */
static struct tea_pair *find_row(const struct tea_pairs *pairs, uint64_t first, uint64_t second)
{
	const uint64_t hash = (first ^ (second << 32 | second >> 32)) * 0x9e3779b97f4a7c15U;
	size_t at = (size_t)(hash >> 20) & (pairs->capacity - 1);

	while (pairs->rows[at].counts[0] &&
	       (pairs->rows[at].first != first || pairs->rows[at].second != second))
		at = (at + 1) & (pairs->capacity - 1);
	return &pairs->rows[at];
}

static int grow(struct tea_pairs *pairs)
{
	struct tea_pairs bigger = *pairs;

	bigger.capacity *= 2;
	bigger.rows = calloc(bigger.capacity, sizeof(*bigger.rows));
	if (!bigger.rows)
		return -ENOMEM;
	for (size_t i = 0; i < pairs->capacity; i++) {
		const struct tea_pair *row = &pairs->rows[i];

		if (row->counts[0])
			*find_row(&bigger, row->first, row->second) = *row;
	}
	free(pairs->rows);
	*pairs = bigger;
	return 0;
}

void tea_pairs_count(struct tea_pairs *pairs, uint64_t first, uint64_t second, uint64_t count,
		     uint64_t other)
{
	struct tea_pair *row;

	if (pairs->used * 2 >= pairs->capacity && grow(pairs)) {
		pairs->failed = true;
		return;
	}
	row = find_row(pairs, first, second);
	pairs->used += !row->counts[0];
	row->first = first;
	row->second = second;
	row->counts[0] += count;
	row->counts[1] += other;
}

void tea_pairs_add(struct tea_pairs *pairs, const struct tea_pairs *more)
{
	for (size_t i = 0; i < more->capacity; i++) {
		const struct tea_pair *row = &more->rows[i];

		if (row->counts[0])
			tea_pairs_count(pairs, row->first, row->second, row->counts[0],
					row->counts[1]);
	}
	pairs->failed |= more->failed;
}

static int compare(const void *left, const void *right)
{
	const struct tea_pair *a = left, *b = right;

	if (a->first != b->first)
		return a->first < b->first ? -1 : 1;
	return (a->second > b->second) - (a->second < b->second);
}

int tea_pairs_sorted(const struct tea_pairs *pairs, struct tea_pair **rows)
{
	struct tea_pair *sorted = calloc(pairs->used + 1, sizeof(*sorted));
	size_t count = 0;

	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i < pairs->capacity; i++) {
		if (pairs->rows[i].counts[0])
			sorted[count++] = pairs->rows[i];
	}
	qsort(sorted, count, sizeof(*sorted), compare);
	*rows = sorted;
	return 0;
}
