// SPDX-License-Identifier: GPL-2.0-or-later
/* tage.c - direction predictor: see tage.h */
#include "tage.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "counter.h"
#include "time/cycles.h"

#define USEFUL_BITS	2
#define VALID_BITS	1
#define BASE_ROW_BITS	11		/* log2 of the base's rows in BOOM, ... */
#define ROW_BITS	7		/* ... of the smallest tables' */
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
	size_t row = (size_t)TEA_TAGE_BASE_BITS << (BASE_ROW_BITS - ROW_BITS);

	for (unsigned int i = 0; i < tables; i++)
		row += (size_t)(VALID_BITS + shapes[i].tag_bits + TEA_TAGE_COUNTER_BITS + USEFUL_BITS)
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

/* A fold that begins at bit @lowest of its lane, of @width bits of address and history. */
static void fold_init(struct tea_tage_folds *folds, unsigned int table, unsigned int width,
		      unsigned int lowest)
{
	unsigned int lane = table % TEA_LANES;
	unsigned int carry = 1U << width << lowest;

	assert(width > 0 && width + lowest < 16);	/* the carry needs a bit */
	folds->in[true][lane] = (uint16_t)(1U << lowest);
	folds->out[lane] = (uint16_t)(1U << history_length(table) % width << lowest);
	folds->most[lane] = (int16_t)(carry / 2 - 1);
	folds->carry[lane] = (uint16_t)(carry | 1U << lowest);
	folds->mask[lane] = (uint16_t)(carry - (1U << lowest));
}

static void table_init(struct tea_tage *tage, unsigned int table)
{
	struct tea_tage_folds *folds = tage->folds[table / TEA_LANES];
	bool large = shapes[table].large;

	fold_init(&folds[TEA_TAGE_FOLD_ROW], table, tage->row_bits + large, tage->slot_bits);
	folds[TEA_TAGE_FOLD_ROW].mask[table % TEA_LANES] |= (uint16_t)((1U << tage->slot_bits) - 1);
	fold_init(&folds[TEA_TAGE_FOLD_TAG], table, shapes[table].tag_bits, large);
	assert(folds[TEA_TAGE_FOLD_TAG].mask[table % TEA_LANES] <= TEA_TAGE_TAG);
}

int tea_tage_init(struct tea_tage *tage, unsigned int tables, unsigned int parcels,
		  size_t budget_bits, uint32_t seed)
{
	assert(seed && tables > 0 && tables <= TEA_TAGE_TABLES_MAX);
	memset(tage, 0, sizeof(*tage));
	tage->tables = tables;
	tage->groups = (tables + TEA_LANES - 1) / TEA_LANES;
	tage->lfsr = seed;
	tage->fresh = AGE_PERIOD;
	tage->head = tage->history + TEA_TAGE_HISTORY;
	tage->slot_bits = log2_exact(parcels);
	tage->row_bits = 1;
	while (tage->slot_bits + tage->row_bits + 1 < TEA_TAGE_INDEX_BITS &&
	       storage_bits(tables, tage->slot_bits, tage->row_bits + 1) <= budget_bits)
		tage->row_bits++;
	tage->table_bits = tage->slot_bits + tage->row_bits + 1;
	tage->tag_shift = 1 + tage->slot_bits + tage->row_bits;
	for (unsigned int i = 0; i < tables; i++)
		table_init(tage, i);
	tage->base_mask = (1U << (tage->slot_bits + tage->row_bits + BASE_ROW_BITS - ROW_BITS)) - 1;
	tage->base = calloc(tage->base_mask + 1, sizeof(*tage->base));
	tage->entries = calloc((size_t)tage->groups * TEA_LANES << TEA_TAGE_INDEX_BITS,
			       sizeof(*tage->entries));
	if (!tage->base || !tage->entries)
		return -ENOMEM;
	for (unsigned int i = 0; i < tage->groups * TEA_LANES; i++)
		for (size_t j = 0; j < (size_t)1 << tage->table_bits; j++)
			tage->entries[((size_t)i << TEA_TAGE_INDEX_BITS) + j] = TEA_TAGE_INVALID;
	return 0;
}

void tea_tage_deinit(struct tea_tage *tage)
{
	free(tage->entries);
	free(tage->base);
}

