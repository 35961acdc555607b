// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stacks.c - per-instruction cycle stacks: see stacks.h
 */
#include "stacks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define INITIAL_SLOTS	8192

/* Room for as many rows as there can be with @capacity slots. */
static int resize_rows(struct tea_stacks *stacks, size_t capacity)
{
	struct tea_stacks_row *rows =
		realloc(stacks->rows, (capacity / 2 + 1) * sizeof(*rows));

	if (!rows)
		return -ENOMEM;
	stacks->rows = rows;
	return 0;
}

int tea_stacks_init(struct tea_stacks *stacks, uint32_t cycle_parts)
{
	*stacks = (struct tea_stacks){
		.capacity = INITIAL_SLOTS, .slots = calloc(INITIAL_SLOTS, sizeof(*stacks->slots)),
	};
	for (unsigned int n = 1; n <= TEA_COMMIT_MAX; n++)
		stacks->share[n] = cycle_parts / n;
	if (!stacks->slots || resize_rows(stacks, INITIAL_SLOTS)) {
		tea_stacks_deinit(stacks);
		return -ENOMEM;
	}
	stacks->rows[0] = (struct tea_stacks_row){ .parts = 0 };
	return 0;
}

void tea_stacks_deinit(struct tea_stacks *stacks)
{
	free(stacks->rows);
	free(stacks->slots);
	*stacks = (struct tea_stacks){ .rows = NULL };
}

/* All of the key but the pc, in one word. */
static inline uint32_t kind_of(uint16_t psv, uint8_t state, uint8_t privilege)
{
	return (uint32_t)psv | (uint32_t)state << 16 | (uint32_t)privilege << 24;
}

/* The slot with the number of the row with this key, or the free one where it belongs. */
static inline uint32_t *find_slot(const struct tea_stacks *stacks, uint64_t pc, uint32_t kind)
{
	const uint64_t hash = (pc ^ (uint64_t)kind << 32) * 0x9e3779b97f4a7c15U;
	size_t at = (size_t)(hash >> 32) & (stacks->capacity - 1);
	uint32_t number;

	while ((number = stacks->slots[at])) {
		const struct tea_stacks_row *row = &stacks->rows[number];

		if (row->pc == pc && kind_of(row->psv, row->state, row->privilege) == kind)
			break;
		at = (at + 1) & (stacks->capacity - 1);
	}
	return &stacks->slots[at];
}

static void enter(struct tea_stacks *stacks, uint32_t number)
{
	const struct tea_stacks_row *row = &stacks->rows[number];

	*find_slot(stacks, row->pc, kind_of(row->psv, row->state, row->privilege)) = number;
}

static int grow(struct tea_stacks *stacks)
{
	const size_t capacity = 2 * stacks->capacity;
	uint32_t *slots = calloc(capacity, sizeof(*slots));

	if (!slots || resize_rows(stacks, capacity)) {
		free(slots);
		return -ENOMEM;
	}
	free(stacks->slots);
	stacks->slots = slots;
	stacks->capacity = capacity;
	for (uint32_t i = 1; i <= stacks->count; i++)
		enter(stacks, i);
	return 0;
}

static __attribute__((noinline)) uint32_t make_row(struct tea_stacks *stacks,
						   struct tea_stacks_row row)
{
	if (stacks->count == stacks->capacity / 2 && grow(stacks)) {
		stacks->failed = true;
		return 0;
	}
	stacks->rows[++stacks->count] = row;
	enter(stacks, stacks->count);
	return stacks->count;
}

uint32_t tea_stacks_find(struct tea_stacks *stacks, uint64_t pc, uint16_t psv, uint8_t state,
			 uint8_t privilege)
{
	const uint32_t number = *find_slot(stacks, pc, kind_of(psv, state, privilege));

	return number ? number : make_row(stacks, (struct tea_stacks_row){
		.pc = pc, .psv = psv, .state = state, .privilege = privilege,
	});
}

static void add_row(struct tea_stacks *stacks, const struct tea_stacks_row *row)
{
	const uint32_t number = tea_stacks_find(stacks, row->pc, row->psv, row->state,
						row->privilege);

	stacks->rows[number].parts += row->parts;
}

void tea_stacks_span(struct tea_stacks *stacks, const struct tea_span *span)
{
	const uint64_t cycles = span->end - span->begin;

	for (unsigned int i = 0; i < span->slots; i++)
		add_row(stacks, &(struct tea_stacks_row){
			.pc = span->pc[i], .parts = cycles * stacks->share[span->slots],
			.psv = span->psv[i], .state = span->state, .privilege = span->privilege,
		});
	stacks->cycles += cycles;
}

void tea_stacks_sample(struct tea_stacks *stacks, const struct tea_sample *sample,
		       uint64_t weight)
{
	for (unsigned int i = 0; i < sample->slots; i++)
		add_row(stacks, &(struct tea_stacks_row){
			.pc = sample->pc[i], .parts = weight * stacks->share[sample->slots],
			.psv = sample->psv[i], .state = sample->state,
			.privilege = sample->privilege,
		});
	stacks->cycles += weight;
}

void tea_stacks_add(struct tea_stacks *stacks, const struct tea_stacks *more)
{
	for (uint32_t i = 1; i <= more->count; i++)
		add_row(stacks, &more->rows[i]);
	stacks->cycles += more->cycles;
	stacks->failed |= more->failed;
}

static int compare_rows(const void *left, const void *right)
{
	const struct tea_stacks_row *a = left, *b = right;

	if (a->pc != b->pc)
		return a->pc < b->pc ? -1 : 1;
	if (a->psv != b->psv)
		return a->psv - b->psv;
	return a->state != b->state ? a->state - b->state : a->privilege - b->privilege;
}

void tea_stacks_sort(struct tea_stacks_row *rows, size_t count)
{
	qsort(rows, count, sizeof(*rows), compare_rows);
}

int tea_stacks_sorted(const struct tea_stacks *stacks, struct tea_stacks_row **rows,
		      size_t *count)
{
	struct tea_stacks_row *list = malloc((stacks->count + 1) * sizeof(*list));

	if (!list)
		return -ENOMEM;
	memcpy(list, stacks->rows + 1, stacks->count * sizeof(*list));
	tea_stacks_sort(list, stacks->count);
	*rows = list;
	*count = stacks->count;
	return 0;
}
