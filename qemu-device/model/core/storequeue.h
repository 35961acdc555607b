/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * storequeue.h - private to the load-store unit: older stores to the same bytes
 *
 * What a store writes is found by 8-byte word; bytes are compared exactly:
 *
 *	heads[hash(word)] -> youngest store to such a word -> next older -> ...
 *
 * ending at the first that has left the queue. A store of up to 8 bytes is one piece, in
 * the chains of its first and last word; a vector store has pieces of one word each.
 */
#ifndef TEA_STOREQUEUE_H
#define TEA_STOREQUEUE_H

#include "lsu.h"

#define TEA_WORD_SHIFT	3

static inline uint64_t tea_hash_word(uint64_t word)
{
	return word * 0x9e3779b97f4a7c15U >> 32 & (TEA_LSU_HEADS - 1);
}

/* The chains that a store of @bytes at @addr is in: of its first and last word. */
static inline unsigned int tea_find_chains(uint64_t addr, uint64_t bytes, uint64_t chains[2])
{
	uint64_t first = addr >> TEA_WORD_SHIFT, last = (addr + bytes - 1) >> TEA_WORD_SHIFT;

	chains[0] = tea_hash_word(first);
	if (__builtin_expect(first == last, true))
		return 1;
	chains[1] = tea_hash_word(last);
	return chains[0] == chains[1] ? 1 : 2;
}

static inline bool tea_store_overlaps(const struct tea_store *store, uint64_t addr, uint64_t bytes)
{
	return addr - store->addr < store->bytes || store->addr - addr < bytes;
}

static inline bool tea_store_covers(const struct tea_store *store, uint64_t addr, uint64_t bytes)
{
	uint64_t offset = addr - store->addr;

	return offset < store->bytes && bytes <= store->bytes - offset;
}

/* Number of the youngest store in @chain that overlaps and is still there at @now, or 0. */
static inline uint64_t tea_find_in_chain(const struct tea_lsu *lsu, uint64_t chain, uint64_t addr,
					 uint64_t bytes, cycle_t now)
{
	uint64_t number = lsu->heads[chain];

	while (number && lsu->number - number < lsu->kept) {
		const struct tea_store *store = &lsu->store[number & lsu->store_mask];

		if (store->gone_at <= now)
			return 0;
		if (tea_store_overlaps(store, addr, bytes))
			return number;
		number = store->older[tea_hash_word(store->addr >> TEA_WORD_SHIFT) != chain];
	}
	return 0;
}

/* Number of the youngest store older than a load of @bytes at @addr that overlaps it, or 0. */
static inline uint64_t tea_find_store(const struct tea_lsu *lsu, uint64_t addr, uint64_t bytes,
				      cycle_t now)
{
	uint64_t chains[2], youngest = 0;
	unsigned int count = tea_find_chains(addr, bytes, chains);

	for (unsigned int i = 0; i < count; i++) {
		uint64_t number = tea_find_in_chain(lsu, chains[i], addr, bytes, now);

		if (number > youngest)
			youngest = number;
	}
	return youngest;
}

/* @store is younger than all others: put it at the head of the chains of its words. */
static inline void tea_add_store(struct tea_lsu *lsu, const struct tea_store *store)
{
	struct tea_store *kept = &lsu->store[++lsu->number & lsu->store_mask];
	uint64_t chains[2];
	unsigned int count;

	*kept = *store;
	if (!store->bytes)
		return;
	count = tea_find_chains(store->addr, store->bytes, chains);
	for (unsigned int i = 0; i < count; i++) {
		kept->older[i] = lsu->heads[chains[i]];
		lsu->heads[chains[i]] = lsu->number;
	}
}

/* What was taken by the L1 in @gone_at keeps younger ones from it until then. */
static inline void tea_note_drain(struct tea_lsu *lsu, cycle_t gone_at)
{
	if (gone_at > lsu->drain.cycle) {
		lsu->drain.cycle = gone_at;
		lsu->drain.used = 1;
	}
	lsu->drained = cycle_max(lsu->drained, gone_at);
}

#endif /* TEA_STOREQUEUE_H */
