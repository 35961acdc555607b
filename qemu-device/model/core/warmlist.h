/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * warmlist.h - private to the core: what of a block matters where it passes without time
 *
 * Its bytes, which are fetched, its accesses, and the branch or jump that ends it: all else leaves
 * nothing behind. A list is made of a block's first operations that are simple, once, and kept
 * until there is no room: then all are forgotten.
 */
#ifndef TEA_WARMLIST_H
#define TEA_WARMLIST_H

#include "isa/block.h"
#include "memory/memory.h"

#define TEA_WARMLIST_PLACES	16384	/* of lists, by their blocks' serials; power of two */
#define TEA_WARMLIST_ROOM	(1U << 17)	/* for lists and accesses, in units of 8 bytes */

struct tea_warmlist {
	struct tea_insn last;	/* the branch or jump, if @control */
	uint32_t serial;	/* of the block */
	uint16_t bytes;
	uint16_t last_offset;	/* from the block's begin */
	uint8_t ops;		/* the block's first ones, all simple */
	uint8_t accesses_count;
	bool control;
	struct tea_listed accesses[];
};

struct tea_warmlists {
	uint64_t *room;
	uint32_t *places;	/* where in it the list is; 0: there is none */
	uint32_t used;
};

struct tea_model;

/* Returns 0, or -ENOMEM. */
int tea_warmlists_init(struct tea_warmlists *lists);
void tea_warmlists_deinit(struct tea_warmlists *lists);

/* For tea_warmlist_find(): makes it. */
__attribute__((noinline)) const struct tea_warmlist *
tea_warmlist_make(struct tea_model *model, const struct tea_block *block);
/* Whether operations of @insn can be in a list. */
bool tea_warmlist_takes(const struct tea_model *model, const struct tea_insn *insn);

/* The list of @block, valid until the next look. */
static inline const struct tea_warmlist *tea_warmlist_find(struct tea_model *model,
							   struct tea_warmlists *lists,
							   const struct tea_block *block)
{
	const uint32_t place = lists->places[block->serial % TEA_WARMLIST_PLACES];
	const struct tea_warmlist *list = (const struct tea_warmlist *)&lists->room[place];

	return __builtin_expect(list->serial == block->serial, true) ?
	       list : tea_warmlist_make(model, block);
}

#endif /* TEA_WARMLIST_H */
