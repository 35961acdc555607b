// SPDX-License-Identifier: GPL-2.0-or-later
/* tlb.c - translation look-aside buffers: see tlb.h */
#include "tlb.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cycles.h"

/* Covers nothing: what is masked to 0 never equals it. */
static const struct tea_tlb_entry entry_invalid = { .base = UINT64_MAX };

int tea_tlb_init(struct tea_tlb *tlb, unsigned int entries)
{
	assert(entries <= UINT16_MAX);
	tlb->count = entries;
	tlb->entries = aligned_alloc(_Alignof(struct tea_tlb_entry),
				     (entries + 1) * sizeof(*tlb->entries));
	if (!tlb->entries)
		return -ENOMEM;
	tlb->stamp = 0;
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
	tea_tlb_forget_hints(tlb);
}

void tea_tlb_forget_hints(struct tea_tlb *tlb)
{
	for (unsigned int i = 0; i < TEA_TLB_HINTS; i++)
		tlb->hints[i] = (uint16_t)tlb->count;
}

void tea_tlb_insert(struct tea_tlb *tlb, const struct tea_tlb_entry *entry)
{
	struct tea_tlb_entry *victim = tlb->entries;

	for (unsigned int i = 1; i < tlb->count; i++)
		if (tlb->entries[i].used < victim->used)
			victim = &tlb->entries[i];
	*victim = *entry;
	victim->used = ++tlb->stamp;
	tlb->hints[tea_tlb_hint(entry->base)] = (uint16_t)(victim - tlb->entries);
}

struct tea_tlb_entry *tea_tlb_search(struct tea_tlb *tlb, uint64_t vaddr, uint16_t asid)
{
	for (unsigned int i = 0; i < tlb->count; i++) {
		struct tea_tlb_entry *entry = &tlb->entries[i];

		if (tea_tlb_entry_covers(entry, vaddr) &&
		    (entry->global || entry->asid == asid)) {
			tlb->hints[tea_tlb_hint(vaddr)] = (uint16_t)i;
			return entry;
		}
	}
	return NULL;
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
