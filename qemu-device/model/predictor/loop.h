/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loop.h - loop predictor: which branches are mispredicted every so many times
 *
 * BOOM's (ifu/bpd/loop.scala): 16 rows by the number of the fetch block, each with an
 * entry for every parcel. An entry counts a branch's executions since it was last
 * mispredicted. Once the count was the same at seven mispredicts in a row, or in
 * as many as let the confidence rise to that, the next prediction at that count is
 * inverted: the exit of a loop with a fixed number of rounds. One that is wrong then
 * starts anew. Counts are of predictions, in BOOM repaired after a flush.
 *
 * Not modelled: a mispredict makes BOOM learn for the branches before it in the same
 * fetch block, too; those behind a taken one in its bank count as executed.
 */
#ifndef TEA_LOOP_H
#define TEA_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#define TEA_LOOP_ROW_BITS	4
#define TEA_LOOP_PARCELS_MAX	16

struct tea_loop_entry {
	uint16_t tag;
	uint16_t period;	/* the count at the last mispredict */
	uint16_t count;		/* executions since then */
	uint8_t confidence;	/* 0..7: mispredicts at this count */
	uint8_t age;		/* 0..7: others' mispredicts that it survives */
};

struct tea_loop {
	unsigned int slot_bits;	/* log2 of the parcels of a fetch block */
	struct tea_loop_entry entries[TEA_LOOP_PARCELS_MAX << TEA_LOOP_ROW_BITS];
};

/* For fetch blocks of @parcels, a power of two. */
void tea_loop_init(struct tea_loop *loop, unsigned int parcels);

/* Whether to take the contrary of what else is predicted for the branch at @pc. */
bool tea_loop_inverts(const struct tea_loop *loop, uint64_t pc);
/* It was executed; only what the BTB knows as a branch is counted. */
void tea_loop_count(struct tea_loop *loop, uint64_t pc, bool known, bool mispredicted);

#endif /* TEA_LOOP_H */
