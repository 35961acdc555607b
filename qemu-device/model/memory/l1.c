// SPDX-License-Identifier: GPL-2.0-or-later
/* l1.c - an L1 cache: see l1.h */
#include "l1.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "misstrace.h"
#include "time/cycles.h"

#define QUEUE_DEPTH	2	/* intervals an entry of RPQ or SDQ remembers */
#define HINTS_MAX	4096	/* of a large cache: 8 KiB of the host's own */
#define LINES_PER_PAGE	(4096 / TEA_LINE_BYTES)
/*
 * Cycles between two tries of a refused access: known 2 cycles later, then found, and sent again.
 */
#define RETRY_LOAD	4
#define RETRY_STORE	3

static size_t hints_for(size_t lines)
{
	size_t hints = 1;

	while (hints < 2 * lines && hints < HINTS_MAX)
		hints *= 2;
	return hints;
}

int tea_l1_init(struct tea_l1 *l1, const struct tea_l1_config *config, struct tea_llc *llc)
{
	const size_t lines = (size_t)config->kib * 1024 / TEA_LINE_BYTES, hints = hints_for(lines);
	const size_t sets = lines / config->ways;

	assert(lines <= UINT16_MAX);
	l1->llc = llc;
	l1->tile = NULL;
	l1->tracked = false;
	l1->trace = NULL;
	l1->places = NULL;
	l1->latency = config->latency;
	l1->next_line = config->next_line;
	l1->perfect = config->perfect;
	l1->hint_mask = hints - 1;
	l1->hints = calloc(hints, sizeof(*l1->hints));
	l1->set_mask = sets - 1;
	l1->sets = calloc(sets, sizeof(*l1->sets));
	if (!l1->hints || !l1->sets ||
	    tea_cache_init(&l1->cache, config->kib, config->ways,
			   config->seed ? TEA_REPLACE_RANDOM : TEA_REPLACE_STAMPS) ||
	    tea_fills_init(&l1->fills, config->mshrs, config->rows, config->release) ||
	    tea_booking_init(&l1->rpq, config->rpq, QUEUE_DEPTH) ||
	    tea_booking_init(&l1->sdq, config->sdq, QUEUE_DEPTH))
		return -ENOMEM;
	if (config->seed)
		tea_cache_seed(&l1->cache, config->seed);
	return 0;
}

void tea_l1_deinit(struct tea_l1 *l1)
{
	tea_booking_deinit(&l1->sdq);
	tea_booking_deinit(&l1->rpq);
	tea_fills_deinit(&l1->fills);
	tea_cache_deinit(&l1->cache);
	free(l1->sets);
	free(l1->hints);
}

static void hint_set(struct tea_l1 *l1, uint64_t address, const struct tea_line *line)
{
	l1->hints[address & l1->hint_mask] = (uint16_t)(line - l1->cache.lines);
}

struct tea_line *tea_l1_search(struct tea_l1 *l1, uint64_t address)
{
	struct tea_line *line = tea_cache_find(&l1->cache, address);

	if (line)
		hint_set(l1, address, line);
	return line;
}

/* A modified line leaves in cycle @now. */
static void victim_write(const struct tea_l1 *l1, uint64_t address, cycle_t now)
{
	if (__builtin_expect(l1->tile != NULL, false))
		tea_tile_write(l1->tile, address, now);
	else
		tea_llc_write(l1->llc, address, now);
}

static struct tea_llc_read below_read(const struct tea_l1 *l1, uint64_t address,
				      struct tea_line *below, enum tea_intent intent, cycle_t now)
{
	if (__builtin_expect(l1->tile != NULL, false))
		return tea_tile_read(l1->tile, address, below, l1->tracked, intent, now);
	return tea_llc_read(l1->llc, address, below, now);
}

/* The request for @line leaves in cycle @now, and @mshr is taken. */
static void line_take(struct tea_l1 *l1, struct tea_line *line, const struct tea_victim *victim,
		      unsigned int mshr, cycle_t now)
{
	struct tea_fill fill = tea_fills_take(&l1->fills, mshr, now, now + line->latency,
					      victim->dirty);

	if (victim->dirty)
		victim_write(l1, victim->address, fill.released);
	if (l1->fills.rows)
		l1->sets[line->address & l1->set_mask] = (struct tea_l1_set){
			.address = line->address, .begin = now, .end = fill.end,
		};
	line->arrival = fill.data;
	line->copying = (uint32_t)(fill.done - fill.data);
	line->mshr = (uint8_t)mshr;
	line->waiting = 0;
	TEA_MISSTRACE(l1->trace, line, l1, line);
}

