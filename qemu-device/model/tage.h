/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tage.h - direction predictor: TAGE (Seznec, Michaud, JILP 2006)
 *
 * Shaped after SonicBOOM's: a base of 2-bit counters and tagged tables with
 * history lengths 2, 4, 8, ..., entries of a tag, a 3-bit counter and 2 useful
 * bits; BOOM's 6 tables up to 64 branches are enlarged to the paper's 28 KB.
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

#define TEA_TAGE_BUDGET_BITS	(28 * 1024 * 8)
#define TEA_TAGE_BASE_BITS	14	/* log2 of the base's counters */
#define TEA_TAGE_HISTORY_WORDS	128	/* twice the longest history: 2 << 11 branches */

struct tea_tage_entry {
	uint16_t tag;
	int8_t counter;		/* -4..3, taken if not negative */
	uint8_t useful;		/* 0..3 */
};

/* The last @length bits of history, XORed together in pieces of @width bits. */
struct tea_tage_fold {
	uint32_t value, mask;
	unsigned int width, out;	/* out: where the bit that leaves has got to */
};

struct tea_tage_table {
	struct tea_tage_entry *entries;
	unsigned int length;		/* of its history, branches */
	uint16_t tag_mask;
	struct tea_tage_fold index, tag[2];
};

struct tea_tage {
	unsigned int tables, index_bits;
	uint32_t lfsr;
	int8_t alternate_better;	/* -8..7: new entries are worse than their alternate */
	uint32_t trained;		/* branches since the useful bits were aged */
	uint64_t head;			/* branches shifted in so far */
	uint64_t history[TEA_TAGE_HISTORY_WORDS];
	struct tea_tage_table table[TEA_TAGE_TABLES_MAX];
	int8_t base[1 << TEA_TAGE_BASE_BITS];	/* -2..1 */
};

/* Returns 0, or -ENOMEM. */
int tea_tage_init(struct tea_tage *tage, unsigned int tables);
void tea_tage_deinit(struct tea_tage *tage);

void tea_tage_predict(const struct tea_tage *tage, uint64_t pc, struct tea_prediction *prediction);
void tea_tage_train(struct tea_tage *tage, uint64_t pc, const struct tea_prediction *prediction,
		    bool taken);
void tea_tage_track(struct tea_tage *tage, bool taken);
size_t tea_tage_storage_bits(const struct tea_tage *tage);

#endif /* TEA_TAGE_H */
