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
#include <stddef.h>
#include <stdint.h>

#include "counter.h"

#define TEA_UBTB_WAYS	16	/* at most */
#define TEA_UBTB_SLOTS	16	/* parcels of a fetch block, at most */
#define TEA_UBTB_BANK	4	/* parcels that are looked up together */
#define TEA_UBTB_HINTS	256
#define TEA_UBTB_OFFSET_BITS	13
#define TEA_UBTB_COUNTER_BITS	2

struct tea_ubtb_way {
	uint32_t tag;		/* 0: invalid */
	int16_t offset;		/* bytes from the branch to its target */
	int8_t counter;		/* -2..1, taken if not negative */
	uint8_t fold;		/* of the tag, in as many bits as number the ways */
};

struct tea_ubtb {
	struct tea_ubtb_way ways[TEA_UBTB_SLOTS][TEA_UBTB_WAYS];
	/*
	 * Of the ways of a slot whose tags end with the same bits: how many there are, so that
	 * what is not there is not searched for, and the last one that came.
	 */
	uint8_t counts[TEA_UBTB_HINTS][TEA_UBTB_SLOTS];
	uint8_t hints[TEA_UBTB_HINTS][TEA_UBTB_SLOTS];
	uint8_t folds[TEA_UBTB_SLOTS / TEA_UBTB_BANK];	/* of all tags of a bank */
	unsigned int tag_shift;		/* log2 of the bytes of a fetch block */
	unsigned int slot_mask;		/* slots - 1 */
	unsigned int ways_count;
};

/* @slots: parcels of a fetch block; @ways: 0 for none. Both are powers of two. */
void tea_ubtb_init(struct tea_ubtb *ubtb, unsigned int slots, unsigned int ways);

/* For tea_ubtb_find(): the way of @slot, with such a tag or with none, that has this one. */
__attribute__((noinline)) struct tea_ubtb_way *
tea_ubtb_search(const struct tea_ubtb *ubtb, unsigned int slot, uint32_t tag);
/* For tea_ubtb_train(): a way for @pc, which has none; NULL if there are no ways. */
__attribute__((noinline)) struct tea_ubtb_way *
tea_ubtb_allocate(struct tea_ubtb *ubtb, uint64_t pc, bool taken);

static inline unsigned int ubtb_slot(const struct tea_ubtb *ubtb, uint64_t pc)
{
	return (unsigned int)(pc >> 1) & ubtb->slot_mask;
}

/* All of the address in 32 bits, in which no two places of code are likely to meet. */
static inline uint32_t ubtb_tag(const struct tea_ubtb *ubtb, uint64_t pc)
{
	uint64_t block = pc >> ubtb->tag_shift;

	return (uint32_t)(block ^ block >> 32);
}

/* The way of @slot that has @tag, or NULL; a tag is in one at most, and 0 in none. */
static inline struct tea_ubtb_way *ubtb_slot_find(const struct tea_ubtb *ubtb, unsigned int slot,
						  uint32_t tag)
{
	unsigned int hint = tag % TEA_UBTB_HINTS;
	const struct tea_ubtb_way *way = &ubtb->ways[slot][ubtb->hints[hint][slot]];

	if (way->tag == tag && tag)
		return (struct tea_ubtb_way *)way;
	return ubtb->counts[hint][slot] ? tea_ubtb_search(ubtb, slot, tag) : NULL;
}

/* What it has of @pc, or NULL. */
static inline struct tea_ubtb_way *tea_ubtb_find(const struct tea_ubtb *ubtb, uint64_t pc)
{
	return ubtb_slot_find(ubtb, ubtb_slot(ubtb, pc), ubtb_tag(ubtb, pc));
}

/* Where @way leads from @pc, which it is of. */
static inline uint64_t tea_ubtb_target(const struct tea_ubtb_way *way, uint64_t pc)
{
	return pc + (uint64_t)(int64_t)way->offset;
}

/* @pc was @taken, to @target, or was not; @way is what tea_ubtb_find() gives for it. */
static inline void tea_ubtb_train(struct tea_ubtb *ubtb, struct tea_ubtb_way *way, uint64_t pc,
				  bool taken, uint64_t target)
{
	const unsigned int spare = 16 - TEA_UBTB_OFFSET_BITS;

	if (way)
		counter_move(&way->counter, TEA_UBTB_COUNTER_BITS, taken);
	else
		way = tea_ubtb_allocate(ubtb, pc, taken);
	if (way && taken)
		way->offset = (int16_t)((int16_t)((target - pc) << spare) >> spare);
}

#endif /* TEA_UBTB_H */
