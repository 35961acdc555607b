// SPDX-License-Identifier: GPL-2.0-or-later
/* ubtb.c - micro-BTB: see ubtb.h */
#include "ubtb.h"

#include <assert.h>
#include <string.h>

#include "time/cycles.h"

#define OFFSET_BITS	13
#define NOWHERE		1	/* no instruction is there */

void tea_ubtb_init(struct tea_ubtb *ubtb, unsigned int slots, unsigned int ways)
{
	assert(is_power_of_two(slots) && slots <= TEA_UBTB_SLOTS && ways <= TEA_UBTB_WAYS);
	memset(ubtb, 0, sizeof(*ubtb));
	ubtb->tag_shift = 1 + log2_exact(slots);
	ubtb->slot_mask = slots - 1;
	ubtb->ways_count = ways;
	for (unsigned int i = 0; i < TEA_UBTB_SLOTS * TEA_UBTB_WAYS; i++)
		ubtb->ways[i / TEA_UBTB_WAYS][i % TEA_UBTB_WAYS] =
			(struct tea_ubtb_way){ .pc = NOWHERE, .target = NOWHERE };
	memset(ubtb->counts[0], TEA_UBTB_WAYS, sizeof(ubtb->counts[0]));	/* 0: none */
}

static unsigned int slot_of(const struct tea_ubtb *ubtb, uint64_t pc)
{
	return (unsigned int)(pc >> 1) & ubtb->slot_mask;
}

/* All of the address in 32 bits, in which no two places of code are likely to meet. */
static uint32_t tag_of(const struct tea_ubtb *ubtb, uint64_t pc)
{
	uint64_t block = pc >> ubtb->tag_shift;

	return (uint32_t)(block ^ block >> 32);
}

/* The number of the way of @slot that has @tag, or -1; a tag is in one at most, and 0 in none. */
static int slot_find(const struct tea_ubtb *ubtb, unsigned int slot, uint32_t tag)
{
	if (!tag || !ubtb->counts[tag % TEA_UBTB_COUNTS][slot])
		return -1;
	for (int i = 0; i < TEA_UBTB_WAYS; i++)
		if (ubtb->ways[slot][i].tag == tag)
			return i;
	return -1;
}

/* It is of @pc now; the offset stays. */
static void way_move(struct tea_ubtb_way *way, uint64_t pc)
{
	way->target += pc - way->pc;
	way->pc = pc;
}

/* If another address has the same tag, this one takes over its entry. */
struct tea_ubtb_way *tea_ubtb_search(struct tea_ubtb *ubtb, uint64_t pc)
{
	unsigned int slot = slot_of(ubtb, pc);
	int number = slot_find(ubtb, slot, tag_of(ubtb, pc));
	struct tea_ubtb_way *way;

	if (number < 0)
		return NULL;
	way = &ubtb->ways[slot][number];
	ubtb->hints[(pc >> 1) % TEA_UBTB_HINTS] = (uint8_t)number;
	way_move(way, pc);
	return way;
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
static __attribute__((noinline)) int bank_find(const struct tea_ubtb *ubtb, unsigned int first,
					       uint32_t tag)
{
	int number = -1;

	for (unsigned int i = first; number < 0 && i < first + TEA_UBTB_BANK; i++)
		number = slot_find(ubtb, i, tag);
	return number;
}

/* Whether no slot of the bank has a tag that ends as @tag does, in one look at all counts. */
static bool bank_has_none(const struct tea_ubtb *ubtb, unsigned int first, uint32_t tag)
{
	uint32_t counts;

	static_assert(sizeof(counts) == TEA_UBTB_BANK, "a byte for each slot");
	memcpy(&counts, &ubtb->counts[tag % TEA_UBTB_COUNTS][first], sizeof(counts));
	return !counts;
}

struct tea_ubtb_way *tea_ubtb_allocate(struct tea_ubtb *ubtb, uint64_t pc, bool taken)
{
	unsigned int slot = slot_of(ubtb, pc), bank = slot / TEA_UBTB_BANK;
	uint32_t tag = tag_of(ubtb, pc);
	uint8_t folded = fold(ubtb, tag);
	int number = ubtb->folds[bank] ^ folded;
	struct tea_ubtb_way *way;

	if (!ubtb->ways_count)
		return NULL;
	if (!bank_has_none(ubtb, bank * TEA_UBTB_BANK, tag)) {
		int shared = bank_find(ubtb, bank * TEA_UBTB_BANK, tag);

		number = shared < 0 ? number : shared;
	}
	way = &ubtb->ways[slot][number];
	ubtb->folds[bank] ^= way->fold ^ folded;
	ubtb->counts[way->tag % TEA_UBTB_COUNTS][slot]--;
	ubtb->counts[tag % TEA_UBTB_COUNTS][slot]++;
	ubtb->hints[(pc >> 1) % TEA_UBTB_HINTS] = (uint8_t)number;
	way_move(way, tag ? pc : NOWHERE);
	way->tag = tag;
	way->fold = folded;
	way->counter = taken ? 1 : -2;
	return way;
}

void tea_ubtb_aim(struct tea_ubtb_way *way, uint64_t pc, uint64_t target)
{
	const unsigned int spare = 64 - OFFSET_BITS;

	way->target = way->pc + (uint64_t)((int64_t)((target - pc) << spare) >> spare);
}
