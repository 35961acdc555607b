// SPDX-License-Identifier: GPL-2.0-or-later
/* tage.c - direction predictor: see tage.h */
#include "tage.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "counter.h"
#include "time/cycles.h"

#define COUNTER_BITS	3
#define USEFUL_BITS	2
#define USEFUL_MAX	3
#define VALID_BITS	1
#define BASE_BITS	2
#define BASE_ROW_BITS	11		/* log2 of the base's rows in BOOM, ... */
#define ROW_BITS	7		/* ... of the smallest tables' */
#define INDEX_BITS_MAX	15		/* a lane of the folds, less the carry */
#define AGE_PERIOD	(1U << 18)	/* branches between two agings of the useful bits */
#define LFSR_TAPS	0x80200003U	/* x^32 + x^22 + x^2 + x + 1 */

/* BOOM has six tables; further ones are like the last of them. */
static const struct {
	bool large;		/* twice as many rows as the smallest */
	uint8_t tag_bits;
} shapes[TEA_TAGE_TABLES_MAX] = {
	{ false, 7 }, { false, 7 }, { true, 8 }, { true, 8 }, { false, 9 }, { false, 9 },
	{ false, 9 }, { false, 9 }, { false, 9 }, { false, 9 }, { false, 9 }, { false, 9 },
};

/* With 2^@row_bits rows in the smallest tables. */
static size_t storage_bits(unsigned int tables, unsigned int slot_bits, unsigned int row_bits)
{
	size_t row = (size_t)BASE_BITS << (BASE_ROW_BITS - ROW_BITS);

	for (unsigned int i = 0; i < tables; i++)
		row += (size_t)(VALID_BITS + shapes[i].tag_bits + COUNTER_BITS + USEFUL_BITS)
		       << shapes[i].large;
	return row << (slot_bits + row_bits);
}

size_t tea_tage_storage_bits(const struct tea_tage *tage)
{
	return storage_bits(tage->tables, tage->slot_bits, tage->row_bits);
}

static unsigned int history_length(unsigned int table)
{
	return 2U << table;
}

static void fold_init(struct tea_tage_folds *folds, unsigned int table, unsigned int width)
{
	unsigned int lane = table % TEA_TAGE_LANES;

	assert(width > 0 && width < 16);	/* the carry needs a bit */
	folds->width_mask[lane] = (uint16_t)((1U << width) - 1);
	folds->carry[lane] = (uint16_t)(1U << width);
	folds->out[lane] = (uint16_t)(1U << history_length(table) % width);
}

/* @in and @out: the outcome that enters and the one that leaves, on all bits of a lane. */
static void folds_shift(struct tea_tage_folds *folds, uint16_t in, tea_tage_lanes out)
{
	tea_tage_lanes value = (folds->value << 1 | (in & 1)) ^ (out & folds->out);
	tea_tage_lanes carry = (tea_tage_lanes)((value & folds->carry) != 0) & 1;

	folds->value = (value ^ carry) & folds->width_mask;
}

static void table_init(struct tea_tage *tage, unsigned int table)
{
	struct tea_tage_folds *folds = tage->folds[table / TEA_TAGE_LANES];
	bool large = shapes[table].large;

	fold_init(&folds[TEA_TAGE_ROW], table, tage->row_bits + large);
	fold_init(&folds[TEA_TAGE_TAG], table, shapes[table].tag_bits);
	tage->large[table / TEA_TAGE_LANES][table % TEA_TAGE_LANES] = large ? UINT16_MAX : 0;
}

int tea_tage_init(struct tea_tage *tage, unsigned int tables, unsigned int parcels,
		  size_t budget_bits)
{
	assert(tables > 0 && tables <= TEA_TAGE_TABLES_MAX);
	memset(tage, 0, sizeof(*tage));
	tage->tables = tables;
	tage->groups = (tables + TEA_TAGE_LANES - 1) / TEA_TAGE_LANES;
	tage->lfsr = 1;
	tage->head = tage->history + TEA_TAGE_HISTORY;
	tage->slot_bits = log2_exact(parcels);
	tage->row_bits = 1;
	while (tage->slot_bits + tage->row_bits + 1 < INDEX_BITS_MAX &&
	       storage_bits(tables, tage->slot_bits, tage->row_bits + 1) <= budget_bits)
		tage->row_bits++;
	tage->table_bits = tage->slot_bits + tage->row_bits + 1;
	for (unsigned int i = 0; i < tables; i++)
		table_init(tage, i);
	tage->base_mask = (1U << (tage->slot_bits + tage->row_bits + BASE_ROW_BITS - ROW_BITS)) - 1;
	tage->base = calloc(tage->base_mask + 1, sizeof(*tage->base));
	tage->entries = calloc((size_t)tables << tage->table_bits, sizeof(*tage->entries));
	return tage->base && tage->entries ? 0 : -ENOMEM;
}

