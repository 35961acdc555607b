/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tage.h - direction predictor: TAGE (Seznec, Michaud, JILP 2006)
 *
 * Shaped after SonicBOOM's: a base of 2-bit counters and tagged tables with
 * history lengths 2, 4, 8, ..., entries of a tag, a 3-bit counter and 2 useful
 * bits; the tables are as large as the budget allows, the paper's 28 KB.
 *
 *	history ---+--fold---+--fold---+--fold--->	(folded as bits shift in)
 *	pc --+-----|----+----|----+----|
 *	     v          v         v
 *	   base       T0 (2)    T1 (4) ...  T5 (64)
 *
 * The longest table with the tag provides; the next one, or the base, is the
 * alternate, taken instead of new entries as long as it is right more often.
 * Nothing is random: choices come from a shift register in the state.
 */
#ifndef TEA_TAGE_H
#define TEA_TAGE_H

#include "predictor.h"

#define TEA_TAGE_BASE_BITS	14	/* log2 of the base's counters */
#define TEA_TAGE_HISTORY	4096	/* outcomes looked back on: the longest history, 2 << 11 */

struct tea_tage_entry {
	uint16_t tag;
	int8_t counter;		/* -4..3, taken if not negative */
	uint8_t useful;		/* 0..3 */
};

/*
 * Folded histories: the last outcomes, XORed together in pieces of "width" bits.
 * Each table has three, of different widths; those of one kind sit side by side
 * in lanes of 16 bits, eight tables to a vector, and shift in one go. The outcomes lie
 * in a row, whose end moves to its beginning when it is full.
 */
#define TEA_TAGE_GROUPS		(TEA_TAGE_SLOTS / TEA_TAGE_LANES)

typedef uint16_t tea_tage_lanes __attribute__((vector_size(2 * TEA_TAGE_LANES)));

enum tea_tage_kind { TEA_TAGE_INDEX, TEA_TAGE_TAG, TEA_TAGE_TAG_AGAIN, TEA_TAGE_KINDS };

struct tea_tage_folds {
	tea_tage_lanes value;
	tea_tage_lanes width_mask;	/* the bits below the width */
	tea_tage_lanes carry;	/* the one at the width */
	tea_tage_lanes out;	/* the one that the oldest outcome has got to */
};

struct tea_tage {
	unsigned int tables, index_bits;	/* table i has a history of 2 << i branches */
	uint32_t lfsr;
	int8_t alternate_better;	/* -8..7: new entries are worse than their alternate */
	uint32_t trained;		/* branches since the useful bits were aged */
	uint16_t *head;			/* of history: where the next outcome goes */
	uint16_t history[4 * TEA_TAGE_HISTORY];	/* all bits 1: taken */
	unsigned int groups;
	struct tea_tage_folds folds[TEA_TAGE_GROUPS][TEA_TAGE_KINDS];
	struct tea_tage_entry *entries;		/* [table][index] */
	int8_t base[1 << TEA_TAGE_BASE_BITS];	/* -2..1 */
};

/* Tables of equal size, in @budget_bits at most with the base. Returns 0, or -ENOMEM. */
int tea_tage_init(struct tea_tage *tage, unsigned int tables, size_t budget_bits);
void tea_tage_deinit(struct tea_tage *tage);

void tea_tage_predict(const struct tea_tage *tage, uint64_t pc, struct tea_prediction *prediction);
void tea_tage_train(struct tea_tage *tage, uint64_t pc, const struct tea_prediction *prediction,
		    bool taken);
void tea_tage_track(struct tea_tage *tage, bool taken);
size_t tea_tage_storage_bits(const struct tea_tage *tage);

#endif /* TEA_TAGE_H */
