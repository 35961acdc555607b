// SPDX-License-Identifier: GPL-2.0-or-later
/* loop.c - loop predictor: see loop.h */
#include "loop.h"

#include <assert.h>
#include <string.h>

#include "time/cycles.h"

#define TAG_MASK	0x3ffU
#define COUNT_MASK	0x3ffU
#define CONFIDENCE_MAX	7
#define AGE_MAX		7

void tea_loop_init(struct tea_loop *loop, unsigned int parcels)
{
	assert(parcels <= TEA_LOOP_PARCELS_MAX);
	memset(loop, 0, sizeof(*loop));
	loop->slot_bits = log2_exact(parcels);
}

static unsigned int entry_index(const struct tea_loop *loop, uint64_t pc)
{
	return (unsigned int)(pc >> 1) & ((1U << (loop->slot_bits + TEA_LOOP_ROW_BITS)) - 1);
}

static uint16_t entry_tag(const struct tea_loop *loop, uint64_t pc)
{
	return pc >> 1 >> loop->slot_bits >> TEA_LOOP_ROW_BITS & TAG_MASK;
}

static bool entry_ends(const struct tea_loop_entry *entry)
{
	return entry->confidence == CONFIDENCE_MAX && entry->count == entry->period;
}

bool tea_loop_inverts(const struct tea_loop *loop, uint64_t pc)
{
	const struct tea_loop_entry *entry = &loop->entries[entry_index(loop, pc)];

	return entry_ends(entry) && entry->tag == entry_tag(loop, pc);
}

/* Another branch is mispredicted at the place of this entry. */
static void entry_yield(struct tea_loop_entry *entry, uint16_t tag)
{
	if (entry->confidence == CONFIDENCE_MAX)
		return;
	if (entry->confidence && entry->age) {
		entry->age--;
		return;
	}
	*entry = (struct tea_loop_entry){
		.tag = tag, .period = entry->count, .confidence = 1,
		.age = entry->confidence ? 0 : AGE_MAX,
	};
}

static void entry_learn(struct tea_loop_entry *entry, uint16_t count)
{
	if (!entry->confidence)
		entry->age = AGE_MAX;
	if (entry->confidence == CONFIDENCE_MAX)
		entry->confidence = 0;
	else if (count == entry->period)
		entry->confidence++;
	else
		entry->confidence = 0, entry->period = count;
	entry->count = 0;
}

void tea_loop_count(struct tea_loop *loop, uint64_t pc, bool known, bool mispredicted)
{
	struct tea_loop_entry *entry = &loop->entries[entry_index(loop, pc)];
	uint16_t count = entry->count, tag = entry_tag(loop, pc);

	if (entry->tag != tag) {
		if (mispredicted)
			entry_yield(entry, tag);
		return;
	}
	if (known) {
		entry->age = entry_ends(entry) || entry->age == AGE_MAX ? AGE_MAX : entry->age + 1;
		entry->count = entry_ends(entry) ? 0 : (count + 1) & COUNT_MASK;
	}
	if (mispredicted)
		entry_learn(entry, count);
}