void tea_tage_deinit(struct tea_tage *tage)
{
	free(tage->entries);
	free(tage->base);
}

static bool counter_weak(int8_t counter)
{
	return counter == 0 || counter == -1;
}

static struct tea_tage_entry *entry_of(const struct tea_tage *tage,
				       const struct tea_prediction *prediction, int table)
{
	return &tage->entries[((size_t)table << tage->table_bits) + prediction->index[table]];
}

/* Where the tables of a group would hold a branch of @block: the tag is of the bits above. */
static void group_index(const struct tea_tage *tage, unsigned int group, uint64_t block,
			unsigned int slot, struct tea_prediction *prediction)
{
	const struct tea_tage_folds *folds = tage->folds[group];
	tea_tage_lanes large = tage->large[group];
	uint16_t above = (uint16_t)(block >> tage->row_bits);
	tea_tage_lanes rows = (folds[TEA_TAGE_ROW].value ^ (uint16_t)block) &
			      folds[TEA_TAGE_ROW].width_mask;
	tea_tage_lanes tags = (folds[TEA_TAGE_TAG].value ^
			       ((large & (uint16_t)(block >> tage->row_bits >> 1)) |
				(~large & above))) & folds[TEA_TAGE_TAG].width_mask;

	rows = rows << tage->slot_bits | (uint16_t)slot;
	tags |= (uint16_t)TEA_TAGE_VALID;
	memcpy(&prediction->index[group * TEA_TAGE_LANES], &rows, sizeof(rows));
	memcpy(&prediction->tag[group * TEA_TAGE_LANES], &tags, sizeof(tags));
}

/* Returns a bit mask of the tables that hold the branch. */
static uint32_t tables_look_up(const struct tea_tage *tage, uint64_t pc,
			       struct tea_prediction *prediction)
{
	unsigned int slot = (unsigned int)(pc >> 1) & ((1U << tage->slot_bits) - 1);
	const struct tea_tage_entry *entries = tage->entries;
	uint32_t hits = 0;

	for (unsigned int i = 0; i < tage->groups; i++)
		group_index(tage, i, pc >> 1 >> tage->slot_bits, slot, prediction);
	for (unsigned int i = 0; i < tage->tables; i++, entries += 1U << tage->table_bits)
		hits |= (uint32_t)(entries[prediction->index[i]].tag == prediction->tag[i]) << i;
	return hits;
}

/* The table with the longest history in @hits, or -1, the base. */
static int8_t longest_of(uint32_t hits)
{
	return (int8_t)(31 - __builtin_clz(hits << 1 | 1) - 1);
}

static bool table_taken(const struct tea_tage *tage, const struct tea_prediction *prediction,
			int table)
{
	return table < 0 ? prediction->base_taken : entry_of(tage, prediction, table)->counter >= 0;
}

void tea_tage_predict(const struct tea_tage *tage, uint64_t pc, struct tea_prediction *prediction)
{
	uint32_t hits = tables_look_up(tage, pc, prediction);
	int8_t provider = longest_of(hits);
	bool alternate;
	int8_t counter;

	prediction->base = (uint32_t)(pc >> 1) & tage->base_mask;
	prediction->base_taken = tage->base[prediction->base] >= 0;
	prediction->provider = provider;
	prediction->taken = prediction->base_taken;
	prediction->differs = false;
	if (provider < 0)
		return;
	alternate = table_taken(tage, prediction, longest_of(hits ^ 1U << provider));
	counter = entry_of(tage, prediction, provider)->counter;
	prediction->taken = counter_weak(counter) ? alternate : counter >= 0;
	prediction->differs = prediction->taken != alternate;
}

/* The next of a maximal sequence of 2^32 - 1 states. */
static uint32_t lfsr_next(uint32_t *lfsr)
{
	*lfsr = *lfsr >> 1 ^ (*lfsr & 1 ? LFSR_TAPS : 0);
	return *lfsr;
}

