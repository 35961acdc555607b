/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btb.h - branch target buffer: where taken branches and jumps went last
 *
 * Branches not taken are in it, too: the history needs to know that there is one.
 * Set-associative with LRU, by parcel address, full tags. BOOM's has 128 sets of
 * 2 ways for each of the 8 parcels of a fetch block: the same as 1024 sets here.
 *
 * Not modelled: that BOOM's ways are chosen by a hash of tags, and that it has one
 * full target, of what is 4 KiB away or more, for four parcels and all ways.
 */
#ifndef TEA_BTB_H
#define TEA_BTB_H

#include <stdbool.h>
#include <stdint.h>

struct tea_btb_entry {
	uint64_t key;		/* pc, with bit 0 set; 0: invalid */
	uint64_t target;
	uint64_t used;		/* stamp of the last use */
};

struct tea_btb {
	struct tea_btb_entry *entries;	/* [set][way] */
	uint64_t set_mask;
	uint64_t stamp;
	unsigned int ways;
};

/* @sets: a power of two. Returns 0, or -ENOMEM. */
int tea_btb_init(struct tea_btb *btb, unsigned int sets, unsigned int ways);
void tea_btb_deinit(struct tea_btb *btb);

/* The entry of @pc, or NULL. */
struct tea_btb_entry *tea_btb_find(const struct tea_btb *btb, uint64_t pc);
/* @pc was taken, to @target, or (0) was not and is new here; @entry is what tea_btb_find() gives for it. */
void tea_btb_train(struct tea_btb *btb, struct tea_btb_entry *entry, uint64_t pc, uint64_t target);

#endif /* TEA_BTB_H */
