// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * memory.c - TLBs, walker, L1 caches and uncore put together: see memory.h
 *
 *	vaddr -> L1 TLB -> L2 TLB -> walker --+         L1I --+
 *	                                      v               v
 *	paddr ------------------------------> L1D ---------> uncore: LLC -> DRAM
 *
 * The walker reads PTEs through the L1D, one walk at a time, as BOOM's does. The L1
 * data TLB handles so many misses at once; fetch waits for its own, so needs no limit.
 */
#include "memory.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "isa/block.h"
#include "l1.h"
#include "misstrace.h"
#include "tea_abi.h"
#include "time/cycles.h"
#include "tlb.h"
#include "uncore.h"

#define SIDES		2
#define WALKER_DEPTH	16	/* walks the walker remembers */
#define DTLB_DEPTH	32	/* misses that each place of the L1 data TLB remembers */

struct tea_memory {
	struct tea_l1 l1[SIDES];	/* by enum tea_side */
	struct tea_tlb tlb[SIDES];
	struct tea_uncore *uncore, *own;	/* own: of a core alone */
	struct tea_llc *llc;
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
	const struct tea_misstrace *trace;	/* NULL: the critical path is not recorded */
	struct tea_misstrace places;
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
	if (tea_l1_init(&memory->l1[TEA_SIDE_INSN], &insn, memory->llc) ||
	    tea_l1_init(&memory->l1[TEA_SIDE_DATA], &data, memory->llc) ||
	    tea_tlb_init(&memory->tlb[TEA_SIDE_INSN], params->l1i_tlb, params->tlb_sector,
			 params->tlb_superpages) ||
	    tea_tlb_init(&memory->tlb[TEA_SIDE_DATA], params->l1_tlb, params->tlb_sector,
			 params->tlb_superpages) ||
	    tea_tlb2_init(&memory->tlb2, params->l2_tlb) ||
	    tea_booking_init(&memory->dtlb, params->dtlb_misses, DTLB_DEPTH))
		return -1;
	return tea_booking_init(&memory->walker, 1, WALKER_DEPTH);
}

/* Returns 0, or -ENOMEM. */
static int uncore_init(struct tea_memory *memory, const struct tea_params *params)
{
	memory->uncore = memory->env->uncore;
	if (!memory->uncore)
		memory->uncore = memory->own = tea_uncore_create(params, 1);
	if (!memory->uncore)
		return -ENOMEM;
	memory->llc = tea_uncore_llc(memory->uncore, memory->env->core);
	return 0;
}

static void memory_attach(struct tea_memory *memory)
{
	struct tea_l1 *insn = &memory->l1[TEA_SIDE_INSN], *data = &memory->l1[TEA_SIDE_DATA];

	insn->tile = data->tile =
		tea_uncore_attach(memory->uncore, memory->env->core, &insn->cache, &data->cache);
	data->tracked = true;
}

struct tea_memory *tea_memory_create(const struct tea_params *params, const struct tea_env *env)
{
	struct tea_memory *memory = calloc(1, sizeof(*memory));

	if (!memory)
		return NULL;
	memory->env = env;
	if (uncore_init(memory, params) || memory_init(memory, params)) {
		tea_memory_destroy(memory);
		return NULL;
	}
	memory_attach(memory);
	return memory;
}

void tea_memory_destroy(struct tea_memory *memory)
{
	if (!memory)
		return;
	tea_booking_deinit(&memory->walker);
	tea_booking_deinit(&memory->dtlb);
	tea_tlb2_deinit(&memory->tlb2);
	if (memory->uncore)
		tea_uncore_attach(memory->uncore, memory->env->core, NULL, NULL);
	for (unsigned int side = 0; side < SIDES; side++) {
		tea_tlb_deinit(&memory->tlb[side]);
		tea_l1_deinit(&memory->l1[side]);
	}
	tea_uncore_destroy(memory->own);
	free(memory);
}

