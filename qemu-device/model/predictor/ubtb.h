/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ubtb.h - micro-BTB: the branches and jumps that fetch stage 1 knows
 *
 * BOOM's (ifu/bpd/faubtb.scala): for each parcel of a fetch block so many ways, of a full tag,
 * a 2-bit counter and an offset of 13 bits, so that targets 4 KiB away or more are predicted
 * wrong. New entries go to the way in which another parcel of the same 8 bytes is, else to the
 * one that all tags there, folded, happen to give.
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
#define TEA_UBTB_HINTS	1024
#define TEA_UBTB_COUNTS	1024
#define TEA_UBTB_COUNTER_BITS	2

struct tea_ubtb_way {
	uint64_t pc;		/* of a branch with this tag; odd: none */
	uint64_t target;	/* where it leads from there */
	uint32_t tag;		/* 0: invalid */
	int8_t counter;		/* -2..1, taken if not negative */
	uint8_t fold;		/* of the tag, in as many bits as number the ways */
};

struct tea_ubtb {
	struct tea_ubtb_way ways[TEA_UBTB_SLOTS][TEA_UBTB_WAYS];
	uint8_t hints[TEA_UBTB_HINTS];	/* by parcel: the way that it was in last */
	/* ways whose tags end with the same bits: a search is needed only if there are any */
	uint8_t counts[TEA_UBTB_COUNTS][TEA_UBTB_SLOTS];
	uint8_t folds[TEA_UBTB_SLOTS / TEA_UBTB_BANK];	/* of all tags of a bank */
	unsigned int tag_shift;		/* log2 of the bytes of a fetch block */
	unsigned int slot_mask;		/* slots - 1 */
	unsigned int ways_count;
};

/* @slots: parcels of a fetch block; @ways: 0 for none. Both are powers of two. */
void tea_ubtb_init(struct tea_ubtb *ubtb, unsigned int slots, unsigned int ways);

/* For tea_ubtb_find(): the way of @pc, where the hint is not right, or NULL. */
__attribute__((noinline)) struct tea_ubtb_way *
tea_ubtb_search(struct tea_ubtb *ubtb, uint64_t pc);
/* For tea_ubtb_train(): a way for @pc, which has none; NULL if there are no ways. */
__attribute__((noinline)) struct tea_ubtb_way *
tea_ubtb_allocate(struct tea_ubtb *ubtb, uint64_t pc, bool taken);
/* The same: sets its target to @target, as far as an offset has the bits. */
__attribute__((noinline)) void
tea_ubtb_aim(struct tea_ubtb_way *way, uint64_t pc, uint64_t target);

/* The way of @pc, or NULL. */
static inline struct tea_ubtb_way *tea_ubtb_find(struct tea_ubtb *ubtb, uint64_t pc)
{
	unsigned int slot = (unsigned int)(pc >> 1) & ubtb->slot_mask;
	struct tea_ubtb_way *way = &ubtb->ways[slot][ubtb->hints[(pc >> 1) % TEA_UBTB_HINTS]];

	return way->pc == pc ? way : tea_ubtb_search(ubtb, pc);
}

/* @pc was @taken, to @target, or was not; @way is tea_ubtb_find()'s. */
static inline void tea_ubtb_train(struct tea_ubtb *ubtb, struct tea_ubtb_way *way, uint64_t pc,
				  bool taken, uint64_t target)
{
	if (way)
		counter_move(&way->counter, TEA_UBTB_COUNTER_BITS, taken);
	else
		way = tea_ubtb_allocate(ubtb, pc, taken);
	if (way && taken && way->target != target)
		tea_ubtb_aim(way, pc, target);
}

#endif /* TEA_UBTB_H */
