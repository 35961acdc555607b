/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * codemap.h - private to the core: the code that has been executed, by address
 *
 * The front-end's source of instructions on a wrong path: as they were when they were last
 * executed. Lines of code with places for each parcel, mapped directly by address: code much larger
 * than the map is known in part. Address spaces share the map.
 *
 * A block is noted once, as long as all of the map stays as it is: see tea_codemap_note_run().
 */
#ifndef TEA_CODEMAP_H
#define TEA_CODEMAP_H

#include "isa/block.h"
#include "memory/memory.h"

#define TEA_CODEMAP_LINES	2048	/* power of two: 128 KiB of code */
#define TEA_CODEMAP_PARCELS	(TEA_LINE_BYTES / 2)
#define TEA_CODEMAP_BLOCKS	1024	/* that are known to be noted; power of two */

struct tea_codemap_line {
	uint64_t number;		/* address / TEA_LINE_BYTES, + 1; 0: none */
	uint32_t changes;		/* counts changes of its contents; wraps */
	struct tea_insn insns[TEA_CODEMAP_PARCELS];	/* by where they begin; length 0: not known */
};

/* All of it is in the map, unless that has changed since. */
struct tea_codemap_block {
	uint64_t pc;
	uint32_t serial;
	uint32_t count;
	uint32_t changes;
};

struct tea_codemap {
	struct tea_codemap_line *lines;
	struct tea_codemap_block *blocks;
	uint32_t changes;		/* lines that were given to other code */
};

/* Returns 0, or -ENOMEM. */
int tea_codemap_init(struct tea_codemap *map);
void tea_codemap_deinit(struct tea_codemap *map);

void tea_codemap_note(struct tea_codemap *map, uint64_t pc, const struct tea_insn *insn);
/* For tea_codemap_note_run(). */
__attribute__((noinline)) void tea_codemap_note_block(struct tea_codemap *map,
						      const struct tea_run *run,
						      struct tea_codemap_block *known);

/* All instructions of @run. */
static inline void tea_codemap_note_run(struct tea_codemap *map, const struct tea_run *run)
{
	const uint64_t pc = run->block->pc;
	struct tea_codemap_block *known = &map->blocks[(pc >> 1) % TEA_CODEMAP_BLOCKS];

	if (__builtin_expect(known->serial != run->block->serial || known->pc != pc ||
			     known->count != run->count || known->changes != map->changes, false))
		tea_codemap_note_block(map, run, known);
}

/* The place for the line of @pc, which may have another one. */
static inline struct tea_codemap_line *tea_codemap_line(const struct tea_codemap *map, uint64_t pc)
{
	return &map->lines[pc / TEA_LINE_BYTES % TEA_CODEMAP_LINES];
}

/* The instruction that begins at @pc, or NULL. */
static inline const struct tea_insn *tea_codemap_find(const struct tea_codemap *map, uint64_t pc)
{
	const struct tea_codemap_line *line = tea_codemap_line(map, pc);
	const struct tea_insn *insn = &line->insns[pc / 2 % TEA_CODEMAP_PARCELS];

	return line->number == pc / TEA_LINE_BYTES + 1 && insn->length_bytes ? insn : NULL;
}

#endif /* TEA_CODEMAP_H */
