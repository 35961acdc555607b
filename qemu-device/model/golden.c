// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * golden.c - the golden reference's table: see golden.h
 *
 * Open addressing with linear probing, a power of two of rows, at most half full.
 */
#include "golden.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define INITIAL_ROWS	4096

int tea_golden_init(struct tea_golden *golden)
{
	*golden = (struct tea_golden){ .capacity = INITIAL_ROWS };
	golden->rows = calloc(golden->capacity, sizeof(*golden->rows));
	return golden->rows ? 0 : -ENOMEM;
}

void tea_golden_deinit(struct tea_golden *golden)
{
	free(golden->rows);
	*golden = (struct tea_golden){ .rows = NULL };
}

static bool same_key(const struct tea_golden_row *a, const struct tea_golden_row *b)
{
	return a->pc == b->pc && a->psv == b->psv && a->state == b->state &&
	       a->privilege == b->privilege;
}

/* The row with @key, or the free one where it belongs. */
static struct tea_golden_row *find_row(const struct tea_golden *golden,
				       const struct tea_golden_row *key)
{
	uint64_t hash = (key->pc ^ (uint64_t)key->psv << 48 ^ (uint64_t)key->state << 60 ^
			 (uint64_t)key->privilege << 58) * 0x9e3779b97f4a7c15U;
	size_t at = (size_t)(hash >> 20) & (golden->capacity - 1);

	while (golden->rows[at].parts && !same_key(&golden->rows[at], key))
		at = (at + 1) & (golden->capacity - 1);
	return &golden->rows[at];
}

static int grow(struct tea_golden *golden)
{
	struct tea_golden bigger = *golden;

	bigger.capacity *= 2;
	bigger.rows = calloc(bigger.capacity, sizeof(*bigger.rows));
	if (!bigger.rows)
		return -ENOMEM;
	for (size_t i = 0; i < golden->capacity; i++) {
		if (golden->rows[i].parts)
			*find_row(&bigger, &golden->rows[i]) = golden->rows[i];
	}
	free(golden->rows);
	*golden = bigger;
	return 0;
}

/* Add key->parts to the row of @key. */
static void add(struct tea_golden *golden, const struct tea_golden_row *key)
{
	struct tea_golden_row *row = find_row(golden, key);

	if (row->parts) {
		row->parts += key->parts;
		return;
	}
	if (golden->used * 2 >= golden->capacity) {
		if (grow(golden)) {
			golden->failed = true;
			return;
		}
		row = find_row(golden, key);
	}
	*row = *key;
	golden->used++;
}

static void add_slots(struct tea_golden *golden, const uint64_t *pc, const uint16_t *psv,
		      unsigned int slots, uint8_t state, uint8_t privilege, uint64_t cycles)
{
	if (!cycles)
		return;
	for (unsigned int i = 0; i < slots; i++) {
		struct tea_golden_row key = {
			.pc = pc[i], .parts = cycles * TEA_CYCLE_PARTS / slots, .psv = psv[i],
			.state = state, .privilege = privilege,
		};

		add(golden, &key);
	}
	golden->cycles += cycles;
}

void tea_golden_span(struct tea_golden *golden, const struct tea_span *span)
{
	add_slots(golden, span->pc, span->psv, span->slots, span->state, span->privilege,
		  span->end - span->begin);
}

void tea_golden_sample(struct tea_golden *golden, const struct tea_sample *sample,
		       uint64_t weight)
{
	add_slots(golden, sample->pc, sample->psv, sample->slots, sample->state,
		  sample->privilege, weight);
}

static int compare(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int compare_rows(const void *left, const void *right)
{
	const struct tea_golden_row *a = left, *b = right;
	const int order[] = {
		compare(a->pc, b->pc), compare(a->psv, b->psv),
		compare(a->state, b->state), compare(a->privilege, b->privilege),
	};

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		if (order[i])
			return order[i];
	}
	return 0;
}

int tea_golden_sorted(const struct tea_golden *golden, struct tea_golden_row **rows,
		      size_t *count)
{
	struct tea_golden_row *list = malloc((golden->used + 1) * sizeof(*list));
	size_t n = 0;

	if (!list)
		return -ENOMEM;
	for (size_t i = 0; i < golden->capacity; i++) {
		if (golden->rows[i].parts)
			list[n++] = golden->rows[i];
	}
	qsort(list, n, sizeof(*list), compare_rows);
	*rows = list;
	*count = n;
	return 0;
}
