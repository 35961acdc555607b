// SPDX-License-Identifier: GPL-2.0-or-later
/* llc.c - last-level cache and the DRAM behind it: see llc.h */
#include "llc.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "misshops.h"
#include "memory.h"
#include "time/cycles.h"

#define MSHR_DEPTH	4	/* intervals an MSHR remembers */

int tea_llc_init(struct tea_llc *llc, const struct tea_params *params, struct tea_cache *insn,
		 struct tea_cache *data)
{
	assert(is_power_of_two(params->llc_banks));
	llc->follow = NULL;
	llc->bank_mask = params->llc_banks - 1;
	llc->latency = params->llc_latency;
	llc->above[0] = insn;
	llc->above[1] = data;
	llc->banks = calloc(params->llc_banks, sizeof(*llc->banks));
	if (!llc->banks || tea_cache_init(&llc->cache, params->llc_kib, params->llc_ways,
					  params->llc_random ? TEA_REPLACE_RANDOM :
							       TEA_REPLACE_AGES) ||
	    tea_booking_init(&llc->mshrs, params->llc_mshrs, MSHR_DEPTH) ||
	    tea_dram_init(&llc->dram, params))
		return -ENOMEM;
	tea_cache_seed(&llc->cache, params->random_seed);
	for (unsigned int i = 0; i < params->llc_banks; i++)
		tea_calendar_init(&llc->banks[i], 1, params->llc_occupancy);
	return 0;
}

void tea_llc_deinit(struct tea_llc *llc)
{
	tea_dram_deinit(&llc->dram);
	tea_booking_deinit(&llc->mshrs);
	tea_cache_deinit(&llc->cache);
	free(llc->banks);
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
	return llc->latency + (line ? 0 : tea_dram_latency(&llc->dram));
}

static cycle_t bank_take(struct tea_llc *llc, uint64_t address, cycle_t now)
{
	return tea_calendar_take(&llc->banks[address & llc->bank_mask], now);
}

/* What leaves the LLC leaves the L1s, and DRAM gets the newest data. */
static void victim_evict(struct tea_llc *llc, const struct tea_victim *victim, cycle_t now)
{
	bool dirty = victim->dirty;

	if (!victim->valid)
		return;
	for (unsigned int i = 0; i < 2; i++)
		dirty |= tea_cache_invalidate(llc->above[i], victim->address);
	if (dirty)
		tea_dram_write(&llc->dram, now);
}

static struct tea_line *line_fill(struct tea_llc *llc, uint64_t address, cycle_t now)
{
	struct tea_victim victim;
	struct tea_line *line = tea_cache_replace(&llc->cache, address, &victim);

	victim_evict(llc, &victim, now);
	return line;
}

static uint32_t find_place(const struct tea_llc *llc, const struct tea_line *line)
{
	return llc->follow->llc_lines + (uint32_t)(line - llc->cache.lines);
}

/* Who came to the bank of @address in @now is served from @begin on; @now UINT64_MAX: at once. */
static __attribute__((noinline)) void follow_bank(const struct tea_llc *llc, uint64_t address,
						  cycle_t now, cycle_t begin)
{
	const uint32_t bank = (uint32_t)(address & llc->bank_mask);

	tea_follow_calendar(llc->follow, &llc->banks[bank],
			    llc->follow->banks + bank * TEA_FOLLOW_SLOTS, TEA_FOLLOW_SLOTS,
			    TEA_HOPS_BANK, now, begin);
}

/* A line is written in @begin: nobody waits for that, but others for the bank. */
static __attribute__((noinline)) void follow_write(const struct tea_llc *llc, uint64_t address,
						   cycle_t now, cycle_t begin)
{
	struct tea_hops *hops = llc->follow->hops;

	tea_hops_hold(hops, llc->follow->written);
	tea_hops_step(hops, TEA_HOPS_FILL, now);
	follow_bank(llc, address, now, begin);
	tea_hops_from(hops, llc->follow->written);
}

/* @line is there from memory, by @mshr; its bank has it in @written. */
static __attribute__((noinline)) void follow_filled(const struct tea_llc *llc, unsigned int mshr,
						    const struct tea_line *line, uint64_t address,
						    cycle_t filled, cycle_t written)
{
	struct tea_hops *hops = llc->follow->hops;

	tea_hops_step(hops, TEA_HOPS_DRAM, filled);
	tea_hops_hold(hops, find_place(llc, line));
	tea_hops_hold(hops, tea_follow_next(&llc->mshrs, llc->follow->llc_mshrs, mshr));
	follow_bank(llc, address, UINT64_MAX, written);
	tea_hops_step_by(hops, TEA_HOPS_LLC, filled + llc->latency, TEA_HOPS_KNOB_llc_latency, 1);
}

/* @line is there, or will be in @begin: it is waited for, or @anew read for this one. */
static __attribute__((noinline)) void follow_found(const struct tea_llc *llc,
						   const struct tea_line *line, bool anew,
						   cycle_t begin)
{
	struct tea_hops *hops = llc->follow->hops;

	if (anew)
		tea_hops_step(hops, TEA_HOPS_DRAM, begin);
	else if (line->arrival == begin)
		tea_hops_after(hops, find_place(llc, line), TEA_HOPS_DRAM, begin);
	tea_hops_step_by(hops, TEA_HOPS_LLC, begin + llc->latency, TEA_HOPS_KNOB_llc_latency, 1);
}

static struct tea_llc_read read_miss(struct tea_llc *llc, uint64_t address, cycle_t now)
{
	unsigned int mshr;
	cycle_t begin = tea_booking_find(&llc->mshrs, now, tea_dram_latency(&llc->dram), &mshr);
	struct tea_line *line;
	cycle_t filled, written;

	if (tea_follows(llc->follow))
		tea_follow_booking(llc->follow, &llc->mshrs, llc->follow->llc_mshrs, mshr,
				   TEA_HOPS_LLC_MSHR, now, begin);
	filled = tea_dram_read(&llc->dram, address, begin);
	line = line_fill(llc, address, begin);
	written = bank_take(llc, address, filled);
	if (tea_follows(llc->follow))
		follow_filled(llc, mshr, line, address, filled, written);
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

	if (tea_follows(llc->follow))
		follow_bank(llc, address, now, begin);
	if (!line)
		return read_miss(llc, address, begin);
	tea_cache_use(&llc->cache, line);
	if (line->arrival > begin) {
		/* Still on its way. An access before the one that missed pays its latency. */
		read.level = line->level;
		anew = begin < tea_line_requested(line);
		begin = anew ? begin + line->latency : line->arrival;
	}
	if (tea_follows(llc->follow))
		follow_found(llc, line, anew, begin);
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
	if (tea_follows(llc->follow))
		follow_write(llc, address, now, begin);
	tea_cache_use(&llc->cache, line);
	line->dirty = true;
}
