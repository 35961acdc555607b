// SPDX-License-Identifier: GPL-2.0-or-later
/* llc.c - last-level cache: see llc.h */
#include "llc.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "memory.h"
#include "misstrace.h"
#include "time/cycles.h"

#define MSHR_DEPTH	4	/* intervals an MSHR remembers, of one core's requests */
#define MSHR_DEPTH_MANY	32	/* and of several cores, which are simulated in turns */
#define CACHES_ABOVE	2	/* of each core: L1I, L1D */

int tea_llc_init(struct tea_llc *llc, const struct tea_params *params, unsigned int cores,
		 struct tea_dram *dram)
{
	assert(is_power_of_two(params->llc_banks));
	llc->trace = NULL;
	llc->dram = dram;
	llc->bank_mask = params->llc_banks - 1;
	llc->latency = params->llc_latency;
	llc->above_count = CACHES_ABOVE * cores;
	llc->above = calloc(llc->above_count, sizeof(struct tea_cache *));
	llc->banks = calloc(params->llc_banks, sizeof(*llc->banks));
	if (!llc->above || !llc->banks || tea_cache_init(&llc->cache, params->llc_kib, params->llc_ways,
					  params->llc_random ? TEA_REPLACE_RANDOM :
							       TEA_REPLACE_AGES) ||
	    tea_booking_init(&llc->mshrs, params->llc_mshrs,
			     cores > 1 ? MSHR_DEPTH_MANY : MSHR_DEPTH))
		return -ENOMEM;
	tea_cache_seed(&llc->cache, params->random_seed);
	for (unsigned int i = 0; i < params->llc_banks; i++)
		tea_calendar_init(&llc->banks[i], 1, params->llc_occupancy);
	return 0;
}

void tea_llc_deinit(struct tea_llc *llc)
{
	tea_booking_deinit(&llc->mshrs);
	tea_cache_deinit(&llc->cache);
	free(llc->banks);
	free(llc->above);
}

void tea_llc_attach(struct tea_llc *llc, unsigned int number, struct tea_cache *insn,
		    struct tea_cache *data)
{
	assert(CACHES_ABOVE * number < llc->above_count);
	llc->above[CACHES_ABOVE * number] = insn;
	llc->above[CACHES_ABOVE * number + 1] = data;
}

struct tea_line *tea_llc_find(const struct tea_llc *llc, uint64_t address)
{
	struct tea_line *line = tea_cache_find(&llc->cache, address);

	if (!line)
		tea_cache_expect_replace(&llc->cache, address);
	return line;
}

cycle_t tea_llc_latency(const struct tea_llc *llc, const struct tea_line *line)
{
	return llc->latency + (line ? 0 : tea_dram_latency(llc->dram));
}

static cycle_t bank_take(struct tea_llc *llc, uint64_t address, cycle_t now)
{
	return tea_calendar_take(&llc->banks[address & llc->bank_mask], now);
}

/* A line that leaves the LLC leaves the L1s. Whether DRAM gets newer data. */
static bool victim_evict(const struct tea_llc *llc, const struct tea_victim *victim)
{
	bool dirty = victim->dirty;

	if (!victim->valid)
		return false;
	for (unsigned int i = 0; i < llc->above_count; i++)
		dirty |= llc->above[i] && tea_cache_invalidate(llc->above[i], victim->address);
	return dirty;
}

static struct tea_line *line_fill(struct tea_llc *llc, uint64_t address, cycle_t now)
{
	struct tea_line *line = tea_cache_replace(&llc->cache, address, &llc->victim);

	if (victim_evict(llc, &llc->victim))
		tea_dram_write(llc->dram, now);
	return line;
}

static struct tea_llc_read read_miss(struct tea_llc *llc, uint64_t address, cycle_t now)
{
	unsigned int mshr;
	cycle_t begin = tea_booking_find(&llc->mshrs, now, tea_dram_latency(llc->dram), &mshr);
	struct tea_line *line;
	cycle_t filled, written;

	TEA_MISSTRACE(llc->trace, llc_mshr, llc, mshr, now, begin);
	filled = tea_dram_read(llc->dram, address, begin);
	line = line_fill(llc, address, begin);
	written = bank_take(llc, address, filled);
	TEA_MISSTRACE(llc->trace, filled, llc, mshr, line, filled, written);
	tea_booking_take(&llc->mshrs, mshr, begin, filled);
	line->arrival = filled;
	line->asked = line->latency = (uint32_t)(filled - now);
	line->level = TEA_LEVEL_DRAM;
	return (struct tea_llc_read){ .arrival = filled + llc->latency, .level = TEA_LEVEL_DRAM };
}

struct tea_llc_read tea_llc_read(struct tea_llc *llc, uint64_t address, struct tea_line *line,
				 cycle_t now)
{
	struct tea_llc_read read = { .level = TEA_LEVEL_LLC };
	cycle_t begin = bank_take(llc, address, now);
	bool anew = false;

	TEA_MISSTRACE(llc->trace, bank, llc, address, now, begin);
	if (!line)
		return read_miss(llc, address, begin);
	tea_cache_use(&llc->cache, line);
	if (line->arrival > begin) {
		/* Still on its way. An access before the one that missed pays its latency. */
		read.level = line->level;
		anew = begin < tea_line_requested(line);
		begin = anew ? begin + line->latency : line->arrival;
	}
	TEA_MISSTRACE(llc->trace, found, llc, line, anew, begin);
	read.arrival = begin + llc->latency;
	return read;
}

void tea_llc_spare(struct tea_llc *llc, uint64_t address, cycle_t now)
{
	struct tea_line *line = tea_cache_find(&llc->cache, address);

	if (line && line->arrival <= now)
		return;
	if (!line)
		line = line_fill(llc, address, now);
	line->arrival = now;
	line->asked = line->latency = 0;
	line->level = TEA_LEVEL_LLC;
}

void tea_llc_write(struct tea_llc *llc, uint64_t address, cycle_t now)
{
	struct tea_line *line = tea_cache_find(&llc->cache, address);

	cycle_t begin;

	assert(line);	/* inclusive */
	begin = bank_take(llc, address, now);
	TEA_MISSTRACE(llc->trace, written, llc, address, now, begin);
	tea_cache_use(&llc->cache, line);
	line->dirty = true;
}