/* Bring @address in; the request leaves in cycle @now, and @mshr is taken. */
static struct tea_line *l1_fill(struct tea_l1 *l1, uint64_t address, struct tea_line *below,
				unsigned int mshr, enum tea_intent intent, cycle_t now)
{
	struct tea_llc_read read = below_read(l1, address, below, intent, now);
	struct tea_victim victim;
	struct tea_line *line = tea_cache_replace(&l1->cache, address, &victim);

	hint_set(l1, address, line);
	line->latency = (uint32_t)(read.arrival - now);
	line->level = read.level & TEA_LINE_LEVELS;
	line->shared = read.shared;
	line_take(l1, line, &victim, mshr, now);
	line->asked = (uint32_t)(line->arrival - now);
	return line;
}

/*
 * First cycle from @now on in which no other line of its set is under way. BOOM's MSHRs take no miss
 * of a set that one of them has another line of (mshrs.scala); the load-store unit tries again.
 */
static cycle_t set_find(const struct tea_l1 *l1, uint64_t address, bool write, cycle_t now)
{
	const struct tea_l1_set *set = &l1->sets[address & l1->set_mask];
	const cycle_t retry = write ? RETRY_STORE : RETRY_LOAD;

	if (set->address == address || now < set->begin || now >= set->end)
		return now;
	return now + divide_up(set->end - now, retry) * retry;
}

cycle_t tea_l1_accepts(struct tea_l1 *l1, uint64_t address, cycle_t now)
{
	unsigned int mshr;

	if (l1->perfect || tea_l1_find(l1, address))
		return now;
	return tea_fills_find(&l1->fills, set_find(l1, address, false, now),
			      tea_llc_latency(l1->llc, tea_llc_find(l1->llc, address)), &mshr);
}

void tea_l1_prefetch(struct tea_l1 *l1, uint64_t address, cycle_t now)
{
	struct tea_line *below;
	unsigned int mshr;

	if (tea_l1_find(l1, address) || set_find(l1, address, false, now) != now)
		return;
	below = tea_llc_find(l1->llc, address);
	if (tea_fills_find(&l1->fills, now, tea_llc_latency(l1->llc, below), &mshr) == now)
		l1_fill(l1, address, below, mshr, TEA_INTENT_READ, now);
}

/* By no request. */
static struct tea_line *line_place(struct tea_l1 *l1, uint64_t address, cycle_t now)
{
	struct tea_victim victim;
	struct tea_line *line = tea_cache_replace(&l1->cache, address, &victim);

	hint_set(l1, address, line);
	if (victim.dirty)
		victim_write(l1, victim.address, now);
	line->arrival = now;
	line->copying = line->asked = line->latency = 0;
	line->waiting = 0;
	return line;
}

void tea_l1_spare(struct tea_l1 *l1, uint64_t address, bool there, cycle_t now)
{
	cycle_t latest = now + (there ? 0 : l1->llc->latency);
	struct tea_line *line = tea_l1_find(l1, address);

	if (l1->perfect || (line ? tea_line_copied(line) <= now : !there))
		return;
	if (!line)
		line = line_place(l1, address, now);
	if (tea_line_copied(line) > latest) {
		line->arrival = latest;
		line->asked = (uint32_t)(latest - now);
		line->copying = 0;
	}
	line->level = there ? TEA_LEVEL_L1 : TEA_LEVEL_LLC;
}

/* An entry of @queue from @now until about @until, or when there is one. */
static cycle_t queue_find(const struct tea_booking *queue, cycle_t now, cycle_t until,
			  unsigned int *entry)
{
	return tea_booking_find(queue, now, until > now ? until - now : 1, entry);
}

/* Compiled once with the critical path, and once with no @trace. */
#define always_inline	static inline __attribute__((always_inline))

/* The line is not there: an MSHR takes the request when one is free. */
always_inline struct tea_line *access_miss(struct tea_l1 *l1, uint64_t address,
					   enum tea_intent intent, cycle_t now,
					   const struct tea_misstrace *trace,
					   struct tea_access *result)
{
	const bool write = intent == TEA_INTENT_WRITE;
	struct tea_line *line, *below = tea_llc_find(l1->llc, address);
	cycle_t expected = tea_llc_latency(l1->llc, below), stored = set_find(l1, address, write, now);
	unsigned int mshr, data = 0;

