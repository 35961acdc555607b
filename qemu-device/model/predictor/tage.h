/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tage.h - direction predictor: TAGE (Seznec, Michaud, JILP 2006) as BOOM has it
 *
 * A base of 2-bit counters and tagged tables with history lengths 2, 4, 8, ...; entries
 * of a tag, a 3-bit counter, 2 useful bits and a valid bit. The geometry is BOOM's
 * (ifu/bpd/tage.scala, bim.scala): a row has an entry for each parcel of a fetch
 * block, so that one look-up serves all branches of the block, and is found by the
 * block's number:
 *
 *	history ---+--fold---+--fold---+--fold--->	(folded as bits shift in)
 *	block -----|----+----|----+----|	row:  block ^ fold, the table's low bits
 *	     v          v         v		tag:  the block's bits above ^ fold
 *	   base       T0 (2)    T1 (4) ...  T5 (64)
 *	  2048       128 rows  128 256 256 128 128, tags of 7 7 8 8 9 9 bits
 *
 * Those are 18 KiB with blocks of 8 parcels; a larger or smaller budget doubles or halves
 * the rows of all. The longest table with the tag provides; where its counter is weak,
 * the next one, or the base, is taken instead. Nothing is random: choices come from a
 * shift register in the state.
 *
 * Not modelled: BOOM clears the useful bits row by row, by the cycle; here all halve
 * after a number of branches. It clears the history at a flush of the ROB.
 */
#ifndef TEA_TAGE_H
#define TEA_TAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "counter.h"
#include "tagelanes.h"

#define TEA_TAGE_TABLES_MAX	12
#define TEA_TAGE_HISTORY	4096	/* outcomes looked back on: the longest history, 2 << 11 */

/*
 * An entry is a word, from its highest bit on: counter + 4 (3 bits, 4..7 taken), useful (2),
 * invalid, tag.
 */
#define TEA_TAGE_COUNTER	0xe000U
#define TEA_TAGE_COUNTER_SHIFT	13
#define TEA_TAGE_USEFUL		0x1800U
#define TEA_TAGE_USEFUL_SHIFT	11
#define TEA_TAGE_INVALID	0x0400U
#define TEA_TAGE_TAG		0x03ffU

/*
 * Folded histories: the last outcomes, XORed together in pieces of "width" bits.
 * Each table has two, of different widths; those of one kind sit side by side
 * in lanes, eight tables to a vector, and shift in one go. In its lane a fold begins
 * at the bit where it is wanted: a row's number above the parcel's, a tag of a large table
 * one bit up, since the address bits that it is made with are those of the small ones.
 */
#define TEA_TAGE_GROUPS		((TEA_TAGE_TABLES_MAX + TEA_LANES - 1) / TEA_LANES)

enum tea_tage_fold { TEA_TAGE_FOLD_ROW, TEA_TAGE_FOLD_TAG, TEA_TAGE_FOLDS };

struct tea_tage_folds {
	tea_lanes value;
	tea_lanes in[2];	/* an outcome's contribution: not taken, taken */
	tea_lanes out;		/* the bit that the oldest outcome has got to */
	tea_lanes_signed most;	/* above it the next shift carries a bit out */
	tea_lanes carry;	/* bits that the carry flips: the bit itself and the lowest one */
	tea_lanes mask;		/* of address XOR fold: the bits of index or tag */
};

struct tea_tage {
	unsigned int tables;		/* table i has a history of 2 << i outcomes */
	unsigned int groups;
	unsigned int slot_bits;		/* log2 of the parcels of a fetch block */
	unsigned int row_bits;		/* log2 of the rows of the smallest table */
	unsigned int table_bits;	/* log2 of the entries of the largest */
	unsigned int tag_shift;		/* of addresses: their bits above a row of the smallest */
	uint32_t base_mask;		/* counters of the base - 1 */
	uint32_t lfsr;
	uint32_t fresh;			/* branches until the useful bits are aged */
	uint64_t recent;		/* the last 64 outcomes, 1: taken, the last in bit 0 */
	/*
	 * All outcomes, all bits 1: taken. Only for tables that look back further. When it
	 * is full, its end moves to its beginning.
	 */
	uint16_t history[4 * TEA_TAGE_HISTORY];
	uint16_t *head;			/* where the next outcome goes */
	struct tea_tage_folds folds[TEA_TAGE_GROUPS][TEA_TAGE_FOLDS];
	uint16_t *entries;		/* [table][row][parcel], tables of whole groups */
	int8_t *base;			/* [row][parcel], -2..1 */
};

