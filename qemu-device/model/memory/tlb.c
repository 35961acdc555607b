// SPDX-License-Identifier: GPL-2.0-or-later
/* tlb.c - translation look-aside buffers: see tlb.h */
#include "tlb.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "time/cycles.h"

/* Matches nothing: no address masked to 0 equals it. */
static const struct tea_tlb_entry entry_invalid = { .base = UINT64_MAX, .mask = 0 };

static void ways_init(struct tea_tlb_ways *ways, uint32_t first, uint32_t count, uint32_t pages)
{
	ways->first = first;
	ways->count = count;
	ways->pages_shift = (uint8_t)log2_exact(pages);
	ways->levels = 0;
	while (1U << ways->levels < count)
		ways->levels++;
}

/* Its first entry. */
static struct tea_tlb_entry *ways_entry(const struct tea_tlb *tlb, const struct tea_tlb_ways *ways,
					uint32_t way)
{
	return &tlb->entries[ways->first + (way << ways->pages_shift)];
}

/* The last use of any of the ways from @way up to @end, of which there may be none. */
static uint64_t ways_used(const struct tea_tlb *tlb, const struct tea_tlb_ways *ways, uint32_t way,
			  uint32_t end)
{
	const struct tea_tlb_entry *at = ways_entry(tlb, ways, way);
	const uint32_t last = end < ways->count ? end : ways->count;
	const struct tea_tlb_entry *behind = ways_entry(tlb, ways, last);
	uint64_t used = 0;

	for (; at != behind; at++)
		used = at->used > used ? at->used : used;
	return used;
}

/* Which way goes next: the first that has nothing, else by the tree, as rocket's PseudoLRU. */
static uint32_t ways_victim(const struct tea_tlb *tlb, struct tea_tlb_ways *ways)
{
	uint32_t way = 0, last;		/* used after all others */

	if (ways->filled < ways->count)
		return ways->filled++;
	last = ((uint32_t)(tlb->last - tlb->entries) - ways->first) >> ways->pages_shift;
	if (last >= ways->count)
		last = UINT32_MAX;	/* it is no way of these */
	for (unsigned int level = ways->levels; level--;) {
		const uint32_t size = 1U << level, half = way | size;
		bool newer;		/* the lower half */

		if (half >= ways->count)
			continue;
		if (last - way < 2 * size)
			newer = last < half;
		else
			newer = ways_used(tlb, ways, way, half) >
				ways_used(tlb, ways, half, half + size);
		if (newer)
			way = half;
	}
	return way;
}

int tea_tlb_init(struct tea_tlb *tlb, unsigned int pages, unsigned int sector, unsigned int large)
{
	const unsigned int count = pages + large;

	assert(pages % sector == 0 && pages && large && count < UINT16_MAX);
	tlb->count = count;
	tlb->entries = aligned_alloc(_Alignof(struct tea_tlb_entry),
				     (count + 1) * sizeof(*tlb->entries));
	tlb->stamp = 0;
	ways_init(&tlb->small, 0, pages / sector, sector);
	ways_init(&tlb->large, pages, large, 1);
	if (!tlb->entries)
		return -ENOMEM;
	tea_tlb_flush(tlb);
	return 0;
}

void tea_tlb_deinit(struct tea_tlb *tlb)
{
	free(tlb->entries);
}

void tea_tlb_flush(struct tea_tlb *tlb)
{
	for (unsigned int i = 0; i <= tlb->count; i++)
		tlb->entries[i] = entry_invalid;
	for (unsigned int i = 0; i <= TEA_TLB_CHAINS; i++)
		tlb->chains[i] = (uint16_t)tlb->count;
	tlb->small.filled = tlb->large.filled = 0;
	tlb->last = &tlb->entries[tlb->count];
}

static bool entry_is_large(const struct tea_tlb_entry *entry)
{
	return !(entry->mask >> TEA_TLB_PAGE_SHIFT & 1);
}

static uint16_t *entry_chain(struct tea_tlb *tlb, const struct tea_tlb_entry *entry)
{
	return &tlb->chains[entry_is_large(entry) ? TEA_TLB_CHAINS : tea_tlb_chain(entry->base)];
}

static void entry_link(struct tea_tlb *tlb, struct tea_tlb_entry *entry)
{
	uint16_t *link = entry_chain(tlb, entry);

	entry->next = *link;
	*link = (uint16_t)(entry - tlb->entries);
}

static void entry_unlink(struct tea_tlb *tlb, struct tea_tlb_entry *entry)
{
	uint16_t *link = entry_chain(tlb, entry);

	while (&tlb->entries[*link] != entry)
		link = &tlb->entries[*link].next;
	*link = entry->next;
}

static struct tea_tlb_entry *chain_search(struct tea_tlb *tlb, unsigned int chain, uint64_t vaddr,
					  uint16_t asid)
{
	for (unsigned int i = tlb->chains[chain]; i < tlb->count; i = tlb->entries[i].next)
		if (tea_tlb_entry_covers(&tlb->entries[i], vaddr, asid))
			return &tlb->entries[i];
	return NULL;
}

