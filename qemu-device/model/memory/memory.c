// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * memory.c - TLBs, walker, L1 caches, LLC and DRAM put together: see memory.h
 *
 *	vaddr -> L1 TLB -> L2 TLB -> walker --+         L1I --+
 *	                                      v               v
 *	paddr ------------------------------> L1D ---------> LLC -> DRAM
 *
 * The walker reads PTEs through the L1D, one walk at a time, as BOOM's does. The L1
 * data TLB handles so many misses at once; fetch waits for its own, so needs no limit.
 */
#include "memory.h"

#include <assert.h>
#include <stdlib.h>

#include "misshops.h"
#include "l1.h"
#include "llc.h"
#include "tea_abi.h"
#include "time/cycles.h"
#include "tlb.h"

#define SIDES		2
#define WALKER_DEPTH	16	/* walks the walker remembers */
#define DTLB_DEPTH	32	/* misses that each place of the L1 data TLB remembers */

struct tea_memory {
	struct tea_l1 l1[SIDES];	/* by enum tea_side */
	struct tea_tlb tlb[SIDES];
	struct tea_llc llc;
	struct tea_tlb2 tlb2;
	struct tea_pte_cache pte_cache;
	struct tea_booking walker;
	struct tea_booking dtlb;	/* misses that the L1 data TLB handles */
	cycle_t dtlb_refill;
	const struct tea_env *env;
	cycle_t tlb2_latency;
	bool tlb_perfect[SIDES];
	uint16_t asid;
	uint8_t bare;			/* bit mask of the privileges known to be untranslated */
	const struct tea_follow *follow;	/* NULL: nobody follows the critical path */
	struct tea_follow places;
};

static int memory_init(struct tea_memory *memory, const struct tea_params *params)
{
	const unsigned int seed = params->l1_random ? params->random_seed : 0;
	const struct tea_l1_config insn = {
		.kib = params->l1i_kib, .ways = params->l1i_ways, .mshrs = params->l1i_mshrs,
		.rpq = params->l1d_rpq, .sdq = 1, .seed = seed,
		.perfect = params->l1i_perfect,
	}, data = {
		.kib = params->l1d_kib, .ways = params->l1d_ways, .mshrs = params->l1d_mshrs,
		.rpq = params->l1d_rpq, .sdq = params->l1d_sdq,
		.rows = TEA_LINE_BYTES / params->l1d_row_bytes, .release = params->llc_release,
		.latency = params->l1d_latency, .next_line = params->l1d_prefetch,
		.seed = seed, .perfect = params->l1d_perfect,
	};

	memory->tlb2_latency = params->l2_tlb_latency;
	memory->dtlb_refill = params->dtlb_refill;
	memory->tlb_perfect[TEA_SIDE_INSN] = params->itlb_perfect;
	memory->tlb_perfect[TEA_SIDE_DATA] = params->dtlb_perfect;
	memory->pte_cache.size = params->ptw_cache;
	if (tea_l1_init(&memory->l1[TEA_SIDE_INSN], &insn, &memory->llc) ||
	    tea_l1_init(&memory->l1[TEA_SIDE_DATA], &data, &memory->llc) ||
	    tea_llc_init(&memory->llc, params, &memory->l1[TEA_SIDE_INSN].cache,
			 &memory->l1[TEA_SIDE_DATA].cache) ||
	    tea_tlb_init(&memory->tlb[TEA_SIDE_INSN], params->l1i_tlb, params->tlb_sector,
			 params->tlb_superpages) ||
	    tea_tlb_init(&memory->tlb[TEA_SIDE_DATA], params->l1_tlb, params->tlb_sector,
			 params->tlb_superpages) ||
	    tea_tlb2_init(&memory->tlb2, params->l2_tlb) ||
	    tea_booking_init(&memory->dtlb, params->dtlb_misses, DTLB_DEPTH))
		return -1;
	return tea_booking_init(&memory->walker, 1, WALKER_DEPTH);
}

struct tea_memory *tea_memory_create(const struct tea_params *params, const struct tea_env *env)
{
	struct tea_memory *memory = calloc(1, sizeof(*memory));

	if (!memory)
		return NULL;
	memory->env = env;
	if (memory_init(memory, params)) {
		tea_memory_destroy(memory);
		return NULL;
	}
	return memory;
}