/* The tables' places for a branch, and their contents. */
struct tea_tage_places {
	tea_lanes index[TEA_TAGE_GROUPS];
	tea_lanes tag[TEA_TAGE_GROUPS];
	tea_lanes found[TEA_TAGE_GROUPS];
};

/* The tables' prediction. */
struct tea_tage_answer {
	bool taken;
	bool base_taken;		/* the base's prediction */
	bool differs;			/* it would be otherwise without the provider */
	int provider;			/* table, -1 the base */
	uint16_t *entry;		/* of the provider, unless it is the base */
	int8_t *base;			/* the base's counter */
};

/*
 * For fetch blocks of @parcels, a power of two; at most @budget_bits with the base, if
 * they are enough for a few rows. @seed, not 0: which table a branch gets an entry of is drawn. Returns 0,
 * or -ENOMEM.
 */
int tea_tage_init(struct tea_tage *tage, unsigned int tables, unsigned int parcels,
		  size_t budget_bits, uint32_t seed);
void tea_tage_deinit(struct tea_tage *tage);
size_t tea_tage_storage_bits(const struct tea_tage *tage);

/* For tea_tage_train(): a mispredicted branch gets an entry; many branches were trained. */
__attribute__((noinline)) void
tea_tage_allocate(struct tea_tage *tage, const struct tea_tage_places *places, int provider,
		  bool taken);
__attribute__((noinline)) void
tea_tage_age(struct tea_tage *tage);
/* For tea_tage_ask() and tea_tage_track(): with histories of any length. */
__attribute__((noinline)) uint32_t
tea_tage_ask_far(const struct tea_tage *tage, uint64_t pc, struct tea_tage_places *places,
		 uint32_t *takes);
__attribute__((noinline)) void
tea_tage_track_far(struct tea_tage *tage, bool taken);

#define TEA_TAGE_INDEX_BITS	15	/* a lane of the folds, less the carry */
#define TEA_TAGE_COUNTER_BITS	3
#define TEA_TAGE_BASE_BITS	2
#define TEA_TAGE_RECENT		6	/* tables that look back on 64 outcomes at most */

static inline uint16_t *tage_entry(const struct tea_tage *tage,
				   const struct tea_tage_places *places, unsigned int table)
{
	uint16_t index = places->index[table / TEA_LANES][table % TEA_LANES];

	return &tage->entries[((size_t)table << TEA_TAGE_INDEX_BITS) + index];
}

/*
 * The entries that the first @tables of a group have for a branch. Returns those that are its
 * own in the low 8 bits, those that say "taken" above.
 */
static inline uint32_t tage_group_ask(const struct tea_tage *tage, const unsigned int group,
				      const unsigned int tables, uint64_t pc,
				      struct tea_tage_places *places)
{
	const struct tea_tage_folds *row = &tage->folds[group][TEA_TAGE_FOLD_ROW];
	const struct tea_tage_folds *tag = &tage->folds[group][TEA_TAGE_FOLD_TAG];
	const uint16_t *table =
		tage->entries + ((size_t)group * TEA_LANES << TEA_TAGE_INDEX_BITS);
	tea_lanes index = (row->value ^ lanes_of((uint16_t)(pc >> 1))) & row->mask;
	tea_lanes wanted = (tag->value ^ lanes_of((uint16_t)(pc >> tage->tag_shift))) & tag->mask;
	tea_lanes found;

#define AT(i) (i < tables ? table[((size_t)(i) << TEA_TAGE_INDEX_BITS) + index[i]] : \
	       TEA_TAGE_INVALID)
	_Static_assert(TEA_LANES == 8, "as listed below");
	found = (tea_lanes){ AT(0), AT(1), AT(2), AT(3), AT(4), AT(5), AT(6), AT(7) };
#undef AT
	places->index[group] = index;
	places->tag[group] = wanted;
	places->found[group] = found;
	wanted = (found ^ wanted) & (TEA_TAGE_TAG | TEA_TAGE_INVALID);
	return lanes_signs((tea_lanes)(wanted == 0), found);
}

/* The table with the longest history in @hits, of which there are some. */
static inline unsigned int tage_longest(uint32_t hits)
{
	return 31U ^ (unsigned int)__builtin_clz(hits);
}

static inline bool tage_is_weak(uint16_t entry)
{
	unsigned int counter = (unsigned int)entry >> TEA_TAGE_COUNTER_SHIFT;

	return counter == 3 || counter == 4;
}

