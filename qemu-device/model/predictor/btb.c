// SPDX-License-Identifier: GPL-2.0-or-later
/* btb.c - branch target buffer: see btb.h */
#include "btb.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "time/cycles.h"

int tea_btb_init(struct tea_btb *btb, unsigned int sets, unsigned int ways)
{
	assert(is_power_of_two(sets) && ways > 0);
	btb->set_mask = sets - 1;
	btb->ways = ways;
	btb->stamp = 0;
	btb->entries = calloc((size_t)sets * ways, sizeof(*btb->entries));
	return btb->entries ? 0 : -ENOMEM;
}

void tea_btb_deinit(struct tea_btb *btb)
{
	free(btb->entries);
}

static struct tea_btb_entry *btb_set(const struct tea_btb *btb, uint64_t pc)
{
	return &btb->entries[(pc >> 1 & btb->set_mask) * btb->ways];
}

static struct tea_btb_entry *set_find(const struct tea_btb *btb, struct tea_btb_entry *set,
				      uint64_t pc)
{
	for (unsigned int i = 0; i < btb->ways; i++)
		if (set[i].key == (pc | 1))
			return &set[i];
	return NULL;
}

struct tea_btb_entry *tea_btb_find(const struct tea_btb *btb, uint64_t pc)
{
	return set_find(btb, btb_set(btb, pc), pc);
}

void tea_btb_train(struct tea_btb *btb, struct tea_btb_entry *entry, uint64_t pc, uint64_t target)
{
	if (!entry) {
		struct tea_btb_entry *set = btb_set(btb, pc);

		entry = set;
		for (unsigned int i = 1; i < btb->ways; i++)
			if (set[i].used < entry->used)
				entry = &set[i];
	}
	entry->key = pc | 1;
	entry->target = target;
	entry->used = ++btb->stamp;
}
