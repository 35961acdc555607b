// SPDX-License-Identifier: GPL-2.0-or-later
/* codemap.c - the code that has been executed, by address: see codemap.h */
#include "codemap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int tea_codemap_init(struct tea_codemap *map)
{
	map->lines = calloc(TEA_CODEMAP_LINES, sizeof(*map->lines));
	map->blocks = calloc(TEA_CODEMAP_BLOCKS, sizeof(*map->blocks));
	return map->lines && map->blocks ? 0 : -ENOMEM;
}

void tea_codemap_deinit(struct tea_codemap *map)
{
	free(map->blocks);
	free(map->lines);
}

void tea_codemap_note(struct tea_codemap *map, uint64_t pc, const struct tea_insn *insn)
{
	const uint64_t number = pc / TEA_LINE_BYTES;
	struct tea_codemap_line *line = tea_codemap_line(map, pc);
	struct tea_insn *place = &line->insns[pc / 2 % TEA_CODEMAP_PARCELS];

	if (line->number != number + 1) {
		map->changes += line->number != 0;
		memset(line->insns, 0, sizeof(line->insns));
		line->number = number + 1;
	} else if (!memcmp(place, insn, sizeof(*insn))) {
		return;
	}
	line->changes++;
	*place = *insn;
}

void tea_codemap_note_block(struct tea_codemap *map, const struct tea_run *run,
			    struct tea_codemap_block *known)
{
	const struct tea_block *block = run->block;

	for (uint32_t i = 0; i < run->count; i++)
		tea_codemap_note(map, block->pc + block->recipes[i].offset, &block->recipes[i].insn);
	*known = (struct tea_codemap_block){
		.pc = block->pc, .serial = block->serial, .count = run->count, .changes = map->changes,
	};
}