uint32_t tea_memory_trace(struct tea_memory *memory, struct tea_edges *edges, uint32_t place)
{
	const struct tea_misstrace_parts parts = {
		.l1 = memory->l1, .llc = memory->llc, .dtlb = &memory->dtlb,
		.walker = &memory->walker,
	};

	memory->trace = &memory->places;
	return tea_misstrace_init(&memory->places, &parts, edges, place);
}

/* Cycle in which the walker has the leaf PTE. */
static cycle_t walk_time(struct tea_memory *memory, const struct tea_walk *walk, cycle_t now)
{
	struct tea_l1 *l1 = &memory->l1[TEA_SIDE_DATA];
	struct tea_access access;
	unsigned int walker;
	cycle_t begin = tea_booking_find(&memory->walker, now, walk->levels * l1->latency, &walker);
	cycle_t at = begin;

	TEA_MISSTRACE(memory->trace, walk, &memory->walker, walker, now, begin);
	for (unsigned int i = 0; i < walk->levels; i++) {
		bool leaf = i + 1 == walk->levels;

		if (!leaf && tea_pte_cache_access(&memory->pte_cache, walk->pte_addr[i])) {
			at++;
			continue;
		}
		TEA_MISSTRACE(memory->trace, walk_read, at);
		tea_l1_access(l1, walk->pte_addr[i], TEA_INTENT_READ, at, &access);
		at = access.ready;
	}
	TEA_MISSTRACE(memory->trace, walked, &memory->walker, walker, at);
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

	TEA_MISSTRACE(memory->trace, looked_up, looked_up);
	return (privilege != TEA_PRIV_M && entry_from_tlb2(memory, vaddr, looked_up, entry)) ||
	       entry_walk(memory, vaddr, privilege, looked_up, entry);
}

/*
 * The same for data, in a place of the L1 data TLB. A request that had to wait for a place began
 * when another one ended: an earlier access would not have it sooner.
 */
static bool entry_request_data(struct tea_memory *memory, uint64_t vaddr, uint8_t privilege,
			       cycle_t now, struct tea_tlb_entry *entry)
{
	unsigned int place;
	cycle_t least = memory->tlb2_latency + memory->dtlb_refill;
	cycle_t begin = tea_booking_find(&memory->dtlb, now, least, &place), refilled;

	TEA_MISSTRACE(memory->trace, miss, &memory->dtlb, place, now, begin);
	if (!entry_request(memory, vaddr, privilege, begin, entry))
		return false;
	refilled = entry->ready + memory->dtlb_refill;
	TEA_MISSTRACE(memory->trace, refill, &memory->dtlb, place, entry->ready, refilled);
	entry->requested = begin == now ? now : 0;
	tea_booking_take(&memory->dtlb, place, begin, refilled);
	return true;
}

/* Look the entry up: a perfect TLB has it, and only needs the mapping. */
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

