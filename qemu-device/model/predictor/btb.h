/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btb.h - branch target buffer: where taken branches and jumps went last
 *
 * Branches not taken are in it, too: the history needs to know that there is one.
 * Set-associative with LRU, by parcel address, full tags. BOOM's has 128 sets of
 * 2 ways for each of the 8 parcels of a fetch block: the same as 1024 sets here.
 *
 * Not modelled: that BOOM's ways are chosen by a hash of tags, and that it has one full target,
 * for targets 4 KiB away or more, for four parcels and all ways.
 */
#ifndef TEA_BTB_H
#define TEA_BTB_H

#include <stddef.h>
#include <stdint.h>

struct tea_btb_entry {
	uint64_t key;		/* pc, with bit 0 set; 0: invalid */
	uint64_t target;
};

struct tea_btb {
	struct tea_btb_entry *entries;	/* [set][way], in each set the last used first */
	uint64_t set_mask;
	uint64_t ways;
};

/* @sets: a power of two. Returns 0, or -ENOMEM. */
int tea_btb_init(struct tea_btb *btb, unsigned int sets, unsigned int ways);
void tea_btb_deinit(struct tea_btb *btb);

/* For tea_btb_find(): the entry of @pc in the ways of its set behind the first, or NULL. */
__attribute__((noinline)) struct tea_btb_entry *
tea_btb_search(const struct tea_btb *btb, struct tea_btb_entry *set, uint64_t pc);
/* For tea_btb_train(): the entry of @pc, new if @entry is NULL, comes before those used before. */
__attribute__((noinline)) struct tea_btb_entry *
tea_btb_move(const struct tea_btb *btb, struct tea_btb_entry *set, struct tea_btb_entry *entry,
	     uint64_t pc);

static inline struct tea_btb_entry *btb_set(const struct tea_btb *btb, uint64_t pc)
{
	return &btb->entries[(pc >> 1 & btb->set_mask) * btb->ways];
}

/* The entry of @pc, or NULL. Most lookups are of the last one used. */
static inline struct tea_btb_entry *tea_btb_find(const struct tea_btb *btb, uint64_t pc)
{
	struct tea_btb_entry *set = btb_set(btb, pc);

	return set->key == (pc | 1) ? set : tea_btb_search(btb, set, pc);
}

/* @pc was taken, to @target, or (0) was not and is new here; @entry is tea_btb_find()'s. */
static inline void tea_btb_train(struct tea_btb *btb, struct tea_btb_entry *entry, uint64_t pc,
				 uint64_t target)
{
	struct tea_btb_entry *set = btb_set(btb, pc);

	if (entry != set)
		entry = tea_btb_move(btb, set, entry, pc);
	entry->target = target;
}

#endif /* TEA_BTB_H */