void tea_memory_destroy(struct tea_memory *memory)
{
	if (!memory)
		return;
	tea_booking_deinit(&memory->walker);
	tea_booking_deinit(&memory->dtlb);
	tea_tlb2_deinit(&memory->tlb2);
	for (unsigned int side = 0; side < SIDES; side++) {
		tea_tlb_deinit(&memory->tlb[side]);
		tea_l1_deinit(&memory->l1[side]);
	}
	tea_llc_deinit(&memory->llc);
	free(memory);
}

/* Places of the intervals of all of its units. */
static uint32_t count_places(const struct tea_booking *booking)
{
	return booking->count * booking->depth;
}

/* Take @count places from *@place on. Returns the first of them. */
static uint32_t take_places(uint32_t *place, size_t count)
{
	const uint32_t first = *place;

	*place += (uint32_t)count;
	return first;
}

static void place_l1(struct tea_l1 *l1, const struct tea_follow *follow,
		     struct tea_follow_l1 *places, uint32_t *place)
{
	places->mshrs = take_places(place, count_places(&l1->fills.mshrs));
	places->data = take_places(place, l1->fills.mshrs.count);
	places->lines = take_places(place, (l1->cache.set_mask + 1) * l1->cache.ways);
	l1->follow = l1->fills.follow = follow;
	l1->places = l1->fills.places = places;
}

uint32_t tea_memory_follow(struct tea_memory *memory, struct tea_hops *hops, uint32_t place)
{
	struct tea_follow *follow = &memory->places;
	struct tea_llc *llc = &memory->llc;
	struct tea_dram *dram = &llc->dram;

	memory->follow = llc->follow = dram->follow = follow;
	follow->hops = hops;
	follow->accepted = take_places(&place, 1);
	follow->ready = take_places(&place, 1);
	follow->written = take_places(&place, 1);
	for (unsigned int side = 0; side < SIDES; side++)
		place_l1(&memory->l1[side], follow, &follow->l1[side], &place);
	follow->llc_mshrs = take_places(&place, count_places(&llc->mshrs));
	follow->llc_lines = take_places(&place, (llc->cache.set_mask + 1) * llc->cache.ways);
	follow->banks = take_places(&place, (llc->bank_mask + 1) * TEA_FOLLOW_SLOTS);
	follow->outstanding = take_places(&place, count_places(&dram->outstanding));
	follow->queue = take_places(&place, count_places(&dram->queue));
	follow->rows = take_places(&place, (dram->bank_mask + 1) * TEA_FOLLOW_ROWS * 2);
	follow->bus = take_places(&place, TEA_FOLLOW_BUS);
	follow->pages = take_places(&place, SIDES * TEA_FOLLOW_PAGES);
	follow->dtlb = take_places(&place, count_places(&memory->dtlb));
	follow->walker = take_places(&place, count_places(&memory->walker));
	assert(place < TEA_HOPS_PLACES_MOST);
	return place;
}

/* Cycle in which the walker has the leaf PTE. */
static cycle_t walk_time(struct tea_memory *memory, const struct tea_walk *walk, cycle_t now)
{
	struct tea_l1 *l1 = &memory->l1[TEA_SIDE_DATA];
	struct tea_access access;
	unsigned int walker;
	cycle_t begin = tea_booking_find(&memory->walker, now, walk->levels * l1->latency, &walker);
	cycle_t at = begin;

	if (tea_follows(memory->follow))
		tea_follow_booking(memory->follow, &memory->walker, memory->follow->walker, walker,
				   TEA_HOPS_DTLB, now, begin);
	for (unsigned int i = 0; i < walk->levels; i++) {
		bool leaf = i + 1 == walk->levels;

		if (!leaf && tea_pte_cache_access(&memory->pte_cache, walk->pte_addr[i])) {
			at++;
			continue;
		}
		if (tea_follows(memory->follow))
			tea_hops_step(memory->follow->hops, TEA_HOPS_DTLB, at);
		tea_l1_access(l1, walk->pte_addr[i], false, at, &access);
		at = access.ready;
	}
	if (tea_follows(memory->follow)) {
		tea_hops_step(memory->follow->hops, TEA_HOPS_DTLB, at);
		tea_hops_hold(memory->follow->hops,
			      tea_follow_next(&memory->walker, memory->follow->walker, walker));
	}
	tea_booking_take(&memory->walker, walker, begin, at);
	return at;
}