/* The longer histories' tables whose entry for the branch is not useful: a bit mask. */
static uint32_t tables_free(const struct tea_tage *tage, const struct tea_prediction *prediction)
{
	uint32_t mask = 0;

	for (int i = prediction->provider + 1; i < (int)tage->tables; i++)
		mask |= (uint32_t)!entry_of(tage, prediction, i)->useful << i;
	return mask;
}

/*
 * Which of the tables in @mask, which are not none: the first of those that a coin is for.
 * If it is for none of them, the last table if it is one, as BOOM's encoder has it, or
 * the first that is.
 */
static int table_choose(struct tea_tage *tage, uint32_t mask)
{
	uint32_t chosen = mask & lfsr_next(&tage->lfsr);

	if (!chosen)
		chosen = mask & 1U << (tage->tables - 1);
	return __builtin_ctz(chosen ? chosen : mask);
}

/* Give a mispredicted branch an entry with more history, or make room for the next time. */
static void entry_allocate(struct tea_tage *tage, const struct tea_prediction *prediction,
			   bool taken)
{
	uint32_t mask = tables_free(tage, prediction);

	if (mask) {
		int table = table_choose(tage, mask);

		*entry_of(tage, prediction, table) = (struct tea_tage_entry){
			.tag = prediction->tag[table], .counter = taken ? 0 : -1,
		};
		return;
	}
	if (prediction->provider < 0)
		return;
	for (int i = prediction->provider + 1; i < (int)tage->tables; i++)
		entry_of(tage, prediction, i)->useful = 0;
}

static void useful_age(struct tea_tage *tage)
{
	for (size_t i = 0; i < (size_t)tage->tables << tage->table_bits; i++)
		tage->entries[i].useful >>= 1;
}

/* An entry is useful where it was right and its alternate was not. */
static void provider_train(struct tea_tage_entry *entry, const struct tea_prediction *prediction,
			   bool taken)
{
	counter_move(&entry->counter, COUNTER_BITS, taken);
	if (!prediction->differs)
		return;
	if (prediction->taken == taken)
		entry->useful = entry->useful < USEFUL_MAX ? entry->useful + 1 : USEFUL_MAX;
	else if (entry->useful)
		entry->useful--;
}

void tea_tage_train(struct tea_tage *tage, const struct tea_prediction *prediction, bool taken)
{
	counter_move(&tage->base[prediction->base], BASE_BITS, taken);
	if (prediction->provider >= 0)
		provider_train(entry_of(tage, prediction, prediction->provider), prediction, taken);
	if (prediction->taken != taken)
		entry_allocate(tage, prediction, taken);
	if (++tage->trained == AGE_PERIOD) {
		tage->trained = 0;
		useful_age(tage);
	}
}

/* The outcomes that leave the histories of the tables, one in each lane. */
static tea_tage_lanes group_out(const struct tea_tage *tage, unsigned int group)
{
	const uint16_t *head = tage->head;

	static_assert(TEA_TAGE_LANES == 8 && TEA_TAGE_TABLES_MAX <= 12, "as listed below");
	if (group)
		return (tea_tage_lanes){ head[-512], head[-1024], head[-2048], head[-4096] };
	return (tea_tage_lanes){ head[-2], head[-4], head[-8], head[-16],
				 head[-32], head[-64], head[-128], head[-256] };
}

static void history_note(struct tea_tage *tage, uint16_t outcome)
{
	*tage->head++ = outcome;
	if (tage->head < tage->history + sizeof(tage->history) / sizeof(tage->history[0]))
		return;
	memmove(tage->history, tage->head - TEA_TAGE_HISTORY,
		TEA_TAGE_HISTORY * sizeof(tage->history[0]));
	tage->head = tage->history + TEA_TAGE_HISTORY;
}

void tea_tage_track(struct tea_tage *tage, bool taken)
{
	uint16_t in = taken ? UINT16_MAX : 0;

	for (unsigned int i = 0; i < tage->groups; i++) {
		tea_tage_lanes out = group_out(tage, i);

#pragma GCC unroll 2
		for (unsigned int kind = 0; kind < TEA_TAGE_KINDS; kind++)
			folds_shift(&tage->folds[i][kind], in, out);
	}
	history_note(tage, in);
}
