// SPDX-License-Identifier: GPL-2.0-or-later
/* ubtb.c - micro-BTB: see ubtb.h */
#include "ubtb.h"

#include <assert.h>
#include <string.h>

#include "time/cycles.h"

void tea_ubtb_init(struct tea_ubtb *ubtb, unsigned int slots, unsigned int ways)
{
	assert(is_power_of_two(slots) && slots <= TEA_UBTB_SLOTS && ways <= TEA_UBTB_WAYS);
	memset(ubtb, 0, sizeof(*ubtb));
	ubtb->tag_shift = 1 + log2_exact(slots);
	ubtb->slot_mask = slots - 1;
	ubtb->ways_count = ways;
}

struct tea_ubtb_way *tea_ubtb_search(const struct tea_ubtb *ubtb, unsigned int slot, uint32_t tag)
{
	const struct tea_ubtb_way *ways = ubtb->ways[slot];

	for (unsigned int i = 0; tag && i < TEA_UBTB_WAYS; i++)
		if (ways[i].tag == tag)
			return (struct tea_ubtb_way *)&ways[i];
	return NULL;
}

/* As many bits as number the ways. */
static uint8_t fold(const struct tea_ubtb *ubtb, uint32_t tag)
{
	tag ^= tag >> 16;
	tag ^= tag >> 8;
	tag ^= tag >> 4;
	return (uint8_t)(tag & (ubtb->ways_count - 1));
}

/* The number of the way, of any slot of the bank that begins with @first, that has @tag, or -1. */
static int bank_find(const struct tea_ubtb *ubtb, unsigned int first, uint32_t tag)
{
	const uint8_t *counts = &ubtb->counts[tag % TEA_UBTB_HINTS][first];
	uint32_t any;

	static_assert(sizeof(any) == TEA_UBTB_BANK, "all in one look");
	memcpy(&any, counts, sizeof(any));
	for (unsigned int i = first; any && i < first + TEA_UBTB_BANK; i++) {
		const struct tea_ubtb_way *way = ubtb_slot_find(ubtb, i, tag);

		if (way)
			return (int)(way - ubtb->ways[i]);
	}
	return -1;
}

static void count_tag(struct tea_ubtb *ubtb, unsigned int slot, uint32_t tag, int by)
{
	uint8_t *count = &ubtb->counts[tag % TEA_UBTB_HINTS][slot];

	*count = (uint8_t)(*count + (tag ? by : 0));
}

struct tea_ubtb_way *tea_ubtb_allocate(struct tea_ubtb *ubtb, uint64_t pc, bool taken)
{
	unsigned int slot = ubtb_slot(ubtb, pc), bank = slot / TEA_UBTB_BANK;
	uint32_t tag = ubtb_tag(ubtb, pc);
	int number = bank_find(ubtb, bank * TEA_UBTB_BANK, tag);
	uint8_t folded = fold(ubtb, tag);
	struct tea_ubtb_way *way;

	if (!ubtb->ways_count)
		return NULL;
	if (number < 0)
		number = ubtb->folds[bank] ^ folded;
	way = &ubtb->ways[slot][number];
	ubtb->folds[bank] ^= way->fold ^ folded;
	count_tag(ubtb, slot, way->tag, -1);
	count_tag(ubtb, slot, tag, 1);
	ubtb->hints[tag % TEA_UBTB_HINTS][slot] = (uint8_t)number;
	way->tag = tag;
	way->fold = folded;
	way->counter = taken ? 1 : -2;
	return way;
}
