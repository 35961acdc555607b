/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ubtb.h - micro-BTB: the branches and jumps that fetch stage 1 knows
 *
 * BOOM's (ifu/bpd/faubtb.scala): for each parcel of a fetch block so many ways, of
 * a full tag, a 2-bit counter and an offset of 13 bits, so that it leads astray to
 * what is 4 KiB away or more. New entries go to the way in which another parcel of
 * the same 8 bytes is, else to the one that all tags there, folded, happen to give.
 */
#ifndef TEA_UBTB_H
#define TEA_UBTB_H

#include <stdbool.h>
#include <stdint.h>

#define TEA_UBTB_WAYS	16	/* at most */
#define TEA_UBTB_SLOTS	16	/* parcels of a fetch block, at most */
#define TEA_UBTB_BANK	4	/* parcels that are looked up together */

struct tea_ubtb_slot {
	uint32_t tags[TEA_UBTB_WAYS];	/* 0: invalid */
	int16_t offsets[TEA_UBTB_WAYS];	/* bytes from the branch to its target */
	int8_t counters[TEA_UBTB_WAYS];	/* -2..1, taken if not negative */
};

struct tea_ubtb {
	struct tea_ubtb_slot slots[TEA_UBTB_SLOTS];
	uint32_t folds[TEA_UBTB_SLOTS / TEA_UBTB_BANK];	/* of all tags of a bank */
	unsigned int slot_bits;
	unsigned int ways;
};

/* @slots: parcels of a fetch block; @ways: 0 for none. Both are powers of two. */
void tea_ubtb_init(struct tea_ubtb *ubtb, unsigned int slots, unsigned int ways);

/* The way in which @pc is, or -1. */
int tea_ubtb_find(const struct tea_ubtb *ubtb, uint64_t pc);

/* Of what is in @way: whether it is predicted taken, if a branch, and where to. */
bool tea_ubtb_taken(const struct tea_ubtb *ubtb, uint64_t pc, int way);
uint64_t tea_ubtb_target(const struct tea_ubtb *ubtb, uint64_t pc, int way);

/* @pc was @taken, to @target, or was not; @way is what tea_ubtb_find() gives for it. */
void tea_ubtb_train(struct tea_ubtb *ubtb, int way, uint64_t pc, bool taken, uint64_t target);

#endif /* TEA_UBTB_H */