/* The page, as the page table has it. Returns false if there is no translation. */
static bool entry_map(struct tea_memory *memory, uint64_t vaddr, uint8_t privilege,
		      struct tea_walk *walk, struct tea_tlb_entry *entry)
{
	*walk = (struct tea_walk){ .levels = 0 };
	if (memory->env->walk(memory->env->opaque, vaddr, privilege, walk))
		return false;
	assert(walk->levels <= TEA_WALK_LEVELS_MAX && walk->page_shift < 64);
	if (!walk->levels) {
		memory->bare |= (uint8_t)(1U << privilege);
		return false;
	}
	entry->mask = UINT64_MAX << walk->page_shift;
	entry->base = vaddr & entry->mask;
	entry->page_paddr = walk->page_paddr & entry->mask;
	entry->global = walk->global;
	entry->asid = memory->asid;
	entry->tlb = TEA_MEM_TLB_WALK;
	return true;
}

/* Walk the page table. Returns false if there is no translation. */
static bool entry_walk(struct tea_memory *memory, uint64_t vaddr, uint8_t privilege, cycle_t now,
		       struct tea_tlb_entry *entry)
{
	struct tea_walk walk;

	if (!entry_map(memory, vaddr, privilege, &walk, entry))
		return false;
	entry->ready = walk_time(memory, &walk, now);
	if (walk.page_shift == TEA_TLB_PAGE_SHIFT)
		tea_tlb2_insert(&memory->tlb2, entry);
	return true;
}

static bool entry_from_tlb2(const struct tea_memory *memory, uint64_t vaddr, cycle_t now,
			    struct tea_tlb_entry *entry)
{
	const struct tea_tlb2_entry *found = tea_tlb2_find(&memory->tlb2, vaddr, memory->asid);

	if (!found)
		return false;
	entry->mask = UINT64_MAX << TEA_TLB_PAGE_SHIFT;
	entry->base = vaddr & entry->mask;
	entry->page_paddr = found->page_paddr;
	entry->global = found->global;
	entry->asid = found->asid;
	entry->tlb = TEA_MEM_TLB_L2;
	entry->ready = cycle_max(now, found->ready);
	return true;
}

static void result_untranslated(struct tea_translation *result, uint64_t vaddr, cycle_t now)
{
	result->paddr = vaddr;
	result->ready = now;
	result->l1_miss = false;
	result->tlb = TEA_MEM_TLB_UNKNOWN;
}

/* From the L2 TLB, or by a walk. Returns false if there is no translation. */
static bool entry_request(struct tea_memory *memory, uint64_t vaddr, uint8_t privilege,
			  cycle_t now, struct tea_tlb_entry *entry)
{
	cycle_t looked_up = now + memory->tlb2_latency;

	if (tea_follows(memory->follow))
		tea_hops_step_by(memory->follow->hops, TEA_HOPS_DTLB, looked_up,
				 TEA_HOPS_KNOB_l2_tlb_latency, 1);
	return (privilege != TEA_PRIV_M && entry_from_tlb2(memory, vaddr, looked_up, entry)) ||
	       entry_walk(memory, vaddr, privilege, looked_up, entry);
}

/* The translation for @place of the L1 data TLB is there in @ready. */
static __attribute__((noinline)) void follow_refill(const struct tea_memory *memory,
						    unsigned int place, cycle_t ready)
{
	const struct tea_follow *follow = memory->follow;

	tea_hops_step(follow->hops, TEA_HOPS_DTLB, ready);
	tea_hops_hold(follow->hops, follow->ready);
	tea_hops_step_by(follow->hops, TEA_HOPS_DTLB, ready + memory->dtlb_refill,
			 TEA_HOPS_KNOB_dtlb_refill, 1);
	tea_hops_hold(follow->hops, tea_follow_next(&memory->dtlb, follow->dtlb, place));
	tea_hops_from(follow->hops, follow->ready);
}

/*
 * The same for data, in a place of the L1 data TLB. What had to wait for one began when
 * another ended: an access that comes earlier would not have it sooner.
 */
