// SPDX-License-Identifier: GPL-2.0-or-later
/* warmlist.c - what of a block matters where it passes without time: see warmlist.h */
#include "warmlist.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "time/cycles.h"

#define UNIT	sizeof(uint64_t)

int tea_warmlists_init(struct tea_warmlists *lists)
{
	lists->room = calloc(TEA_WARMLIST_ROOM, UNIT);
	lists->places = calloc(TEA_WARMLIST_PLACES, sizeof(*lists->places));
	return lists->room && lists->places ? 0 : -ENOMEM;
}

void tea_warmlists_deinit(struct tea_warmlists *lists)
{
	free(lists->places);
	free(lists->room);
}

static uint32_t units(unsigned int accesses)
{
	return (uint32_t)divide_up(sizeof(struct tea_warmlist) +
				   accesses * sizeof(struct tea_listed), UNIT);
}

/* Room for the longest list. The first one's is never used: no block has its serial, 0. */
static struct tea_warmlist *find_room(struct tea_warmlists *lists)
{
	const uint32_t most = units(TEA_BLOCK_MAX);

	if (!lists->used || lists->used + most > TEA_WARMLIST_ROOM) {
		memset(lists->places, 0, TEA_WARMLIST_PLACES * sizeof(*lists->places));
		lists->used = units(0);
	}
	return (struct tea_warmlist *)&lists->room[lists->used];
}

bool tea_warmlist_takes(const struct tea_model *model, const struct tea_insn *insn)
{
	const struct tea_kind *kind = model->kind_of[insn->class];

	if (kind->variant == TEA_VARIANT_GENERIC)
		return false;
	if (kind->flags & TEA_KIND_MEMORY)
		return (insn->class == TEA_CLASS_LOAD || insn->class == TEA_CLASS_STORE) &&
		       insn->access_bytes && !model->lsu.traps;
	return true;
}

static void add(const struct tea_model *model, struct tea_warmlist *list,
		const struct tea_recipe *recipe)
{
	const struct tea_insn *insn = &recipe->insn;
	const uint8_t flags = model->kind_of[insn->class]->flags;

	if (flags & TEA_KIND_MEMORY && recipe->word != TEA_NO_WORD)
		list->accesses[list->accesses_count++] = (struct tea_listed){
			.word = recipe->word, .bytes = insn->access_bytes,
			.write = insn->class == TEA_CLASS_STORE, .at = list->ops,
		};
	if (flags & TEA_KIND_CONTROL) {
		list->control = true;
		list->last = *insn;
		list->last_offset = recipe->offset;
	}
	list->bytes = (uint16_t)(recipe->offset + insn->length_bytes);
	list->ops++;
}

const struct tea_warmlist *tea_warmlist_make(struct tea_model *model, const struct tea_block *block)
{
	struct tea_warmlists *lists = &model->warmlists;
	struct tea_warmlist *list = find_room(lists);

	*list = (struct tea_warmlist){ .serial = block->serial };
	while (list->ops < block->count && !list->control &&
	       tea_warmlist_takes(model, &block->recipes[list->ops].insn))
		add(model, list, &block->recipes[list->ops]);
	lists->places[block->serial % TEA_WARMLIST_PLACES] = lists->used;
	lists->used += units(list->accesses_count);
	return list;
}
