/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cache.h - a set-associative store of lines: contents, no timing
 *
 * Keys are line addresses (physical address / TEA_LINE_BYTES). What the levels
 * need to know of a line (when it was asked for, when it arrives, who serves it)
 * is kept with it; they fill it in. A table of hints, two for each line of an L1,
 * says where a line was last: finding it there is one compare, else all ways are
 * searched, by 31 bits of their addresses, in a few steps of several ways at once.
 *
 * What is replaced is the line used least recently; or one at random, valid or not, as
 * in BOOM's caches: a shift register of 16 bits, shifted at each replacement, chooses the
 * way, and two runs are the same.
 */
#ifndef TEA_CACHE_H
#define TEA_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "time/cycles.h"

#define TEA_CACHE_VALID		(1ULL << 63)	/* in a tag, beside the line address */

struct tea_line {
	cycle_t arrival;	/* its data is there from this cycle on */
	cycle_t copied;		/* in an L1: and from this one on hits as any */
	cycle_t requested;	/* the access that missed came in this cycle */
	uint32_t latency;	/* cycles from the miss being accepted to the arrival */
	uint8_t level;		/* enum tea_level that served it */
	bool dirty;
	uint8_t mshr;		/* in an L1: that brought it */
	uint8_t waiting;	/* and accesses that wait for its data, or TEA_LINE_REPLAYS */
};

#define TEA_LINE_REPLAYS	UINT8_MAX	/* a store does, and what comes waits behind it */

struct tea_victim {
	uint64_t address;	/* line address */
	bool valid, dirty;
};

#define TEA_CACHE_GROUP		8	/* ways searched at once */

struct tea_cache {
	uint64_t *tags;		/* [set][way]; 0: invalid */
	struct tea_line *lines;	/* [set][way] */
	uint64_t *used;		/* [set][way]: stamp of the last use, 0: invalid; NULL: not LRU */
	uint32_t *marks;	/* [set][group][way]: of the tags some bits, as many; 0: invalid */
	uint32_t *hints;	/* [address & hint_mask]: index of a line */
	uint64_t set_mask, hint_mask;
	uint64_t stamp;
	unsigned int ways, groups;
	unsigned int shift_register;	/* if not LRU */
};

/* @kib and @ways must give a power of two of sets. Returns 0, or -ENOMEM. */
int tea_cache_init(struct tea_cache *cache, unsigned int kib, unsigned int ways, bool random);
void tea_cache_deinit(struct tea_cache *cache);

/*
 * Make room for @address, which must not be there, and return its line, used
 * last, clean. @victim tells what it replaces; with LRU an invalid way if there is one.
 */
struct tea_line *tea_cache_replace(struct tea_cache *cache, uint64_t address,
				   struct tea_victim *victim);

/* Forget a line, or all. Returns whether the line was there and dirty. */
bool tea_cache_invalidate(struct tea_cache *cache, uint64_t address);
void tea_cache_clear(struct tea_cache *cache);

/* Search all ways; for tea_cache_find(). */
struct tea_line *tea_cache_search(struct tea_cache *cache, uint64_t address);

/* The line, if it is where one with such an address was last, or NULL. */
static inline struct tea_line *tea_cache_peek(const struct tea_cache *cache, uint64_t address)
{
	uint32_t hint = cache->hints[address & cache->hint_mask];
	bool there = cache->tags[hint] == (address | TEA_CACHE_VALID);

	return __builtin_expect(there, true) ? &cache->lines[hint] : NULL;
}

/* The line, or NULL. Does not count as use. */
static inline struct tea_line *tea_cache_find(struct tea_cache *cache, uint64_t address)
{
	struct tea_line *line = tea_cache_peek(cache, address);

	return line ? line : tea_cache_search(cache, address);
}

static inline void tea_cache_use(struct tea_cache *cache, struct tea_line *line)
{
	if (cache->used)
		cache->used[line - cache->lines] = ++cache->stamp;
}

#endif /* TEA_CACHE_H */
