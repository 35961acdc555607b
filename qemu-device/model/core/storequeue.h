/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * storequeue.h - private to the load-store unit: older stores to the same bytes
 *
 * What a store writes is found by 8-byte word; bytes are compared exactly:
 *
 *	chains[hash(word)] -> youngest store to such a word -> next older -> ...
 *
 * ending at the first that has left the queue. They leave it in order, so most chains end
 * before their first. A store of up to 8 bytes is one piece, in
 * the chains of its first and last word; a vector store has pieces of one word each.
 */
#ifndef TEA_STOREQUEUE_H
#define TEA_STOREQUEUE_H

#include "lsu.h"
#include "tea_abi.h"

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
	uint64_t number = lsu->chains[chain].youngest;

	if (lsu->chains[chain].gone_at <= now)
		return 0;
	while (number && lsu->number - number < lsu->kept) {
		const struct tea_store *store = &lsu->store[number & lsu->store_mask];

		if (store->gone_at <= now)
			return 0;
		if (tea_store_overlaps(store, addr, bytes))
			return number;
		number = store->older[tea_hash_word(tea_first_word(store->addr)) != chain];
	}
	return 0;
}

/* Number of the youngest store older than a load of @bytes at @addr that overlaps it, or 0. */
static inline uint64_t tea_find_store(const struct tea_lsu *lsu, uint64_t addr, uint64_t bytes,
				      cycle_t now)
{
	uint64_t first = tea_first_word(addr), last = tea_last_word(addr, bytes), youngest, other;

	youngest = tea_find_in_chain(lsu, tea_hash_word(first), addr, bytes, now);
	if (first == last)
		return youngest;
	other = tea_find_in_chain(lsu, tea_hash_word(last), addr, bytes, now);
	return other > youngest ? other : youngest;
}

/* @store, of @number, becomes the youngest of @chain, one of its two. */
static inline void tea_chain_store(struct tea_store_chain *chain, unsigned int which,
				   struct tea_store *store, uint64_t number)
{
	store->older[which] = chain->youngest;
	chain->youngest = number;
	chain->gone_at = store->gone_at;
}

/* @store, of @number, is younger than all others: put it at the head of the chains of its words. */
static inline void tea_link_store(struct tea_lsu *lsu, struct tea_store *store, uint64_t number)
{
	struct tea_store_chain *first = &lsu->chains[tea_hash_word(tea_first_word(store->addr))];
	struct tea_store_chain *last =
		&lsu->chains[tea_hash_word(tea_last_word(store->addr, store->bytes))];

	tea_chain_store(first, 0, store, number);
	if (__builtin_expect(last != first, false))
		tea_chain_store(last, 1, store, number);
}

/* The place of a store that is younger than all others: to be filled, and linked if it has bytes. */
static inline struct tea_store *tea_next_store(struct tea_lsu *lsu)
{
	return &lsu->store[++lsu->number & lsu->store_mask];
}

/* A load that read at @read_at gets data of store @number in @ready; or waits until that is gone. */
void tea_lsu_follow_forward(const struct tea_lsu *lsu, uint64_t number, cycle_t read_at,
			    cycle_t data_at, cycle_t ready);
void tea_lsu_follow_retry(const struct tea_lsu *lsu, uint64_t number, cycle_t gone_at);

/* What was taken by the L1 in @gone_at keeps younger ones from it until then. */
static inline void tea_note_drain(struct tea_lsu *lsu, cycle_t gone_at)
{
	if (gone_at > lsu->drain.cycle) {
		lsu->drain.cycle = gone_at;
		lsu->drain.used = 1;
	}
	lsu->drained = cycle_max(lsu->drained, gone_at);
}

/* Write to the line at @paddr. Returns the cycle, @now or later, in which the L1 takes it. */
static inline cycle_t tea_write_line(struct tea_lsu *lsu, uint64_t paddr, cycle_t now)
{
	struct tea_access result;

	tea_memory_store(lsu->memory, paddr, now, &result);
	return result.accepted;
}

/* Likewise from the store queue; one that is never to fill it is taken at once. */
static inline cycle_t tea_drain_line(struct tea_lsu *lsu, uint64_t paddr, cycle_t now)
{
	if (__builtin_expect(!(lsu->spared & TEA_PSV_DR_SQ), true))
		return tea_write_line(lsu, paddr, now);
	tea_memory_spare_store(lsu->memory, paddr, now);
	return now;
}

#endif /* TEA_STOREQUEUE_H */