static bool entry_request_data(struct tea_memory *memory, uint64_t vaddr, uint8_t privilege,
			       cycle_t now, struct tea_tlb_entry *entry)
{
	unsigned int place;
	cycle_t least = memory->tlb2_latency + memory->dtlb_refill;
	cycle_t begin = tea_booking_find(&memory->dtlb, now, least, &place);

	if (tea_follows(memory->follow))
		tea_follow_booking(memory->follow, &memory->dtlb, memory->follow->dtlb, place,
				   TEA_HOPS_DTLB, now, begin);
	if (!entry_request(memory, vaddr, privilege, begin, entry))
		return false;
	if (tea_follows(memory->follow))
		follow_refill(memory, place, entry->ready);
	entry->requested = begin == now ? now : 0;
	tea_booking_take(&memory->dtlb, place, begin, entry->ready + memory->dtlb_refill);
	return true;
}

/* Whoever is asked for it: a perfect TLB has it, and only has to be told. */
static bool entry_find(struct tea_memory *memory, enum tea_side side, uint64_t vaddr,
		       uint8_t privilege, cycle_t now, struct tea_tlb_entry *entry)
{
	struct tea_walk walk;

	if (memory->tlb_perfect[side])
		return entry_map(memory, vaddr, privilege, &walk, entry);
	if (side == TEA_SIDE_DATA)
		return entry_request_data(memory, vaddr, privilege, now, entry);
	return entry_request(memory, vaddr, privilege, now, entry);
}

static uint32_t find_page(const struct tea_memory *memory, enum tea_side side, uint64_t vaddr)
{
	return memory->follow->pages + side * TEA_FOLLOW_PAGES +
	       (uint32_t)(vaddr >> TEA_TLB_PAGE_SHIFT) % TEA_FOLLOW_PAGES;
}

/* The translation of @vaddr is there in @ready; causes are those of @under again. */
static __attribute__((noinline)) void follow_translated(const struct tea_memory *memory,
							enum tea_side side, uint64_t vaddr,
							enum tea_hops_cause under, cycle_t ready)
{
	struct tea_hops *hops = memory->follow->hops;

	if (tea_hops_details(hops)) {
		tea_hops_step(hops, TEA_HOPS_DTLB, ready);
		tea_hops_hold(hops, find_page(memory, side, vaddr));
	}
	hops->under = under;
}

/* Out of line: what hits passes by it. */
static __attribute__((noinline)) void
translate_miss(struct tea_memory *memory, enum tea_side side, uint64_t vaddr, uint8_t privilege,
	       cycle_t now, struct tea_translation *result)
{
	struct tea_tlb_entry entry = { .requested = now };
	enum tea_hops_cause under = TEA_HOPS_CAUSES_COUNT;
	bool found;

	if (__builtin_expect(memory->follow != NULL, false)) {
		under = memory->follow->hops->under;
		memory->follow->hops->under = side == TEA_SIDE_INSN ? TEA_HOPS_ITLB : TEA_HOPS_DTLB;
	}
	found = entry_find(memory, side, vaddr, privilege, now, &entry);
	if (__builtin_expect(memory->follow != NULL, false))
		follow_translated(memory, side, vaddr, under,
				  found ? cycle_max(now, entry.ready) : now);

	if (!found) {
		result_untranslated(result, vaddr, now);
		return;
	}
	if (privilege != TEA_PRIV_M)
		tea_tlb_insert(&memory->tlb[side], &entry);
	result->paddr = entry.page_paddr | (vaddr & ~entry.mask);
	result->ready = cycle_max(now, entry.ready);
	result->l1_miss = !memory->tlb_perfect[side];
	result->tlb = result->l1_miss ? entry.tlb : TEA_MEM_TLB_L1;
}

/* The page of @vaddr, which is on its way, is waited for until @ready; @anew: it was asked for. */
static __attribute__((noinline)) void follow_page(const struct tea_memory *memory,
						  enum tea_side side, uint64_t vaddr, bool anew,
						  cycle_t ready)
{
	const enum tea_hops_cause cause = side == TEA_SIDE_INSN ? TEA_HOPS_ITLB : TEA_HOPS_DTLB;
	struct tea_hops *hops = memory->follow->hops;
	const enum tea_hops_cause under = hops->under;

	hops->under = cause;
	if (anew)
		tea_hops_step(hops, cause, ready);
	else
		tea_hops_after(hops, find_page(memory, side, vaddr), cause, ready);
	hops->under = under;
}

