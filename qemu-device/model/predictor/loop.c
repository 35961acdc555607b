// SPDX-License-Identifier: GPL-2.0-or-later
/* loop.c - loop predictor: see loop.h */
#include "loop.h"

#include <assert.h>
#include <string.h>

#include "time/cycles.h"

void tea_loop_init(struct tea_loop *loop, unsigned int parcels)
{
	assert(parcels <= TEA_LOOP_PARCELS_MAX);
	memset(loop, 0, sizeof(*loop));
	loop->tag_shift = 1 + log2_exact(parcels) + TEA_LOOP_ROW_BITS;
	loop->mask = (parcels << TEA_LOOP_ROW_BITS) - 1;
}

/* Another branch is mispredicted at the place of this entry. */
static void entry_yield(struct tea_loop_entry *entry, uint16_t tag)
{
	if (entry->confidence == TEA_LOOP_CONFIDENCE_MAX)
		return;
	if (entry->confidence && entry->age) {
		entry->age--;
		return;
	}
	*entry = (struct tea_loop_entry){
		.tag = tag, .period = entry->count, .confidence = 1,
		.age = entry->confidence ? 0 : TEA_LOOP_AGE_MAX,
	};
}

static void entry_learn(struct tea_loop_entry *entry, uint16_t count)
{
	if (!entry->confidence)
		entry->age = TEA_LOOP_AGE_MAX;
	if (entry->confidence == TEA_LOOP_CONFIDENCE_MAX)
		entry->confidence = 0;
	else if (count == entry->period)
		entry->confidence++;
	else
		entry->confidence = 0, entry->period = count;
	entry->count = 0;
}

void tea_loop_learn(struct tea_loop_entry *entry, uint16_t tag, uint16_t count)
{
	if (entry->tag == tag)
		entry_learn(entry, count);
	else
		entry_yield(entry, tag);
}

void tea_loop_teach(struct tea_loop *loop, uint64_t pc, bool known)
{
	struct tea_loop_entry *entry = loop_entry(loop, pc);
	const uint16_t tag = loop_tag(loop, pc);
	const bool counted = known && entry->tag == tag && entry->count;

	tea_loop_learn(entry, tag, (uint16_t)(entry->count - counted));
}

void tea_loop_stray_begin(struct tea_loop *loop, bool branch)
{
	loop->repairs_count = 0;
	if (!branch)
		loop->misled = NULL;
}

void tea_loop_stray_pass(struct tea_loop *loop, uint64_t pc, bool known, bool repaired)
{
	struct tea_loop_entry *entry = loop_entry(loop, pc);
	uint16_t *count = entry == loop->misled ? &loop->misled_count : &entry->count;

	if (entry->tag != loop_tag(loop, pc))
		return;
	if (repaired && loop->repairs_count < TEA_LOOP_REPAIRS)
		loop->repairs[loop->repairs_count++] = (struct tea_loop_repair){ entry, *count };
	if (known)
		*count = entry->confidence == TEA_LOOP_CONFIDENCE_MAX && *count == entry->period ?
			 0 : (*count + 1) & TEA_LOOP_COUNT_MASK;
}

void tea_loop_stray_end(struct tea_loop *loop)
{
	for (unsigned int i = 0; i < loop->repairs_count; i++)
		loop->repairs[i].entry->count = loop->repairs[i].count;
}
