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
 * after so many branches. It clears the history at a flush of the ROB.
 */
#ifndef TEA_TAGE_H
#define TEA_TAGE_H

#include "predictor.h"

#define TEA_TAGE_HISTORY	4096	/* outcomes looked back on: the longest history, 2 << 11 */

struct tea_tage_entry {
	uint16_t tag;		/* with TEA_TAGE_VALID; 0: none */
	int8_t counter;		/* -4..3, taken if not negative */
	uint8_t useful;		/* 0..3 */
};

#define TEA_TAGE_VALID	0x8000U

/*
 * Folded histories: the last outcomes, XORed together in pieces of "width" bits.
 * Each table has two, of different widths; those of one kind sit side by side
 * in lanes of 16 bits, eight tables to a vector, and shift in one go. The outcomes lie
 * in a row, whose end moves to its beginning when it is full.
 */
#define TEA_TAGE_GROUPS		(TEA_TAGE_SLOTS / TEA_TAGE_LANES)

typedef uint16_t tea_tage_lanes __attribute__((vector_size(2 * TEA_TAGE_LANES)));

enum tea_tage_kind { TEA_TAGE_ROW, TEA_TAGE_TAG, TEA_TAGE_KINDS };

struct tea_tage_folds {
	tea_tage_lanes value;
	tea_tage_lanes width_mask;	/* the bits below the width */
	tea_tage_lanes carry;	/* the one at the width */
	tea_tage_lanes out;	/* the one that the oldest outcome has got to */
};

struct tea_tage {
	unsigned int tables;		/* table i has a history of 2 << i outcomes */
	unsigned int groups;
	unsigned int slot_bits;		/* log2 of the parcels of a fetch block */
	unsigned int row_bits;		/* log2 of the rows of the smallest table */
	unsigned int table_bits;	/* log2 of the entries of the largest */
	uint32_t base_mask;		/* counters of the base - 1 */
	uint32_t lfsr;
	uint32_t trained;		/* branches since the useful bits were aged */
	uint16_t *head;			/* of history: where the next outcome goes */
	uint16_t history[4 * TEA_TAGE_HISTORY];	/* all bits 1: taken */
	struct tea_tage_folds folds[TEA_TAGE_GROUPS][TEA_TAGE_KINDS];
	tea_tage_lanes large[TEA_TAGE_GROUPS];	/* all bits 1: twice the rows of the smallest */
	struct tea_tage_entry *entries;		/* [table][row][parcel] */
	int8_t *base;				/* [row][parcel], -2..1 */
};

/*
 * For fetch blocks of @parcels, a power of two; at most @budget_bits with the base, if
 * they are enough for a few rows. Returns 0, or -ENOMEM.
 */
int tea_tage_init(struct tea_tage *tage, unsigned int tables, unsigned int parcels,
		  size_t budget_bits);
void tea_tage_deinit(struct tea_tage *tage);

void tea_tage_predict(const struct tea_tage *tage, uint64_t pc, struct tea_prediction *prediction);
void tea_tage_train(struct tea_tage *tage, const struct tea_prediction *prediction, bool taken);
void tea_tage_track(struct tea_tage *tage, bool taken);
size_t tea_tage_storage_bits(const struct tea_tage *tage);

#endif /* TEA_TAGE_H */
