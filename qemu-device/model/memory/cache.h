/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cache.h - a set-associative store of lines: contents, no timing
 *
 * Keys are line addresses (physical address / TEA_LINE_BYTES). A line also has the levels' data
 * (when it was requested, when it arrives, its source); they fill them in.
 *
 * A set is searched by 16 bits of the addresses, the marks of its ways, several at once; only a
 * line with the right mark is looked at. Replacement policies:
 *
 *	STAMPS	the line used least recently: each has a stamp, so using it is a store
 *	AGES	the same: each way has an age, next to the marks, so replacing it is a look
 *		at one line of the processor's cache: for a cache with more sets than that has
 *	RANDOM	one at random, valid or not, as in BOOM's caches: a shift register of 16 bits,
 *		shifted at each replacement, chooses the way, and two runs are the same
 */
#ifndef TEA_CACHE_H
#define TEA_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "time/cycles.h"

#define TEA_LINE_INVALID	UINT64_MAX	/* in place of an address */

struct tea_line {
	uint64_t address;	/* of the line, or TEA_LINE_INVALID */
	cycle_t arrival;	/* its data is there from this cycle on */
	uint32_t copying;	/* in an L1: cycles from then on until it hits as any */
	uint32_t asked;		/* cycles from the access that missed to the arrival */
	uint32_t latency;	/* cycles from the miss being accepted to the arrival */
	uint8_t level : 7;	/* enum tea_level that served it */
	uint8_t shared : 1;	/* in an L1D: other cores may have it, so it is not to be written */
	bool dirty;
	uint8_t mshr;		/* in an L1: that brought it */
	uint8_t waiting;	/* and accesses that wait for its data, or TEA_LINE_REPLAYS */
};

#define TEA_LINE_LEVELS	0x7fU	/* that ->level has room for */
#define TEA_LINE_REPLAYS	UINT8_MAX	/* a store does, and later accesses wait for it */

/* In an L1: from this cycle on it hits as any. */
static inline cycle_t tea_line_copied(const struct tea_line *line)
{
	return line->arrival + line->copying;
}

/* The access that missed came in this cycle. */
static inline cycle_t tea_line_requested(const struct tea_line *line)
{
	return line->arrival - line->asked;
}

struct tea_victim {
	uint64_t address;	/* line address */
	bool valid, dirty;
};

#define TEA_CACHE_GROUP		8	/* ways searched at once */

typedef uint16_t tea_marks __attribute__((vector_size(TEA_CACHE_GROUP * sizeof(uint16_t))));

/* A group of ways of a set. */
struct tea_ways {
	tea_marks marks;
	uint64_t ages;		/* a byte each: how many ways of the set were used after it */
	uint8_t valid;		/* a bit each; set of those that there are not */
} __attribute__((aligned(32)));

enum tea_replacement { TEA_REPLACE_STAMPS, TEA_REPLACE_AGES, TEA_REPLACE_RANDOM };

struct tea_cache {
	struct tea_line *lines;	/* [set][way] */
	struct tea_ways *sets;	/* [set][group] */
	uint64_t *used;		/* [set][way]: stamp of the last use; NULL: no STAMPS */
	uint64_t set_mask, stamp;
	unsigned int ways, groups, set_bits;
	unsigned int shift_register;
	uint32_t invalidated;		/* lines, so far; wraps */
	enum tea_replacement replacement;
};

/* @kib and @ways must give a power of two of sets. Returns 0, or -ENOMEM. */
int tea_cache_init(struct tea_cache *cache, unsigned int kib, unsigned int ways,
		   enum tea_replacement replacement);
void tea_cache_deinit(struct tea_cache *cache);
/* RANDOM restarts with @seed, of 16 bits and not 0; the default is 1. */
static inline void tea_cache_seed(struct tea_cache *cache, unsigned int seed)
{
	cache->shift_register = seed;
}

/* The line, or NULL. Does not count as use. */
struct tea_line *tea_cache_find(const struct tea_cache *cache, uint64_t address);

/*
 * Prefetch into the host's caches the data that tea_cache_find(), or tea_cache_replace(), will
 * read for @address. Changes nothing.
 */
void tea_cache_expect_find(const struct tea_cache *cache, uint64_t address);
void tea_cache_expect_replace(const struct tea_cache *cache, uint64_t address);

/*
 * Replace a line by @address, which must not be there, and return it, used last, clean. @victim
 * has the old line. Unless at random, an invalid way is taken if there is one.
 */
struct tea_line *tea_cache_replace(struct tea_cache *cache, uint64_t address,
				   struct tea_victim *victim);

/* Forget a line, or all. Returns whether the line was there and dirty. */
bool tea_cache_invalidate(struct tea_cache *cache, uint64_t address);
void tea_cache_clear(struct tea_cache *cache);

/* @line is the youngest of its set from now on; for tea_cache_use(). */
void tea_cache_age(struct tea_cache *cache, const struct tea_line *line);

static inline void tea_cache_use(struct tea_cache *cache, const struct tea_line *line)
{
	if (cache->used)
		cache->used[line - cache->lines] = ++cache->stamp;
	else if (cache->replacement == TEA_REPLACE_AGES)
		tea_cache_age(cache, line);
}

#endif /* TEA_CACHE_H */
