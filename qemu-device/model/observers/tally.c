// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tally.c - counts by key: see tally.h
 */
#include "tally.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define INITIAL_ROWS	1024

static uint64_t *make_rows(const struct tea_tally *tally)
{
	return calloc(tally->capacity, (2 + tally->counts) * sizeof(*tally->words));
}

int tea_tally_init(struct tea_tally *tally, unsigned int counts)
{
	*tally = (struct tea_tally){ .capacity = INITIAL_ROWS, .counts = counts };
	tally->words = make_rows(tally);
	return tally->words ? 0 : -ENOMEM;
}

void tea_tally_deinit(struct tea_tally *tally)
{
	free(tally->words);
	*tally = (struct tea_tally){ .words = NULL };
}

/* The row of the key, or the free one where it belongs. @words: of a row, best a constant. */
static inline struct tea_tally_row *find_row(const struct tea_tally *tally, size_t words,
					     uint64_t first, uint64_t second)
{
	const uint64_t hash = (first ^ (second << 32 | second >> 32)) * 0x9e3779b97f4a7c15U;
	const size_t last = tally->capacity - 1;
	size_t at = (size_t)(hash >> 20) & last;
	struct tea_tally_row *row;

	for (;; at = (at + 1) & last) {
		row = (struct tea_tally_row *)(tally->words + at * words);
		if (!row->counts[0] || (row->first == first && row->second == second))
			return row;
	}
}

static int grow(struct tea_tally *tally)
{
	const size_t words = 2 + tally->counts;
	struct tea_tally bigger = *tally;

	bigger.capacity *= 2;
	bigger.words = make_rows(&bigger);
	if (!bigger.words)
		return -ENOMEM;
	for (size_t i = 0; i < tally->capacity; i++) {
		const struct tea_tally_row *row = tea_tally_at(tally, i);

		if (row->counts[0])
			memcpy(find_row(&bigger, words, row->first, row->second), row,
			       words * sizeof(*tally->words));
	}
	free(tally->words);
	*tally = bigger;
	return 0;
}

static inline struct tea_tally_row *take_row(struct tea_tally *tally, size_t words, uint64_t first,
					     uint64_t second)
{
	struct tea_tally_row *row;

	if (tally->used * 2 >= tally->capacity && grow(tally)) {
		tally->failed = true;
		return NULL;
	}
	row = find_row(tally, words, first, second);
	if (!row->counts[0]) {
		tally->used++;
		row->first = first;
		row->second = second;
	}
	return row;
}

struct tea_tally_row *tea_tally_take(struct tea_tally *tally, uint64_t first, uint64_t second)
{
	return take_row(tally, 2 + tally->counts, first, second);
}

void tea_tally_count(struct tea_tally *tally, uint64_t first, uint64_t second, uint64_t count,
		     uint64_t other)
{
	struct tea_tally_row *row = take_row(tally, 2 + 2, first, second);

	if (!row)
		return;
	row->counts[0] += count;
	row->counts[1] += other;
}

void tea_tally_add(struct tea_tally *tally, const struct tea_tally *more)
{
	for (size_t i = 0; i < more->capacity; i++) {
		const struct tea_tally_row *from = tea_tally_at(more, i);
		struct tea_tally_row *to = from->counts[0] ?
					   tea_tally_take(tally, from->first, from->second) : NULL;

		for (unsigned int j = 0; to && j < tally->counts; j++)
			to->counts[j] += from->counts[j];
	}
	tally->failed |= more->failed;
}

static int compare(const void *left, const void *right)
{
	const struct tea_tally_row *a = *(const struct tea_tally_row *const *)left;
	const struct tea_tally_row *b = *(const struct tea_tally_row *const *)right;

	if (a->first != b->first)
		return a->first < b->first ? -1 : 1;
	return (a->second > b->second) - (a->second < b->second);
}

int tea_tally_sorted(const struct tea_tally *tally, const struct tea_tally_row ***rows)
{
	const struct tea_tally_row **sorted = calloc(tally->used + 1, sizeof(*sorted));
	size_t count = 0;

	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i < tally->capacity; i++) {
		if (tea_tally_at(tally, i)->counts[0])
			sorted[count++] = tea_tally_at(tally, i);
	}
	qsort(sorted, count, sizeof(*sorted), compare);
	*rows = sorted;
	return 0;
}