/* Out of line, as hits do not need it. */
static __attribute__((noinline)) void
translate_miss(struct tea_memory *memory, enum tea_side side, uint64_t vaddr, uint8_t privilege,
	       cycle_t now, struct tea_translation *result)
{
	struct tea_tlb_entry entry = { .requested = now };
	const enum tea_edges_cause under = tea_misstrace_translate(memory->trace, side);
	const bool found = entry_find(memory, side, vaddr, privilege, now, &entry);

	tea_misstrace_translated(memory->trace, side, vaddr, under,
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
	TEA_MISSTRACE(memory->trace, page, side, vaddr, anew, result->ready);
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
		tea_cache_expect_find(&memory->llc->cache, paddr / TEA_LINE_BYTES);
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

	if (!line || tea_line_copied(line) > now || line->shared)
		return false;
	tea_cache_use(&l1->cache, line);
	line->dirty = true;
	return true;
}

/* In the L1 and in one line. All is looked at before anything is changed. */
static inline bool listed_hits(struct tea_memory *memory, const struct tea_listed *listed,
			       uint64_t vaddr, uint8_t privilege, cycle_t now)
{
	struct tea_l1 *l1 = &memory->l1[TEA_SIDE_DATA];
	struct tea_tlb_entry *entry;
	struct tea_line *line;
	uint64_t paddr;

	if (vaddr % TEA_LINE_BYTES + listed->bytes > TEA_LINE_BYTES ||
	    !translate_peek(memory, TEA_SIDE_DATA, vaddr, privilege, now, &entry, &paddr))
		return false;
	line = tea_l1_peek(l1, paddr / TEA_LINE_BYTES);
	if (!line || tea_line_copied(line) > now || (listed->write && line->shared))
		return false;
	if (entry)
		tea_tlb_use(&memory->tlb[TEA_SIDE_DATA], entry);
	tea_cache_use(&l1->cache, line);
	line->dirty |= listed->write;
	return true;
}

unsigned int tea_memory_hits(struct tea_memory *memory, const struct tea_listed *list,
			     unsigned int count, const uint64_t *words, uint8_t privilege,
			     cycle_t now)
{
	for (unsigned int i = 0; i < count; i++) {
		const uint64_t vaddr = words[list[i].word];

		if (vaddr != TEA_NO_ADDRESS && !listed_hits(memory, &list[i], vaddr, privilege, now))
			return i;
	}
	return count;
}

/* Warming */

static void warm_walk(struct tea_memory *memory, const struct tea_walk *walk, cycle_t now)
{
	struct tea_l1 *l1 = &memory->l1[TEA_SIDE_DATA];

	for (unsigned int i = 0; i < walk->levels; i++) {
		if (i + 1 == walk->levels ||
		    !tea_pte_cache_access(&memory->pte_cache, walk->pte_addr[i]))
			tea_l1_warm(l1, walk->pte_addr[i] / TEA_LINE_BYTES, false, now);
	}
}

/* Whether there is a translation: @entry, as translate_miss() has it. */
static bool warm_entry(struct tea_memory *memory, enum tea_side side, uint64_t vaddr,
		       uint8_t privilege, cycle_t now, struct tea_tlb_entry *entry)
{
	struct tea_walk walk;

	if (!memory->tlb_perfect[side] && privilege != TEA_PRIV_M &&
	    entry_from_tlb2(memory, vaddr, now, entry))
		return true;
	if (!entry_map(memory, vaddr, privilege, &walk, entry))
		return false;
	entry->ready = now;
	if (memory->tlb_perfect[side])
		return true;
	warm_walk(memory, &walk, now);
	if (walk.page_shift == TEA_TLB_PAGE_SHIFT)
		tea_tlb2_insert(&memory->tlb2, entry);
	return true;
}

static uint64_t warm_translate(struct tea_memory *memory, enum tea_side side, uint64_t vaddr,
			       uint8_t privilege, cycle_t now)
{
	struct tea_tlb_entry *known = NULL, entry = { .requested = now };

	if (memory->bare >> privilege & 1)
		return vaddr;
	if (privilege != TEA_PRIV_M)
		known = tea_tlb_find(&memory->tlb[side], vaddr, memory->asid);
	if (!known && !warm_entry(memory, side, vaddr, privilege, now, &entry))
		return vaddr;
	if (!known && privilege != TEA_PRIV_M)
		tea_tlb_insert(&memory->tlb[side], &entry);
	known = known ? known : &entry;
	return known->page_paddr | (vaddr & ~known->mask);
}

/* The same of a core that is not alone: in time. */
static cycle_t warm_access_shared(struct tea_memory *memory, enum tea_side side,
				  const uint64_t *vaddrs, unsigned int count, bool write,
				  uint8_t privilege, cycle_t now)
{
	const enum tea_intent intent = write ? TEA_INTENT_WRITE : TEA_INTENT_READ;
	struct tea_translation translations[2];
	struct tea_access access;

	for (unsigned int i = 0; i < count; i++) {
		tea_memory_translate(memory, side, vaddrs[i], privilege, now, &translations[i]);
		now = translations[i].ready;
	}
	for (unsigned int i = 0; i < count; i++) {
		tea_l1_access(&memory->l1[side], translations[i].paddr, intent, now, &access);
		now = cycle_max(now, access.ready);
	}
	return now;
}

cycle_t tea_memory_warm(struct tea_memory *memory, enum tea_side side, uint64_t vaddr,
			uint8_t bytes, bool write, uint8_t privilege, cycle_t now,
			cycle_t ahead)
{
	cycle_t accepted = now;
	const uint64_t left = TEA_LINE_BYTES - vaddr % TEA_LINE_BYTES;
	const uint64_t vaddrs[2] = { vaddr, vaddr + left };
	const unsigned int count = bytes > left ? 2 : 1;
	uint64_t paddrs[2];

	if (__builtin_expect(memory->l1[side].tile != NULL, false))
		return warm_access_shared(memory, side, vaddrs, count, write, privilege, now);
	for (unsigned int i = 0; i < count; i++)
		paddrs[i] = warm_translate(memory, side, vaddrs[i], privilege, now);
	for (unsigned int i = 0; i < count; i++)
		accepted = cycle_max(accepted, tea_l1_warm(&memory->l1[side], paddrs[i] / TEA_LINE_BYTES,
							   write, now));
	return cycle_max(now, cycles_before(accepted, ahead));
}

uint32_t tea_memory_code_lost(const struct tea_memory *memory)
{
	return memory->l1[TEA_SIDE_INSN].cache.invalidated;
}

void tea_memory_fetch(struct tea_memory *memory, uint64_t paddr, cycle_t now,
		      struct tea_access *result)
{
	tea_l1_access(&memory->l1[TEA_SIDE_INSN], paddr, TEA_INTENT_READ, now, result);
}

void tea_memory_load(struct tea_memory *memory, uint64_t paddr, cycle_t now,
		     struct tea_access *result)
{
	tea_l1_access(&memory->l1[TEA_SIDE_DATA], paddr, TEA_INTENT_READ, now, result);
}

bool tea_memory_load_until(struct tea_memory *memory, uint64_t paddr, cycle_t now, cycle_t latest,
			   struct tea_access *result)
{
	struct tea_l1 *l1 = &memory->l1[TEA_SIDE_DATA];

	if (tea_l1_accepts(l1, paddr / TEA_LINE_BYTES, now) > latest)
		return false;
	tea_l1_access(l1, paddr, TEA_INTENT_READ, now, result);
	return true;
}

void tea_memory_store(struct tea_memory *memory, uint64_t paddr, cycle_t now,
		      struct tea_access *result)
{
	tea_l1_access(&memory->l1[TEA_SIDE_DATA], paddr, TEA_INTENT_WRITE, now, result);
}

void tea_memory_own(struct tea_memory *memory, uint64_t paddr, cycle_t now,
		    struct tea_access *result)
{
	tea_l1_access(&memory->l1[TEA_SIDE_DATA], paddr, TEA_INTENT_OWN, now, result);
}

void tea_memory_prefetch(struct tea_memory *memory, enum tea_side side, uint64_t paddr,
			 bool write, cycle_t now)
{
	struct tea_access unused;

	tea_l1_access(&memory->l1[side], paddr, write ? TEA_INTENT_OWN : TEA_INTENT_READ, now,
		      &unused);
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
	tea_llc_spare(memory->llc, paddr / TEA_LINE_BYTES, now);
	tea_l1_spare(&memory->l1[side], paddr / TEA_LINE_BYTES, level == TEA_LEVEL_L1, now);
}

void tea_memory_spare_store(struct tea_memory *memory, uint64_t paddr, cycle_t now)
{
	struct tea_access unused;

	tea_memory_spare_line(memory, TEA_SIDE_DATA, paddr, TEA_LEVEL_L1, now);
	tea_memory_load(memory, paddr, now, &unused);
}

void tea_memory_wake(struct tea_memory *memory, cycle_t ahead)
{
	struct tea_tile *tile = memory->l1[TEA_SIDE_DATA].tile;

	if (!tile)
		return;
	assert(ahead >= tile->ahead);
	tile->ahead = ahead;
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
