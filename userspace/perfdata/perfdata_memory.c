// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perfdata_memory.c - what a perf.data's texts and tables are kept in
 */
#include <stdlib.h>

#include "perfdata_parts.h"

struct perfdata_block {
	struct perfdata_block *next;
	_Alignas(16) uint8_t bytes[];
};

void *perfdata_keep(struct perfdata *perfdata, size_t size)
{
	struct perfdata_block *block = calloc(1, sizeof(*block) + size);

	if (!block)
		return NULL;
	block->next = perfdata->blocks;
	perfdata->blocks = block;
	return block->bytes;
}

void perfdata_forget(struct perfdata *perfdata)
{
	while (perfdata->blocks) {
		struct perfdata_block *block = perfdata->blocks;

		perfdata->blocks = block->next;
		free(block);
	}
}