/* The next of a maximal sequence of 2^32 - 1 states. */
static uint32_t lfsr_next(uint32_t *lfsr)
{
	*lfsr = *lfsr >> 1 ^ (*lfsr & 1 ? LFSR_TAPS : 0);
	return *lfsr;
}

/* The longer histories' tables whose entry for the branch is not useful: a bit mask. */
static uint32_t tables_free(const struct tea_tage *tage, const struct tea_tage_places *places,
			    int provider)
{
	uint32_t mask = 0;

	for (unsigned int i = 0; i < tage->groups; i++) {
		tea_lanes useless = (tea_lanes)((places->found[i] & TEA_TAGE_USEFUL) == 0);

		mask |= (lanes_signs(useless, useless) & UINT8_MAX) << i * TEA_LANES;
	}
	return mask & ((1U << tage->tables) - (1U << (provider + 1)));
}

/*
 * Which of the tables in @mask, which are not none: the first of those that a coin is for.
 * If it is for none of them, the last table if it is one, as BOOM's encoder has it, or
 * the first that is.
 */
static unsigned int table_choose(struct tea_tage *tage, uint32_t mask)
{
	uint32_t chosen = mask & lfsr_next(&tage->lfsr);

	if (!chosen)
		chosen = mask & 1U << (tage->tables - 1);
	return (unsigned int)__builtin_ctz(chosen ? chosen : mask);
}

/* An entry with more history, or room for the next time. */
void tea_tage_allocate(struct tea_tage *tage, const struct tea_tage_places *places, int provider,
		       bool taken)
{
	uint32_t mask = tables_free(tage, places, provider);

	if (mask) {
		unsigned int table = table_choose(tage, mask);
		uint16_t tag = places->tag[table / TEA_LANES][table % TEA_LANES];

		*tage_entry(tage, places, table) =
			(uint16_t)((taken ? 4 : 3) << TEA_TAGE_COUNTER_SHIFT | tag);
		return;
	}
	if (provider < 0)
		return;
	for (unsigned int i = (unsigned int)provider + 1; i < tage->tables; i++)
		*tage_entry(tage, places, i) &= (uint16_t)~TEA_TAGE_USEFUL;
}

static void table_age(uint16_t *entries, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		unsigned int useful = entries[i] & TEA_TAGE_USEFUL;

		entries[i] ^= (uint16_t)(useful ^ (useful >> 1 & TEA_TAGE_USEFUL));
	}
}

/* All useful counts halve. */
void tea_tage_age(struct tea_tage *tage)
{
	for (unsigned int i = 0; i < tage->tables; i++)
		table_age(&tage->entries[(size_t)i << TEA_TAGE_INDEX_BITS],
			  (size_t)1 << tage->table_bits);
	tage->fresh = AGE_PERIOD;
}

/* Returns the tables that have an entry of the branch, and in @takes those that say "taken". */
uint32_t tea_tage_ask_far(const struct tea_tage *tage, uint64_t pc, struct tea_tage_places *places,
			  uint32_t *takes)
{
	uint32_t hits = 0;

	*takes = 0;
	for (unsigned int i = 0; i < tage->groups; i++) {
		uint32_t signs = tage_group_ask(tage, i, TEA_LANES, pc, places);

		hits |= (signs & UINT8_MAX) << i * TEA_LANES;
		*takes |= signs >> TEA_LANES << i * TEA_LANES;
	}
	return hits;
}

/* The outcomes that leave the histories of the tables of @group, one in each lane. */
static tea_lanes group_out(const struct tea_tage *tage, unsigned int group)
{
	const uint16_t *head = tage->head;

	static_assert(TEA_LANES == 8 && TEA_TAGE_TABLES_MAX <= 12, "as listed below");
	if (group)
		return (tea_lanes){ head[-512], head[-1024], head[-2048], head[-4096] };
	return (tea_lanes){ head[-2], head[-4], head[-8], head[-16],
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

void tea_tage_track_far(struct tea_tage *tage, bool taken)
{
	for (unsigned int i = 0; i < tage->groups; i++) {
		tea_lanes out = group_out(tage, i);

		for (unsigned int kind = 0; kind < TEA_TAGE_FOLDS; kind++)
			tage_folds_shift(&tage->folds[i][kind], taken, out);
	}
	history_note(tage, taken ? UINT16_MAX : 0);
}
