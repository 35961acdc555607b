// SPDX-License-Identifier: GPL-2.0-or-later
/* tlb.c - translation look-aside buffers: see tlb.h */
#include "tlb.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "time/cycles.h"

/* Covers nothing: what is masked to 0 never equals it. */
static const struct tea_tlb_entry entry_invalid = { .base = UINT64_MAX, .mask = 0 };

int tea_tlb_init(struct tea_tlb *tlb, unsigned int entries)
{
	assert(entries > 0 && entries < UINT16_MAX);
	tlb->count = entries;
	tlb->entries = aligned_alloc(_Alignof(struct tea_tlb_entry),
				     (entries + 1) * sizeof(*tlb->entries));
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
	for (unsigned int i = 0; i <= tlb->count; i++) {
		tlb->entries[i] = entry_invalid;
		tlb->entries[i].newer = (uint16_t)(i < tlb->count ? i + 1 : 0);
		tlb->entries[i].older = (uint16_t)(i ? i - 1 : tlb->count);
	}
	for (unsigned int i = 0; i <= TEA_TLB_CHAINS; i++)
		tlb->chains[i] = (uint16_t)tlb->count;
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

void tea_tlb_insert(struct tea_tlb *tlb, const struct tea_tlb_entry *entry)
{
	struct tea_tlb_entry *victim = &tlb->entries[tlb->entries[tlb->count].newer];

	if (victim->mask)
		entry_unlink(tlb, victim);
	tea_tlb_unlink_used(tlb, victim);
	*victim = *entry;
	tea_tlb_link_used(tlb, victim);
	entry_link(tlb, victim);
}

static struct tea_tlb_entry *chain_search(struct tea_tlb *tlb, unsigned int chain, uint64_t vaddr,
					  uint16_t asid)
{
	for (unsigned int i = tlb->chains[chain]; i < tlb->count; i = tlb->entries[i].next)
		if (tea_tlb_entry_covers(&tlb->entries[i], vaddr, asid))
			return &tlb->entries[i];
	return NULL;
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