/* The base's counter for the branch at @pc: taken if not negative. */
static inline int8_t *tea_tage_base(const struct tea_tage *tage, uint64_t pc)
{
	return &tage->base[(uint32_t)(pc >> 1) & tage->base_mask];
}

/* Look the branch at @pc up in all tables. */
static inline struct tea_tage_answer tea_tage_ask(const struct tea_tage *tage, uint64_t pc,
						  struct tea_tage_places *places)
{
	struct tea_tage_answer answer = { .provider = -1 };
	uint32_t hits, takes, others;
	bool alternate;

	if (__builtin_expect(tage->tables > TEA_TAGE_RECENT, false)) {
		hits = tea_tage_ask_far(tage, pc, places, &takes);
	} else {
		takes = tage_group_ask(tage, 0, TEA_TAGE_RECENT, pc, places);
		hits = takes & UINT8_MAX;
		takes >>= TEA_LANES;
	}
	answer.base = tea_tage_base(tage, pc);
	answer.taken = answer.base_taken = *answer.base >= 0;
	if (!hits)
		return answer;
	answer.provider = (int)tage_longest(hits);
	answer.entry = tage_entry(tage, places, tage_longest(hits));
	others = hits ^ 1U << answer.provider;
	alternate = others ? takes >> tage_longest(others) & 1 : answer.base_taken;
	answer.taken = tage_is_weak(*answer.entry) ? alternate : takes >> answer.provider & 1;
	answer.differs = answer.taken != alternate;
	return answer;
}

/* @entry with one of its fields counted up or down, unless that is at its end. */
static inline uint16_t tage_field_move(uint16_t entry, const unsigned int field, bool up)
{
	const unsigned int one = field & (0 - field);

	if ((entry & field) == (up ? field : 0))
		return entry;
	return (uint16_t)(up ? entry + one : entry - one);
}

/*
 * Train with the outcome @taken of the branch of @answer; answer.taken is its prediction. An entry
 * is useful if it was right and its alternate was not.
 */
static inline void tea_tage_train(struct tea_tage *tage, const struct tea_tage_places *places,
				  struct tea_tage_answer answer, bool taken)
{
	if (answer.provider >= 0) {
		uint16_t entry = tage_field_move(*answer.entry, TEA_TAGE_COUNTER, taken);

		if (answer.differs)
			entry = tage_field_move(entry, TEA_TAGE_USEFUL, answer.taken == taken);
		*answer.entry = entry;
	}
	counter_move(answer.base, TEA_TAGE_BASE_BITS, taken);
	if (__builtin_expect(answer.taken != taken, false))
		tea_tage_allocate(tage, places, answer.provider, taken);
	if (__builtin_expect(!--tage->fresh, false))
		tea_tage_age(tage);
}

/* @out: the outcomes that leave, on all bits of a lane. */
static inline void tage_folds_shift(struct tea_tage_folds *folds, bool in, tea_lanes out)
{
	tea_lanes value = folds->value;
	tea_lanes carry = (tea_lanes)((tea_lanes_signed)value > folds->most) & folds->carry;

	folds->value = (value + value) ^ carry ^ folds->in[in] ^ (out & folds->out);
}

/* The outcomes that leave the histories of the first tables, on all bits of a lane each. */
static inline tea_lanes tage_recent_out(uint64_t recent)
{
	/* in the 16 bits of the last 64 that have it: where it is */
	const tea_lanes bits = { 1U << 1, 1U << 3, 1U << 7, 1U << 15, 1U << 15, 1U << 15 };
	uint64_t twice[2] = { recent, recent };
	tea_lanes outcomes;

	_Static_assert(sizeof(outcomes) == sizeof(twice), "the last 64 outcomes twice");
	memcpy(&outcomes, twice, sizeof(outcomes));
	outcomes = __builtin_shufflevector(outcomes, outcomes, 0, 0, 0, 0, 5, 7, 5, 5);
	return (tea_lanes)((outcomes & bits) == bits);
}

/* The next outcome in the history. */
static inline void tea_tage_track(struct tea_tage *tage, bool taken)
{
	tea_lanes out = tage_recent_out(tage->recent);

	if (__builtin_expect(tage->tables > TEA_TAGE_RECENT, false)) {
		tea_tage_track_far(tage, taken);
		return;
	}
	tage_folds_shift(&tage->folds[0][TEA_TAGE_FOLD_ROW], taken, out);
	tage_folds_shift(&tage->folds[0][TEA_TAGE_FOLD_TAG], taken, out);
	tage->recent = tage->recent << 1 | taken;
}

#endif /* TEA_TAGE_H */
