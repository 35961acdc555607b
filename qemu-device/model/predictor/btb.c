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
	btb->entries = calloc((size_t)sets * ways, sizeof(*btb->entries));
	return btb->entries ? 0 : -ENOMEM;
}

void tea_btb_deinit(struct tea_btb *btb)
{
	free(btb->entries);
}

struct tea_btb_entry *tea_btb_search(const struct tea_btb *btb, struct tea_btb_entry *set,
				     uint64_t pc)
{
	for (uint64_t i = 1; i < btb->ways; i++)
		if (set[i].key == (pc | 1))
			return &set[i];
	return NULL;
}

struct tea_btb_entry *tea_btb_move(const struct tea_btb *btb, struct tea_btb_entry *set,
				   struct tea_btb_entry *entry, uint64_t pc)
{
	if (!entry)
		entry = &set[btb->ways - 1];
	for (; entry > set; entry--)
		*entry = entry[-1];
	set->key = pc | 1;
	return set;
}
