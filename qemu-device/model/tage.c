// SPDX-License-Identifier: GPL-2.0-or-later
/* tage.c - direction predictor: see tage.h */
#include "tage.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "counter.h"
#include "cycles.h"

#define COUNTER_BITS	3
#define USEFUL_BITS	2
#define USEFUL_MAX	3
#define BASE_BITS	2
#define ALTERNATE_BITS	4
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

static void fold_init(struct tea_tage_fold *fold, unsigned int length, unsigned int width)
{
	fold->width = width;
	fold->mask = (1U << width) - 1;
	fold->out = length % width;
}

static void fold_shift(struct tea_tage_fold *fold, uint32_t in, uint32_t out)
{
	uint32_t value = (fold->value << 1 | in) ^ out << fold->out;

	fold->value = (value ^ value >> fold->width) & fold->mask;
}

int tea_tage_init(struct tea_tage *tage, unsigned int tables)
{
	assert(tables > 0 && tables <= TEA_TAGE_TABLES_MAX);
	memset(tage, 0, sizeof(*tage));
	tage->tables = tables;
	tage->lfsr = 1;
	while (base_bits() + (row_bits(tables) << (tage->index_bits + 1)) <= TEA_TAGE_BUDGET_BITS)
		tage->index_bits++;
	for (unsigned int i = 0; i < tables; i++) {
		struct tea_tage_table *table = &tage->table[i];

		table->length = 2U << i;
		table->tag_mask = (uint16_t)((1U << tag_bits(i)) - 1);
		fold_init(&table->index, table->length, tage->index_bits);
		fold_init(&table->tag[0], table->length, tag_bits(i));
		fold_init(&table->tag[1], table->length, tag_bits(i) - 1);
		table->entries = calloc(1U << tage->index_bits, sizeof(*table->entries));
		if (!table->entries)
			return -ENOMEM;
	}
	return 0;
}

void tea_tage_deinit(struct tea_tage *tage)
{
	for (unsigned int i = 0; i < tage->tables; i++)
		free(tage->table[i].entries);
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

/* Where each table would hold the branch. */
static void tables_index(const struct tea_tage *tage, uint64_t pc,
			 struct tea_prediction *prediction)
{
	uint32_t mask = (1U << tage->index_bits) - 1;
	uint32_t hash = (uint32_t)(pc >> 1 ^ pc >> (1 + tage->index_bits));

	for (unsigned int i = 0; i < tage->tables; i++) {
		const struct tea_tage_table *table = &tage->table[i];
		uint32_t tag = (uint32_t)(pc >> 1) ^ table->tag[0].value ^ table->tag[1].value << 1;

		prediction->index[i] = (uint16_t)((hash ^ hash >> (i + 1) ^ table->index.value) &
						  mask);
		prediction->tag[i] = (uint16_t)(tag & table->tag_mask);
	}
}

static const struct tea_tage_entry *entry_of(const struct tea_tage *tage,
					     const struct tea_prediction *prediction, int table)
{
	return &tage->table[table].entries[prediction->index[table]];
}

/* The longest table below @limit that has the branch, or -1, the base. */
static int8_t table_match(const struct tea_tage *tage, const struct tea_prediction *prediction,
			  int limit)
{
	for (int i = limit - 1; i >= 0; i--)
		if (entry_of(tage, prediction, i)->tag == prediction->tag[i])
			return (int8_t)i;
	return -1;
}

static bool table_taken(const struct tea_tage *tage, const struct tea_prediction *prediction,
			int table, uint64_t pc)
{
	return table < 0 ? base_taken(tage, pc) : entry_of(tage, prediction, table)->counter >= 0;
}

void tea_tage_predict(const struct tea_tage *tage, uint64_t pc, struct tea_prediction *prediction)
{
	int8_t provider;

	tables_index(tage, pc, prediction);
	provider = table_match(tage, prediction, (int)tage->tables);
	prediction->provider = provider;
	prediction->alternate = table_match(tage, prediction, provider);
	prediction->provider_taken = table_taken(tage, prediction, provider, pc);
	prediction->alternate_taken = table_taken(tage, prediction, prediction->alternate, pc);
	prediction->weak = provider >= 0 && entry_weak(entry_of(tage, prediction, provider));
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
		struct tea_tage_entry *entry = &tage->table[i].entries[prediction->index[i]];

		if (entry->useful)
			continue;
		entry->tag = prediction->tag[i];
		entry->counter = taken ? 0 : -1;
		return;
	}
	for (unsigned int i = first; i < tage->tables; i++) {
		struct tea_tage_entry *entry = &tage->table[i].entries[prediction->index[i]];

		if (entry->useful)
			entry->useful--;
	}
}

static void useful_age(struct tea_tage *tage)
{
	for (unsigned int i = 0; i < tage->tables; i++)
		for (uint32_t j = 0; j < 1U << tage->index_bits; j++)
			tage->table[i].entries[j].useful >>= 1;
}

static void counter_train(struct tea_tage *tage, uint64_t pc,
			  const struct tea_prediction *prediction, int table, bool taken)
{
	if (table < 0)
		counter_move(base_counter(tage->base, pc), BASE_BITS, taken);
	else
		counter_move(&tage->table[table].entries[prediction->index[table]].counter,
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
	entry = &tage->table[prediction->provider].entries[prediction->index[prediction->provider]];
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

static uint32_t history_bit(const struct tea_tage *tage, uint64_t position)
{
	return tage->history[position / 64 % TEA_TAGE_HISTORY_WORDS] >> position % 64 & 1;
}

static void history_push(struct tea_tage *tage, uint32_t bit)
{
	uint64_t *word = &tage->history[tage->head / 64 % TEA_TAGE_HISTORY_WORDS];

	*word = (*word & ~(1ULL << tage->head % 64)) | (uint64_t)bit << tage->head % 64;
	tage->head++;
}

void tea_tage_track(struct tea_tage *tage, bool taken)
{
	for (unsigned int i = 0; i < tage->tables; i++) {
		struct tea_tage_table *table = &tage->table[i];
		uint32_t out = history_bit(tage, tage->head - table->length);

		fold_shift(&table->index, taken, out);
		fold_shift(&table->tag[0], taken, out);
		fold_shift(&table->tag[1], taken, out);
	}
	history_push(tage, taken);
}
