/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tlb.h - translation look-aside buffers: contents, and when an entry is there
 *
 * L1: entries, or ways, of some neighbouring pages of 4 KiB each, and some of one larger page
 * (BOOM's tlb.scala: sectored_entries, superpage_entries). The first invalid one is replaced, else
 * the one that a tree of bits points to, each bit to the half used less recently: each entry has a
 * stamp of its last use instead, from which the bits that matter are found. 4 KiB pages are
 * hashed into short chains, larger ones are all in one, used last first: finding a page, or that it
 * is not there, takes a masked compare or two.
 * L2: direct-mapped, 4 KiB pages only (as BOOM's).
 * PTE cache: physical addresses of the non-leaf PTEs the walker read last.
 *
 * Entries are tagged with the address space unless their page is global. Those
 * of a walk that is under way carry the cycle in which it ends.
 */
#ifndef TEA_TLB_H
#define TEA_TLB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "time/cycles.h"

#define TEA_TLB_PAGE_SHIFT	12	/* of all pages in the L2 and of the hash */
#define TEA_TLB_CHAINS		256	/* and one of large pages behind them */

struct tea_tlb_entry {
	uint64_t base, mask;	/* vaddr & mask == base: it covers vaddr; never if mask is 0 */
	uint64_t page_paddr;
	cycle_t ready;		/* of the walk that brought it, the end */
	cycle_t requested;	/* and the beginning */
	uint64_t used;		/* stamp of its last use */
	uint16_t asid;
	uint16_t next;		/* in its chain: index, the number of entries at the end */
	bool global;
	uint8_t tlb;		/* enum tea_mem_tlb: its source */
} __attribute__((aligned(64)));

/* Ways of as many pages each, and which of them goes next. */
struct tea_tlb_ways {
	uint32_t first;		/* index of the first way's first page */
	uint32_t count, filled;
	uint8_t pages_shift;	/* each has 1 << that */
	uint8_t levels;		/* of the tree */
};

struct tea_tlb {
	struct tea_tlb_entry *entries;		/* pages: count, and one that covers nothing */
	struct tea_tlb_entry *last;		/* used last, or that one */
	struct tea_tlb_ways small, large;	/* 4 KiB pages, and behind them others */
	uint64_t stamp;
	unsigned int count;
	uint16_t chains[TEA_TLB_CHAINS + 1];	/* index of the first entry, or count */
};

/* @pages of 4 KiB in ways of @sector neighbours, a power of two; @large pages. Returns 0, or -ENOMEM. */
int tea_tlb_init(struct tea_tlb *tlb, unsigned int pages, unsigned int sector, unsigned int large);
void tea_tlb_deinit(struct tea_tlb *tlb);
void tea_tlb_flush(struct tea_tlb *tlb);

/* In its neighbours' way, or in place of another; @entry's base and mask are those of its page. */
void tea_tlb_insert(struct tea_tlb *tlb, const struct tea_tlb_entry *entry);
/* Search the chains; for tea_tlb_find(). */
struct tea_tlb_entry *tea_tlb_search(struct tea_tlb *tlb, uint64_t vaddr, uint16_t asid);

static inline bool tea_tlb_entry_covers(const struct tea_tlb_entry *entry, uint64_t vaddr,
					uint16_t asid)
{
	return (vaddr & entry->mask) == entry->base && (entry->asid == asid || entry->global);
}

static inline unsigned int tea_tlb_chain(uint64_t vaddr)
{
	return (vaddr >> TEA_TLB_PAGE_SHIFT) % TEA_TLB_CHAINS;
}

static inline void tea_tlb_use(struct tea_tlb *tlb, struct tea_tlb_entry *entry)
{
	if (entry == tlb->last)
		return;
	entry->used = ++tlb->stamp;
	tlb->last = entry;
}

/* The entry that covers @vaddr, where most are: used last, or first in its chain. Or NULL. */
static inline struct tea_tlb_entry *tea_tlb_peek(struct tea_tlb *tlb, uint64_t vaddr,
						 uint16_t asid)
{
	struct tea_tlb_entry *entry = tlb->last;

	if (tea_tlb_entry_covers(entry, vaddr, asid))
		return entry;
	entry = &tlb->entries[tlb->chains[tea_tlb_chain(vaddr)]];
	return __builtin_expect(tea_tlb_entry_covers(entry, vaddr, asid), true) ? entry : NULL;
}

/* The entry that covers @vaddr, used last from now on, or NULL. */
static inline struct tea_tlb_entry *tea_tlb_find(struct tea_tlb *tlb, uint64_t vaddr,
						 uint16_t asid)
{
	struct tea_tlb_entry *entry = tea_tlb_peek(tlb, vaddr, asid);

	if (!entry)
		entry = tea_tlb_search(tlb, vaddr, asid);
	if (entry)
		tea_tlb_use(tlb, entry);
	return entry;
}

struct tea_tlb2_entry {
	uint64_t page;		/* virtual page number */
	uint64_t page_paddr;
	cycle_t ready;
	uint32_t epoch;		/* of the flush before it; 0: never filled */
	uint16_t asid;
	bool global;
};

struct tea_tlb2 {
	struct tea_tlb2_entry *entries;
	uint64_t mask;
	uint32_t epoch;		/* flushes so far, from 1: a flush touches no entry */
};

/* @entries: a power of two. Returns 0, or -ENOMEM. */
int tea_tlb2_init(struct tea_tlb2 *tlb, unsigned int entries);
void tea_tlb2_deinit(struct tea_tlb2 *tlb);
void tea_tlb2_flush(struct tea_tlb2 *tlb);
void tea_tlb2_insert(struct tea_tlb2 *tlb, const struct tea_tlb_entry *entry);
const struct tea_tlb2_entry *tea_tlb2_find(const struct tea_tlb2 *tlb, uint64_t vaddr,
					   uint16_t asid);

#define TEA_PTE_CACHE_MAX	64

struct tea_pte_cache {
	uint64_t paddr[TEA_PTE_CACHE_MAX];	/* used last first */
	unsigned int count, size;
};

/* Whether the PTE was there; it is, as used last, from now on. */
bool tea_pte_cache_access(struct tea_pte_cache *cache, uint64_t paddr);

#endif /* TEA_TLB_H */
