/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * l1.h - an L1 cache: hits, misses that merge in MSHRs, prefetches, write-back
 *
 *	miss to a line ...	takes			until
 *	not there		an MSHR			fills.h says
 *	on its way		an RPQ entry		the line arrives
 *	there, not yet copied	an RPQ entry		the line is copied
 *	stores, all cases	and an SDQ entry	the line is copied
 *
 * A request that finds these full is accepted when an entry is free. A request for another line of
 * a set with a miss in an MSHR is accepted when that is free. A line on its way carries its
 * arrival, so merging means waiting for it, in turn. Contents change in program order. An access
 * that is earlier in time than the one that brought the line in is the one that misses then: it
 * takes an MSHR of its own and the line comes that much earlier.
 *
 * The next-line prefetcher asks for line + 1 of the same 4 KiB page when a demand access misses and
 * an MSHR is free, as BOOM's does. A software prefetch is an access like others, but nothing waits
 * for it.
 *
 * A table of hints, two for each line, says where a line was last: finding it there is
 * one compare, else its set is searched.
 *
 * A perfect cache holds no line, and all that is not there hits: nothing goes below.
 */
#ifndef TEA_L1_H
#define TEA_L1_H

#include "cache.h"
#include "fills.h"
#include "llc.h"
#include "memory.h"
#include "time/booking.h"
#include "uncore.h"

/* The last miss of a set of a cache with a line buffer: the line in the MSHR, and when. */
struct tea_l1_set {
	uint64_t address;
	cycle_t begin, end;
};

struct tea_l1 {
	struct tea_cache cache;
	uint16_t *hints;		/* [address & hint_mask]: index of a line */
	uint64_t hint_mask;
	struct tea_fills fills;
	struct tea_l1_set *sets;	/* the misses in flight */
	uint64_t set_mask;
	struct tea_booking rpq, sdq;
	struct tea_llc *llc;
	struct tea_tile *tile;		/* the way to it; NULL: the core is alone */
	bool tracked;			/* its lines are, as an L1D's */
	cycle_t latency;		/* of a hit */
	bool next_line;			/* prefetcher */
	bool perfect;
	const struct tea_misstrace *trace;	/* NULL: the critical path is not recorded */
	const struct tea_misstrace_l1 *places;	/* of it */
};

struct tea_l1_config {
	unsigned int kib, ways, mshrs, rpq, sdq, latency;
	unsigned int rows;		/* of a line in the line buffer; 0: there is none */
	unsigned int release;		/* cycles until a victim is acknowledged */
	unsigned int seed;		/* of random replacement; 0: the line used least recently */
	bool next_line, perfect;
};

/* Returns 0, or -ENOMEM. The core is alone until ->tile is set. */
int tea_l1_init(struct tea_l1 *l1, const struct tea_l1_config *config, struct tea_llc *llc);
void tea_l1_deinit(struct tea_l1 *l1);

/* Search the set; for tea_l1_find(). */
struct tea_line *tea_l1_search(struct tea_l1 *l1, uint64_t address);

/* The line, if it is where one with such an address was last, or NULL. */
static inline struct tea_line *tea_l1_peek(const struct tea_l1 *l1, uint64_t address)
{
	struct tea_line *line = &l1->cache.lines[l1->hints[address & l1->hint_mask]];

	return __builtin_expect(line->address == address, true) ? line : NULL;
}

/* The line, or NULL. Does not count as use. */
static inline struct tea_line *tea_l1_find(struct tea_l1 *l1, uint64_t address)
{
	struct tea_line *line = tea_l1_peek(l1, address);

	return line ? line : tea_l1_search(l1, address);
}

/* Access that is not a plain hit; @line from tea_l1_find(). For tea_l1_access(). */
void tea_l1_wait(struct tea_l1 *l1, uint64_t address, struct tea_line *line,
		 enum tea_intent intent, cycle_t now, struct tea_access *result);

/*
 * The line, which is in the LLC, is there in @now, by no request. Where that is not to be, as @there
 * says, one that is on its way comes no later than from the LLC.
 */
void tea_l1_spare(struct tea_l1 *l1, uint64_t address, bool there, cycle_t now);

/* When a load that comes in @now is taken, were it made: nothing changes. */
cycle_t tea_l1_accepts(struct tea_l1 *l1, uint64_t address, cycle_t now);

/* Fetch a line ahead if it is not there and an MSHR is free at @now. */
void tea_l1_prefetch(struct tea_l1 *l1, uint64_t address, cycle_t now);

/*
 * An access that is over at once: contents change. Its miss takes an MSHR, and what is below, as long
 * as ever, by which the prefetch behind it is made or not. Returns when it is accepted. For a core
 * alone.
 */
cycle_t tea_l1_warm(struct tea_l1 *l1, uint64_t address, bool write, cycle_t now);

static inline void tea_l1_hit(const struct tea_l1 *l1, cycle_t now, struct tea_access *result)
{
	result->accepted = now;
	result->ready = now + l1->latency;
	result->level = TEA_LEVEL_L1;
	result->merged = false;
}

static inline void tea_l1_access(struct tea_l1 *l1, uint64_t paddr, enum tea_intent intent,
				 cycle_t now, struct tea_access *result)
{
	uint64_t address = paddr / TEA_LINE_BYTES;
	struct tea_line *line = tea_l1_find(l1, address);

	if (__builtin_expect(!line || tea_line_copied(line) > now ||
			     (intent != TEA_INTENT_READ && line->shared), false)) {
		tea_l1_wait(l1, address, line, intent, now, result);
		return;
	}
	tea_cache_use(&l1->cache, line);
	line->dirty |= intent == TEA_INTENT_WRITE;
	tea_l1_hit(l1, now, result);
}

#endif /* TEA_L1_H */
