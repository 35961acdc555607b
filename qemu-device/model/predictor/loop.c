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
