/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * storequeue.h - private to the core: the store queue, and older stores to the same bytes
 *
 * An entry is taken at dispatch, and is free when the L1 has taken the store, in order. The bytes
 * of a store are found by 8-byte word; bytes are compared exactly:
 *
 *	chains[hash(word)] -> youngest store to such a word -> next older -> ...
 *
 * ending at the first that has left the queue. They leave it in order, so most chains end
 * before their first. A store of up to 8 bytes is one piece, in
 * the chains of its first and last word; a vector store has pieces of one word each.
 */
#ifndef TEA_STOREQUEUE_H
#define TEA_STOREQUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "time/cycles.h"
#include "time/meter.h"
#include "time/ring.h"

#define TEA_STORE_CHAINS	256	/* power of two */
#define TEA_WORD_SHIFT		3	/* log2 of the bytes of a word */

struct tea_store {
	uint64_t addr;
	uint8_t bytes;
	cycle_t addr_at;	/* address known */
	cycle_t data_at;	/* data known */
	cycle_t gone_at;	/* left the queue: the L1 has taken it */
	uint64_t older[2];	/* next in the chains of its first and last word; 0: none */
};

/* Stores to words of one hash. */
struct tea_store_chain {
	uint64_t youngest;	/* number of it; 0: there has been none */
	cycle_t gone_at;	/* it leaves the queue, and no older one later */
};

struct tea_storequeue {
	struct tea_ring entries;
	struct tea_ring leaving;	/* as entries, were each written as soon as it has committed; */
					/* of records that are explained */
	struct tea_store *store;	/* [number & mask] */
	uint64_t mask;
	uint64_t number;		/* of the youngest store, counted from 1 */
	uint64_t kept;			/* so many of the youngest can still be there */
	uint64_t *first_piece;		/* [number & mask]: of a vector store, see vlsu.c */
	struct tea_store_chain chains[TEA_STORE_CHAINS];
	struct tea_meter drain;		/* writes a cycle */
	cycle_t drained;		/* the last store has left the queue */
};

/* Elements of @store that a queue of @entries needs: a power of two. */
uint32_t tea_storequeue_slots(uint32_t entries);

/* The words that an access of @bytes at @addr has its first and its last byte in. */
static inline uint64_t tea_first_word(uint64_t addr)
{
	return addr >> TEA_WORD_SHIFT;
}

static inline uint64_t tea_last_word(uint64_t addr, uint64_t bytes)
{
	return (addr + bytes - 1) >> TEA_WORD_SHIFT;
}

static inline uint64_t tea_hash_word(uint64_t word)
{
	return (word ^ word / TEA_STORE_CHAINS) % TEA_STORE_CHAINS;
}

/* Whether there is still a store in the chain of @word at @now. */
static inline bool tea_storequeue_has(const struct tea_storequeue *queue, uint64_t word, cycle_t now)
{
	return queue->chains[tea_hash_word(word)].gone_at > now;
}

/* The store of @number; some store if that is 0. */
static inline const struct tea_store *tea_storequeue_get(const struct tea_storequeue *queue,
							 uint64_t number)
{
	return &queue->store[number & queue->mask];
}

static inline bool tea_store_covers(const struct tea_store *store, uint64_t addr, uint64_t bytes)
{
	uint64_t offset = addr - store->addr;

	return offset < store->bytes && bytes <= store->bytes - offset;
}

static inline bool tea_store_overlaps(const struct tea_store *store, uint64_t addr, uint64_t bytes)
{
	return addr - store->addr < store->bytes || store->addr - addr < bytes;
}

/* Number of the youngest store in @chain that overlaps and is still there at @now, or 0. */
static inline uint64_t tea_find_in_chain(const struct tea_storequeue *queue, uint64_t chain,
					 uint64_t addr, uint64_t bytes, cycle_t now)
{
	uint64_t number = queue->chains[chain].youngest;

	if (queue->chains[chain].gone_at <= now)
		return 0;
	while (number && queue->number - number < queue->kept) {
		const struct tea_store *store = tea_storequeue_get(queue, number);

		if (store->gone_at <= now)
			return 0;
		if (tea_store_overlaps(store, addr, bytes))
			return number;
		number = store->older[tea_hash_word(tea_first_word(store->addr)) != chain];
	}
	return 0;
}

/* Number of the youngest store older than a load of @bytes at @addr that overlaps it, or 0. */
static inline uint64_t tea_storequeue_find(const struct tea_storequeue *queue, uint64_t addr,
					   uint64_t bytes, cycle_t now)
{
	uint64_t first = tea_first_word(addr), last = tea_last_word(addr, bytes), youngest, other;

	youngest = tea_find_in_chain(queue, tea_hash_word(first), addr, bytes, now);
	if (first == last)
		return youngest;
	other = tea_find_in_chain(queue, tea_hash_word(last), addr, bytes, now);
	return other > youngest ? other : youngest;
}

/* The place of a store that is younger than all others: to be filled, and linked if it has bytes. */
static inline struct tea_store *tea_storequeue_next(struct tea_storequeue *queue)
{
	return &queue->store[++queue->number & queue->mask];
}

/* @store, of @number, becomes the youngest of @chain, one of its two. */
static inline void tea_chain_store(struct tea_store_chain *chain, unsigned int which,
				   struct tea_store *store, uint64_t number)
{
	store->older[which] = chain->youngest;
	chain->youngest = number;
	chain->gone_at = store->gone_at;
}

/* @store, the youngest of all, is put at the head of the chains of its words. */
static inline void tea_storequeue_link(struct tea_storequeue *queue, struct tea_store *store)
{
	struct tea_store_chain *first = &queue->chains[tea_hash_word(tea_first_word(store->addr))];
	struct tea_store_chain *last =
		&queue->chains[tea_hash_word(tea_last_word(store->addr, store->bytes))];

	tea_chain_store(first, 0, store, queue->number);
	if (__builtin_expect(last != first, false))
		tea_chain_store(last, 1, store, queue->number);
}

/* Drains are in order: younger stores wait until the L1 has taken this one in @gone_at. */
static inline void tea_storequeue_note_drain(struct tea_storequeue *queue, cycle_t gone_at)
{
	if (gone_at > queue->drain.cycle) {
		queue->drain.cycle = gone_at;
		queue->drain.used = 1;
	}
	queue->drained = cycle_max(queue->drained, gone_at);
}

#endif /* TEA_STOREQUEUE_H */