/*
 * The walk that brings @entry, of the page of @vaddr, has not ended: wait for it, or for one begun
 * now. Out of line, too.
 */
static __attribute__((noinline)) void
translate_merge(struct tea_memory *memory, enum tea_side side, uint64_t vaddr,
		struct tea_tlb_entry *entry, cycle_t now, struct tea_translation *result)
{
	const bool anew = now < entry->requested;

	if (anew) {
		entry->ready -= entry->requested - now;
		entry->requested = now;
	}
	result->ready = cycle_max(now, entry->ready);
	result->l1_miss = true;
	result->tlb = entry->tlb;
	if (tea_follows(memory->follow))
		follow_page(memory, side, vaddr, anew, result->ready);
}

void tea_memory_translate(struct tea_memory *memory, enum tea_side side, uint64_t vaddr,
			  uint8_t privilege, cycle_t now, struct tea_translation *result)
{
	struct tea_tlb_entry *entry;

	if (memory->bare >> privilege & 1) {
		result_untranslated(result, vaddr, now);
		return;
	}
	entry = privilege == TEA_PRIV_M ? NULL
					: tea_tlb_find(&memory->tlb[side], vaddr, memory->asid);
	if (!entry) {
		translate_miss(memory, side, vaddr, privilege, now, result);
		return;
	}
	result->paddr = entry->page_paddr | (vaddr & ~entry->mask);
	if (__builtin_expect(entry->ready > now, false)) {
		translate_merge(memory, side, vaddr, entry, now, result);
		return;
	}
	result->ready = now;
	result->l1_miss = false;
	result->tlb = TEA_MEM_TLB_L1;
}

/*
 * Find @vaddr translated in @now, where that is found at once: @entry has it, or is NULL where
 * nothing is translated. Changes nothing.
 */
static inline enum tea_hit translate_peek(struct tea_memory *memory, enum tea_side side,
					  uint64_t vaddr, uint8_t privilege, cycle_t now,
					  struct tea_tlb_entry **entry, uint64_t *paddr)
{
	struct tea_tlb_entry *found;

	*entry = NULL;
	*paddr = vaddr;
	if (memory->bare >> privilege & 1)
		return TEA_HIT_UNTRANSLATED;
	found = tea_tlb_peek(&memory->tlb[side], vaddr, memory->asid);
	if (!found || found->ready > now || privilege == TEA_PRIV_M)
		return TEA_HIT_NONE;
	*entry = found;
	*paddr = found->page_paddr | (vaddr & ~found->mask);
	return TEA_HIT_TRANSLATED;
}

enum tea_hit tea_memory_translate_hit(struct tea_memory *memory, uint64_t vaddr, uint8_t privilege,
				      cycle_t now, uint64_t *paddr)
{
	struct tea_tlb_entry *entry;
	enum tea_hit hit = translate_peek(memory, TEA_SIDE_DATA, vaddr, privilege, now, &entry,
					  paddr);

	if (entry)
		tea_tlb_use(&memory->tlb[TEA_SIDE_DATA], entry);
	return hit;
}

/* All is looked at before anything is changed. */
static inline enum tea_hit access_hit(struct tea_memory *memory, enum tea_side side,
				      uint64_t vaddr, uint8_t privilege, cycle_t now)
{
	struct tea_l1 *l1 = &memory->l1[side];
	struct tea_tlb_entry *entry;
	struct tea_line *line;
	uint64_t paddr;

	if (!translate_peek(memory, side, vaddr, privilege, now, &entry, &paddr))
		return TEA_HIT_NONE;
	line = tea_l1_peek(l1, paddr / TEA_LINE_BYTES);
	if (!line) {
		tea_cache_expect_find(&memory->llc.cache, paddr / TEA_LINE_BYTES);
		return TEA_HIT_NONE;
	}
	if (tea_line_copied(line) > now)
		return TEA_HIT_NONE;
	if (entry)
		tea_tlb_use(&memory->tlb[side], entry);
	tea_cache_use(&l1->cache, line);
	return entry ? TEA_HIT_TRANSLATED : TEA_HIT_UNTRANSLATED;
}

bool tea_memory_fetch_hit(struct tea_memory *memory, uint64_t vaddr, uint8_t privilege, cycle_t now)
{
	return access_hit(memory, TEA_SIDE_INSN, vaddr, privilege, now) != TEA_HIT_NONE;
}