	if (write)
		stored = tea_booking_find(&l1->sdq, stored, expected, &data);
	result->accepted = tea_fills_find(&l1->fills, stored, expected, &mshr);
	result->merged = false;
	TEA_MISSTRACE(trace, accepted, l1, mshr, now, stored, result->accepted);
	line = l1_fill(l1, address, below, mshr, intent, result->accepted);
	line->asked = (uint32_t)(line->arrival - now);
	result->ready = line->arrival;
	if (write) {
		line->waiting = TEA_LINE_REPLAYS;
		tea_booking_take(&l1->sdq, data, result->accepted, tea_line_copied(line));
	}
	return line;
}

/* It waits, too: returns when its turn comes, after all accesses that wait already. */
static cycle_t line_wait(struct tea_l1 *l1, struct tea_line *line, bool write, bool replayed)
{
	cycle_t done = tea_fills_merge(&l1->fills, line->mshr, line->arrival);
	cycle_t turn = tea_line_copied(line);

	line->copying = (uint32_t)(cycle_max(turn, done) - line->arrival);
	if (write) {
		line->waiting = TEA_LINE_REPLAYS;
	} else if (!replayed) {
		if (line->waiting + 1 < TEA_LINE_REPLAYS)
			line->waiting++;
		turn = line->arrival + line->waiting;
	}
	return turn;
}

/*
 * The line is on its way, or not copied yet. Loads that come before its data are answered one after
 * the other when it is there; stores, and accesses behind one, when it is copied.
 */
always_inline void access_merge(struct tea_l1 *l1, struct tea_line *line, bool write, cycle_t now,
				const struct tea_misstrace *trace, struct tea_access *result)
{
	struct tea_booking *queues[2] = { &l1->rpq, &l1->sdq };
	unsigned int entries[2] = { 0, 0 }, count = write ? 2 : 1;
	bool replayed = write || line->waiting == TEA_LINE_REPLAYS || now >= line->arrival;
	cycle_t accepted = now, until = replayed ? tea_line_copied(line) : line->arrival;

	for (unsigned int i = 0; i < count; i++)
		accepted = queue_find(queues[i], accepted, until, &entries[i]);
	result->accepted = result->ready = accepted;
	result->merged = true;
	if (accepted < until) {
		for (unsigned int i = 0; i < count; i++)
			tea_booking_take(queues[i], entries[i], accepted, until);
		result->ready = line_wait(l1, line, write, replayed);
	}
	TEA_MISSTRACE(trace, merged, l1, line, accepted, result->ready);
}

/* The line was asked for by an access later in time: this one is its miss. */
always_inline void access_earlier(struct tea_l1 *l1, struct tea_line *line, cycle_t now,
				  const struct tea_misstrace *trace, struct tea_access *result)
{
	const struct tea_victim none = { .valid = false };	/* it has gone already */
	unsigned int mshr;
	cycle_t accepted = tea_fills_find(&l1->fills, now, line->latency, &mshr);

	TEA_MISSTRACE(trace, accepted, l1, mshr, now, now, accepted);
	result->merged = accepted + line->latency >= line->arrival;
	if (!result->merged) {
		TEA_MISSTRACE(trace, earlier, line, accepted + line->latency);
		line_take(l1, line, &none, mshr, accepted);
		line->asked = (uint32_t)(line->arrival - now);
	}
	result->accepted = accepted;
	result->ready = cycle_max(accepted, line->arrival);
	TEA_MISSTRACE(trace, arrived, l1, line, accepted, result->ready);
}

/*
 * The line is there to be read, and the access wants to own it: an MSHR asks for that. Later accesses
 * find the line owned: stores before it is, which wait for nobody, go ahead.
 */
