// SPDX-License-Identifier: GPL-2.0-or-later
/* ubtb.c - micro-BTB: see ubtb.h */
#include "ubtb.h"

#include <assert.h>
#include <string.h>

#include "counter.h"
#include "time/cycles.h"

#define OFFSET_BITS	13

void tea_ubtb_init(struct tea_ubtb *ubtb, unsigned int slots, unsigned int ways)
{
	assert(is_power_of_two(slots) && slots <= TEA_UBTB_SLOTS && ways <= TEA_UBTB_WAYS);
	memset(ubtb, 0, sizeof(*ubtb));
	ubtb->slot_bits = log2_exact(slots);
	ubtb->ways = ways;
}

static unsigned int slot_of(const struct tea_ubtb *ubtb, uint64_t pc)
{
	return (unsigned int)(pc >> 1) & ((1U << ubtb->slot_bits) - 1);
}

/* All of the address in 32 bits, in which no two places of code are likely to meet. */
static uint32_t tag_of(const struct tea_ubtb *ubtb, uint64_t pc)
{
	uint64_t block = pc >> (1 + ubtb->slot_bits);

	return (uint32_t)(block ^ block >> 32);
}

/* A tag is in one way of a slot at most, so the ways found can be ORed: no branch for each. */
static int slot_find(const struct tea_ubtb_slot *slot, uint32_t tag)
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < TEA_UBTB_WAYS; i++)
		found |= slot->tags[i] == tag ? i + 1 : 0;
	return tag ? (int)found - 1 : -1;
}

int tea_ubtb_find(const struct tea_ubtb *ubtb, uint64_t pc)
{
	return slot_find(&ubtb->slots[slot_of(ubtb, pc)], tag_of(ubtb, pc));
}

bool tea_ubtb_taken(const struct tea_ubtb *ubtb, uint64_t pc, int way)
{
	return ubtb->slots[slot_of(ubtb, pc)].counters[way] >= 0;
}

uint64_t tea_ubtb_target(const struct tea_ubtb *ubtb, uint64_t pc, int way)
{
	return pc + (uint64_t)(int64_t)ubtb->slots[slot_of(ubtb, pc)].offsets[way];
}

/* As many bits as number the ways. */
static uint32_t fold(const struct tea_ubtb *ubtb, uint32_t tag)
{
	tag ^= tag >> 16;
	tag ^= tag >> 8;
	tag ^= tag >> 4;
	return tag & (ubtb->ways - 1);
}

static int allocate(const struct tea_ubtb *ubtb, unsigned int slot, uint32_t tag)
{
	unsigned int first = slot / TEA_UBTB_BANK * TEA_UBTB_BANK;

	for (unsigned int i = 0; i < TEA_UBTB_BANK; i++) {
		int way = slot_find(&ubtb->slots[first + i], tag);

		if (way >= 0)
			return way;
	}
	return (int)(ubtb->folds[slot / TEA_UBTB_BANK] ^ fold(ubtb, tag));
}

void tea_ubtb_train(struct tea_ubtb *ubtb, int way, uint64_t pc, bool taken, uint64_t target)
{
	unsigned int number = slot_of(ubtb, pc);
	struct tea_ubtb_slot *slot = &ubtb->slots[number];

	if (!ubtb->ways)
		return;
	if (way < 0) {
		uint32_t tag = tag_of(ubtb, pc);

		way = allocate(ubtb, number, tag);
		ubtb->folds[number / TEA_UBTB_BANK] ^= fold(ubtb, slot->tags[way] ^ tag);
		slot->tags[way] = tag;
		slot->counters[way] = taken ? 1 : -2;
	} else {
		counter_move(&slot->counters[way], 2, taken);
	}
	if (taken)
		slot->offsets[way] = (int16_t)((int16_t)((target - pc) << (16 - OFFSET_BITS)) >>
					       (16 - OFFSET_BITS));
}