enum tea_hit tea_memory_load_hit(struct tea_memory *memory, uint64_t vaddr, uint8_t privilege,
				 cycle_t now, cycle_t *ready)
{
	*ready = now + memory->l1[TEA_SIDE_DATA].latency;
	return access_hit(memory, TEA_SIDE_DATA, vaddr, privilege, now);
}

bool tea_memory_store_hit(struct tea_memory *memory, uint64_t paddr, cycle_t now)
{
	struct tea_l1 *l1 = &memory->l1[TEA_SIDE_DATA];
	struct tea_line *line = tea_l1_peek(l1, paddr / TEA_LINE_BYTES);

	if (!line || tea_line_copied(line) > now)
		return false;
	tea_cache_use(&l1->cache, line);
	line->dirty = true;
	return true;
}

void tea_memory_fetch(struct tea_memory *memory, uint64_t paddr, cycle_t now,
		      struct tea_access *result)
{
	tea_l1_access(&memory->l1[TEA_SIDE_INSN], paddr, false, now, result);
}

void tea_memory_load(struct tea_memory *memory, uint64_t paddr, cycle_t now,
		     struct tea_access *result)
{
	tea_l1_access(&memory->l1[TEA_SIDE_DATA], paddr, false, now, result);
}

bool tea_memory_load_until(struct tea_memory *memory, uint64_t paddr, cycle_t now, cycle_t latest,
			   struct tea_access *result)
{
	struct tea_l1 *l1 = &memory->l1[TEA_SIDE_DATA];

	if (tea_l1_accepts(l1, paddr / TEA_LINE_BYTES, now) > latest)
		return false;
	tea_l1_access(l1, paddr, false, now, result);
	return true;
}

void tea_memory_store(struct tea_memory *memory, uint64_t paddr, cycle_t now,
		      struct tea_access *result)
{
	tea_l1_access(&memory->l1[TEA_SIDE_DATA], paddr, true, now, result);
}

/* One core: a line that is read is owned, so prefetching to write is the same. */
void tea_memory_prefetch(struct tea_memory *memory, enum tea_side side, uint64_t paddr,
			 bool write, cycle_t now)
{
	struct tea_access unused;

	(void)write;
	tea_l1_access(&memory->l1[side], paddr, false, now, &unused);
}

void tea_memory_spare_page(struct tea_memory *memory, enum tea_side side, uint64_t vaddr,
			   uint8_t privilege, cycle_t now)
{
	struct tea_tlb_entry *known, entry = { .requested = now, .ready = now };
	struct tea_walk walk;

	if (privilege == TEA_PRIV_M || memory->bare >> privilege & 1)
		return;
	known = tea_tlb_find(&memory->tlb[side], vaddr, memory->asid);
	if (known && known->ready > now)
		known->ready = known->requested = now;
	else if (!known && entry_map(memory, vaddr, privilege, &walk, &entry))
		tea_tlb_insert(&memory->tlb[side], &entry);
}

void tea_memory_spare_line(struct tea_memory *memory, enum tea_side side, uint64_t paddr,
			   enum tea_level level, cycle_t now)
{
	tea_llc_spare(&memory->llc, paddr / TEA_LINE_BYTES, now);
	tea_l1_spare(&memory->l1[side], paddr / TEA_LINE_BYTES, level == TEA_LEVEL_L1, now);
}

void tea_memory_spare_store(struct tea_memory *memory, uint64_t paddr, cycle_t now)
{
	struct tea_access unused;

	tea_memory_spare_line(memory, TEA_SIDE_DATA, paddr, TEA_LEVEL_L1, now);
	tea_memory_load(memory, paddr, now, &unused);
}

void tea_memory_flush_icache(struct tea_memory *memory)
{
	tea_cache_clear(&memory->l1[TEA_SIDE_INSN].cache);
}

void tea_memory_flush_tlb(struct tea_memory *memory)
{
	for (unsigned int side = 0; side < SIDES; side++)
		tea_tlb_flush(&memory->tlb[side]);
	tea_tlb2_flush(&memory->tlb2);
	memory->pte_cache.count = 0;
	memory->bare = 0;
}

void tea_memory_set_asid(struct tea_memory *memory, uint16_t asid)
{
	memory->bare = 0;
	memory->asid = asid;
}