/* Where a page of 4 KiB goes, when its way has a neighbour of it; or NULL. */
static struct tea_tlb_entry *find_neighbour(struct tea_tlb *tlb, const struct tea_tlb_entry *entry)
{
	const uint64_t page = entry->base >> TEA_TLB_PAGE_SHIFT;
	const uint64_t pages = 1ULL << tlb->small.pages_shift;

	for (uint64_t i = 1; i < pages; i++) {
		const uint64_t vaddr = (page ^ i) << TEA_TLB_PAGE_SHIFT;
		struct tea_tlb_entry *found = chain_search(tlb, tea_tlb_chain(vaddr), vaddr, entry->asid);

		if (found)
			return found - ((page ^ i) & (pages - 1)) + (page & (pages - 1));
	}
	return NULL;
}

static void entry_drop(struct tea_tlb *tlb, struct tea_tlb_entry *entry)
{
	if (!entry->mask)
		return;
	entry_unlink(tlb, entry);
	*entry = entry_invalid;
}

/* In another's way. */
static struct tea_tlb_entry *replace_way(struct tea_tlb *tlb, struct tea_tlb_ways *ways,
					 const struct tea_tlb_entry *entry)
{
	const uint64_t pages = 1ULL << ways->pages_shift;
	struct tea_tlb_entry *first = ways_entry(tlb, ways, ways_victim(tlb, ways));

	for (uint64_t i = 0; i < pages; i++)
		entry_drop(tlb, &first[i]);
	return first + ((entry->base >> TEA_TLB_PAGE_SHIFT) & (pages - 1));
}

void tea_tlb_insert(struct tea_tlb *tlb, const struct tea_tlb_entry *entry)
{
	const bool large = entry_is_large(entry);
	struct tea_tlb_entry *place = large ? NULL : find_neighbour(tlb, entry);

	if (!place)
		place = replace_way(tlb, large ? &tlb->large : &tlb->small, entry);
	entry_drop(tlb, place);
	*place = *entry;
	entry_link(tlb, place);
	tlb->last = &tlb->entries[tlb->count];
	tea_tlb_use(tlb, place);
}

struct tea_tlb_entry *tea_tlb_search(struct tea_tlb *tlb, uint64_t vaddr, uint16_t asid)
{
	struct tea_tlb_entry *entry = chain_search(tlb, tea_tlb_chain(vaddr), vaddr, asid);

	if (entry)
		return entry;
	entry = chain_search(tlb, TEA_TLB_CHAINS, vaddr, asid);
	if (entry && tlb->chains[TEA_TLB_CHAINS] != entry - tlb->entries) {
		entry_unlink(tlb, entry);
		entry_link(tlb, entry);
	}
	return entry;
}

int tea_tlb2_init(struct tea_tlb2 *tlb, unsigned int entries)
{
	assert(is_power_of_two(entries));
	tlb->mask = entries - 1;
	tlb->epoch = 1;
	tlb->entries = calloc(entries, sizeof(*tlb->entries));
	return tlb->entries ? 0 : -ENOMEM;
}

void tea_tlb2_deinit(struct tea_tlb2 *tlb)
{
	free(tlb->entries);
}

void tea_tlb2_flush(struct tea_tlb2 *tlb)
{
	if (++tlb->epoch)
		return;
	memset(tlb->entries, 0, (tlb->mask + 1) * sizeof(*tlb->entries));
	tlb->epoch = 1;
}

void tea_tlb2_insert(struct tea_tlb2 *tlb, const struct tea_tlb_entry *entry)
{
	uint64_t page = entry->base >> TEA_TLB_PAGE_SHIFT;

	tlb->entries[page & tlb->mask] = (struct tea_tlb2_entry){
		.page = page,
		.page_paddr = entry->page_paddr,
		.ready = entry->ready,
		.epoch = tlb->epoch,
		.asid = entry->asid,
		.global = entry->global,
	};
}

const struct tea_tlb2_entry *tea_tlb2_find(const struct tea_tlb2 *tlb, uint64_t vaddr,
					   uint16_t asid)
{
	uint64_t page = vaddr >> TEA_TLB_PAGE_SHIFT;
	const struct tea_tlb2_entry *entry = &tlb->entries[page & tlb->mask];

	if (entry->epoch != tlb->epoch || entry->page != page)
		return NULL;
	return entry->global || entry->asid == asid ? entry : NULL;
}

bool tea_pte_cache_access(struct tea_pte_cache *cache, uint64_t paddr)
{
	unsigned int i = 0;
	bool hit;

	while (i < cache->count && cache->paddr[i] != paddr)
		i++;
	hit = i < cache->count;
	if (!hit && cache->count < cache->size)
		cache->count++;
	else if (!hit && cache->size)
		i--;
	if (!cache->size)
		return false;
	memmove(cache->paddr + 1, cache->paddr, i * sizeof(cache->paddr[0]));
	cache->paddr[0] = paddr;
	return hit;
}