static __attribute__((noinline)) void access_upgrade(struct tea_l1 *l1, uint64_t address,
						     struct tea_line *line, bool write,
						     cycle_t now, struct tea_access *result)
{
	const cycle_t expected = l1->llc->latency;
	cycle_t there = cycle_max(now, tea_line_copied(line)), stored = now;
	struct tea_llc_read upgrade;
	unsigned int mshr, data = 0;

	if (write)
		stored = tea_booking_find(&l1->sdq, now, expected, &data);
	result->accepted = tea_fills_find(&l1->fills, stored, expected, &mshr);
	upgrade = tea_tile_upgrade(l1->tile, address, cycle_max(result->accepted, there));
	tea_booking_take(&l1->fills.mshrs, mshr, result->accepted, upgrade.arrival);
	if (write)
		tea_booking_take(&l1->sdq, data, result->accepted, upgrade.arrival);
	result->merged = false;
	result->ready = upgrade.arrival;
	line->shared = false;
	line->level = upgrade.level & TEA_LINE_LEVELS;
}

/* By an access that was accepted in @now, and goes on for itself. */
always_inline void prefetch_behind(struct tea_l1 *l1, uint64_t address, cycle_t now,
				   const struct tea_misstrace *trace)
{
	const bool recorded = tea_misstrace_prefetch(trace);

	tea_l1_prefetch(l1, address, now);
	tea_misstrace_prefetched(trace, recorded);
}

always_inline void wait_generic(struct tea_l1 *l1, uint64_t address, struct tea_line *line,
				enum tea_intent intent, cycle_t now,
				const struct tea_misstrace *trace, struct tea_access *result)
{
	const bool write = intent == TEA_INTENT_WRITE;
	bool missed = !line;

	if (missed && l1->next_line)
		tea_cache_expect_find(&l1->llc->cache, address + 1);
	if (l1->perfect) {
		tea_l1_hit(l1, now, result);
		return;
	}
	if (missed)
		line = access_miss(l1, address, intent, now, trace, result);
	else if (__builtin_expect(intent != TEA_INTENT_READ && line->shared, false))
		access_upgrade(l1, address, line, write, now, result);
	else if (now < tea_line_requested(line))
		access_earlier(l1, line, now, trace, result);
	else
		access_merge(l1, line, write, now, trace, result);
	line->dirty |= write;
	tea_cache_use(&l1->cache, line);
	result->ready += l1->latency;
	result->level = (enum tea_level)line->level;
	TEA_MISSTRACE(trace, answered, l1, result->ready);
	if (missed && l1->next_line && (address + 1) % LINES_PER_PAGE)
		prefetch_behind(l1, address + 1, result->accepted, trace);
}

static __attribute__((noinline)) void wait_traced(struct tea_l1 *l1, uint64_t address,
						    struct tea_line *line, enum tea_intent intent,
						    cycle_t now, struct tea_access *result)
{
	wait_generic(l1, address, line, intent, now, l1->trace, result);
}

void tea_l1_wait(struct tea_l1 *l1, uint64_t address, struct tea_line *line,
		 enum tea_intent intent, cycle_t now, struct tea_access *result)
{
	if (__builtin_expect(l1->trace != NULL, false))
		wait_traced(l1, address, line, intent, now, result);
	else
		wait_generic(l1, address, line, intent, now, NULL, result);
}

/* Its time is that of the MSHR and of what is below; for all that comes later it is there. */
static void warm_settle(struct tea_line *line, cycle_t now)
{
	line->arrival = now;
	line->copying = line->asked = line->latency = 0;
}

static void warm_prefetch(struct tea_l1 *l1, uint64_t address, cycle_t accepted, cycle_t now)
{
	struct tea_line *line;

	tea_l1_prefetch(l1, address, accepted);
	line = tea_l1_peek(l1, address);
	if (line && tea_line_copied(line) > now)
		warm_settle(line, now);
}

cycle_t tea_l1_warm(struct tea_l1 *l1, uint64_t address, bool write, cycle_t now)
{
	struct tea_line *line = tea_l1_find(l1, address), *below;
	unsigned int mshr;
	cycle_t accepted;

	if (l1->perfect)
		return now;
	if (line) {
		tea_cache_use(&l1->cache, line);
		line->dirty |= write;
		return now;
	}
	if (l1->next_line)
		tea_cache_expect_find(&l1->llc->cache, address + 1);
	below = tea_llc_find(l1->llc, address);
	accepted = tea_fills_find(&l1->fills, set_find(l1, address, write, now),
				  tea_llc_latency(l1->llc, below), &mshr);
	line = l1_fill(l1, address, below, mshr, TEA_INTENT_READ, accepted);
	line->dirty = write;
	warm_settle(line, now);
	if (l1->next_line && (address + 1) % LINES_PER_PAGE)
		warm_prefetch(l1, address + 1, accepted, now);
	return accepted;
}
