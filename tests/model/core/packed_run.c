// SPDX-License-Identifier: GPL-2.0-or-later
/* packed_run.c - see packed_run.h */
#include "packed_run.h"

#include <stdlib.h>

static uint32_t blocks;	/* that were made */

void packed_run_init(struct packed_run *packed)
{
	packed->block = malloc(sizeof(*packed->block) +
			       TEA_BLOCK_MAX * sizeof(packed->block->recipes[0]));
	if (!packed->block)
		abort();
}

void packed_run_deinit(struct packed_run *packed)
{
	free(packed->block);
}

static bool fits(const struct tea_op *op)
{
	return op->trap == TEA_TRAP_NONE && !op->vector;
}

/* Control passes from @op to the operation behind it in memory, which is @next. */
static bool falls_through(const struct tea_op *op, const struct tea_op *next)
{
	switch (op->insn.class) {
	case TEA_CLASS_BRANCH:
	case TEA_CLASS_JUMP:
	case TEA_CLASS_JUMP_REG:
	case TEA_CLASS_SYSTEM:
	case TEA_CLASS_TRAP_RETURN:
	case TEA_CLASS_SFENCE:
		return false;
	default:
		return op->next_pc == op->pc + op->insn.length_bytes && next->pc == op->next_pc &&
		       next->privilege == op->privilege;
	}
}

static bool needs_word(const struct tea_op *op)
{
	return op->has_addr || op->insn.class == TEA_CLASS_INT_DIV;
}

static void add(struct packed_run *packed, const struct tea_op *op)
{
	struct tea_block *block = packed->block;
	struct tea_recipe *recipe = &block->recipes[block->count++];

	*recipe = (struct tea_recipe){
		.insn = op->insn, .site = op->site, .offset = (uint16_t)(op->pc - block->pc),
		.word = TEA_NO_WORD,
	};
	if (!needs_word(op))
		return;
	packed->words[block->words] = op->insn.class == TEA_CLASS_INT_DIV ? op->steps : op->addr;
	recipe->word = block->words++;
}

unsigned int packed_run_make(struct packed_run *packed, const struct tea_op *ops,
			     unsigned int count, unsigned int most)
{
	unsigned int at = 0;

	*packed->block = (struct tea_block){
		.pc = ops[0].pc, .privilege = ops[0].privilege, .serial = ++blocks,
	};
	while (at < count && at < most && fits(&ops[at]) &&
	       (!at || falls_through(&ops[at - 1], &ops[at])))
		add(packed, &ops[at++]);
	if (!at)
		return 0;
	packed->run = (struct tea_run){
		.block = packed->block, .words = packed->words, .next_pc = ops[at - 1].next_pc,
		.count = at,
	};
	return at;
}
