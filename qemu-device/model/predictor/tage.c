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
#define BASE_BITS	2
#define ALTERNATE_BITS	4
#define INDEX_BITS_MAX	15		/* a lane of the folds, less the carry */
#define AGE_PERIOD	(1U << 18)	/* branches between two agings of the useful bits */
#define LFSR_TAPS	0x80200003U	/* x^32 + x^22 + x^2 + x + 1 */

static unsigned int tag_bits(unsigned int table)
{
	return 9 + (table + 1) / 2;
}

/* Bits of all tagged tables with one entry each. */
static size_t row_bits(unsigned int tables)
{
	size_t bits = 0;

	for (unsigned int i = 0; i < tables; i++)
		bits += tag_bits(i) + COUNTER_BITS + USEFUL_BITS;
	return bits;
}

static size_t base_bits(void)
{
	return (size_t)BASE_BITS << TEA_TAGE_BASE_BITS;
}

size_t tea_tage_storage_bits(const struct tea_tage *tage)
{
	return base_bits() + (row_bits(tage->tables) << tage->index_bits);
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

int tea_tage_init(struct tea_tage *tage, unsigned int tables, size_t budget_bits)
{
	assert(tables > 0 && tables <= TEA_TAGE_TABLES_MAX);
	memset(tage, 0, sizeof(*tage));
	tage->tables = tables;
	tage->groups = (tables + TEA_TAGE_LANES - 1) / TEA_TAGE_LANES;
	tage->lfsr = 1;
	tage->head = tage->history + TEA_TAGE_HISTORY;
	while (tage->index_bits < INDEX_BITS_MAX &&
	       base_bits() + (row_bits(tables) << (tage->index_bits + 1)) <= budget_bits)
		tage->index_bits++;
	for (unsigned int i = 0; i < tables; i++) {
		struct tea_tage_folds *folds = tage->folds[i / TEA_TAGE_LANES];

		fold_init(&folds[TEA_TAGE_INDEX], i, tage->index_bits);
		fold_init(&folds[TEA_TAGE_TAG], i, tag_bits(i));
		fold_init(&folds[TEA_TAGE_TAG_AGAIN], i, tag_bits(i) - 1);
	}
	tage->entries = calloc((size_t)tables << tage->index_bits, sizeof(*tage->entries));
	return tage->entries ? 0 : -ENOMEM;
}

void tea_tage_deinit(struct tea_tage *tage)
{
	free(tage->entries);
}

static int8_t *base_counter(int8_t *base, uint64_t pc)
{
	return &base[(pc >> 1) & ((1U << TEA_TAGE_BASE_BITS) - 1)];
}

static bool base_taken(const struct tea_tage *tage, uint64_t pc)
{
	return tage->base[(pc >> 1) & ((1U << TEA_TAGE_BASE_BITS) - 1)] >= 0;
}

static bool entry_weak(const struct tea_tage_entry *entry)
{
	return !entry->useful && (entry->counter == 0 || entry->counter == -1);
}

static struct tea_tage_entry *entry_of(const struct tea_tage *tage,
				       const struct tea_prediction *prediction, unsigned int table)
{
	return &tage->entries[(table << tage->index_bits) + prediction->index[table]];
}

static void group_index(const struct tea_tage_folds *folds, uint16_t pc, uint16_t hash,
			uint16_t *index, uint16_t *tag)
{
	tea_tage_lanes indices = (folds[TEA_TAGE_INDEX].value ^ hash) &
				 folds[TEA_TAGE_INDEX].width_mask;
	tea_tage_lanes tags = (folds[TEA_TAGE_TAG].value ^ folds[TEA_TAGE_TAG_AGAIN].value << 1 ^
			       pc) & folds[TEA_TAGE_TAG].width_mask;

	memcpy(index, &indices, sizeof(indices));
	memcpy(tag, &tags, sizeof(tags));
}

/* Where each table would hold the branch. Returns a bit mask of those that do. */
static uint32_t tables_look_up(const struct tea_tage *tage, uint64_t pc,
			       struct tea_prediction *prediction)
{
	uint16_t parcel = (uint16_t)(pc >> 1);
	uint16_t hash = (uint16_t)(pc >> 1 ^ pc >> (1 + tage->index_bits));
	const struct tea_tage_entry *entries = tage->entries;
	uint32_t hits = 0;

	for (unsigned int i = 0; i < tage->groups; i++)
		group_index(tage->folds[i], parcel, hash,
			    &prediction->index[i * TEA_TAGE_LANES],
			    &prediction->tag[i * TEA_TAGE_LANES]);
	for (unsigned int i = 0; i < tage->tables; i++, entries += 1U << tage->index_bits)
		hits |= (uint32_t)(entries[prediction->index[i]].tag == prediction->tag[i]) << i;
	return hits;
}

/* The table with the longest history in @hits, or -1, the base. */
static int8_t longest_of(uint32_t hits)
{
	return (int8_t)(31 - __builtin_clz(hits << 1 | 1) - 1);
}

static bool table_taken(const struct tea_tage *tage, const struct tea_prediction *prediction,
			int table, uint64_t pc)
{
	return table < 0 ? base_taken(tage, pc)
			 : entry_of(tage, prediction, (unsigned int)table)->counter >= 0;
}

void tea_tage_predict(const struct tea_tage *tage, uint64_t pc, struct tea_prediction *prediction)
{
	uint32_t hits = tables_look_up(tage, pc, prediction);
	int8_t provider = longest_of(hits);

	prediction->base_taken = base_taken(tage, pc);
	prediction->provider = provider;
	prediction->alternate = provider < 0 ? -1 : longest_of(hits ^ 1U << provider);
	prediction->provider_taken = table_taken(tage, prediction, provider, pc);
	prediction->alternate_taken = table_taken(tage, prediction, prediction->alternate, pc);
	prediction->weak = provider >= 0 &&
			   entry_weak(entry_of(tage, prediction, (unsigned int)provider));
	prediction->taken = prediction->weak && tage->alternate_better >= 0
			  ? prediction->alternate_taken : prediction->provider_taken;
}

/* The next of a maximal sequence of 2^32 - 1 states. */
static uint32_t lfsr_next(uint32_t *lfsr)
{
	*lfsr = *lfsr >> 1 ^ (*lfsr & 1 ? LFSR_TAPS : 0);
	return *lfsr;
}

/*
 * Give a mispredicted branch an entry with more history. Each further table is
 * half as likely, so that short histories fill first; entries that are useful
 * stay, but grow old where all were.
 */
static void entry_allocate(struct tea_tage *tage, const struct tea_prediction *prediction,
			   bool taken)
{
	unsigned int first = (unsigned int)(prediction->provider + 1);
	unsigned int skip = (unsigned int)__builtin_ctz(lfsr_next(&tage->lfsr) | 4);
	unsigned int start = first + skip < tage->tables ? first + skip : first;

	for (unsigned int i = start; i < tage->tables; i++) {
		struct tea_tage_entry *entry = entry_of(tage, prediction, i);

		if (entry->useful)
			continue;
		entry->tag = prediction->tag[i];
		entry->counter = taken ? 0 : -1;
		return;
	}
	for (unsigned int i = first; i < tage->tables; i++) {
		struct tea_tage_entry *entry = entry_of(tage, prediction, i);

		if (entry->useful)
			entry->useful--;
	}
}

static void useful_age(struct tea_tage *tage)
{
	for (uint32_t i = 0; i < tage->tables << tage->index_bits; i++)
		tage->entries[i].useful >>= 1;
}

static void counter_train(struct tea_tage *tage, uint64_t pc,
			  const struct tea_prediction *prediction, int table, bool taken)
{
	if (table < 0)
		counter_move(base_counter(tage->base, pc), BASE_BITS, taken);
	else
		counter_move(&entry_of(tage, prediction, (unsigned int)table)->counter,
			     COUNTER_BITS, taken);
}

/* What provider and alternate said, where they differ, tells which one to keep. */
static void useful_train(struct tea_tage *tage, const struct tea_prediction *prediction, bool taken)
{
	struct tea_tage_entry *entry;

	if (prediction->provider < 0 || prediction->provider_taken == prediction->alternate_taken)
		return;
	if (prediction->weak)
		counter_move(&tage->alternate_better, ALTERNATE_BITS,
			     prediction->alternate_taken == taken);
	entry = entry_of(tage, prediction, (unsigned int)prediction->provider);
	if (prediction->provider_taken == taken)
		entry->useful = entry->useful < USEFUL_MAX ? entry->useful + 1 : USEFUL_MAX;
	else if (entry->useful)
		entry->useful--;
}

void tea_tage_train(struct tea_tage *tage, uint64_t pc, const struct tea_prediction *prediction,
		    bool taken)
{
	bool grown = prediction->weak && prediction->provider_taken == taken;

	counter_train(tage, pc, prediction, prediction->provider, taken);
	if (prediction->weak)
		counter_train(tage, pc, prediction, prediction->alternate, taken);
	useful_train(tage, prediction, taken);
	if (prediction->taken != taken && !grown)
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

#pragma GCC unroll 3
		for (unsigned int kind = 0; kind < TEA_TAGE_KINDS; kind++)
			folds_shift(&tage->folds[i][kind], in, out);
	}
	history_note(tage, in);
}
