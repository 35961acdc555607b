/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * block.h - a stretch of code, decoded once, and one execution of it
 *
 *	block   what all executions have in common: a recipe for each instruction
 *	run     one of them: how many of the instructions, a word for each that needs one,
 *	        and where control went behind the last
 *
 * Control enters a block at its first instruction only, and passes from each to the one behind
 * it: what may transfer control is the last. Of what a struct tea_op can say a run has all but
 * traps and vectors, which are operations by themselves.
 */
#ifndef TEA_BLOCK_H
#define TEA_BLOCK_H

#include "op.h"

#define TEA_BLOCK_MAX	64	/* instructions of a block */
#define TEA_NO_WORD	UINT8_MAX

/* In place of an address: there was no access, as of a store conditional that fails. */
#define TEA_NO_ADDRESS	UINT64_MAX

/* An instruction of a block. */
struct tea_recipe {
	struct tea_insn insn;
	uint32_t site;		/* see struct tea_op */
	uint16_t offset;	/* bytes from the block's begin */
	uint8_t word;		/* of the run: the address accessed or prefetched, of an integer
				 * divide its steps; TEA_NO_WORD: it needs none */
};

struct tea_block {
	uint64_t pc;
	uint8_t privilege;	/* see struct tea_op */
	uint8_t count;		/* of recipes, 1..TEA_BLOCK_MAX */
	uint8_t words;		/* of a run, for all recipes */
	struct tea_recipe recipes[];
};

struct tea_run {
	const struct tea_block *block;
	const uint64_t *words;
	uint64_t next_pc;	/* behind the last instruction executed */
	uint32_t count;		/* instructions executed: the block's first ones, 1.. */
};

/* The operation that is number @at of @run. */
static inline struct tea_op tea_run_op(const struct tea_run *run, uint32_t at)
{
	const struct tea_block *block = run->block;
	const struct tea_recipe *recipe = &block->recipes[at];
	struct tea_op op = {
		.insn = recipe->insn,
		.pc = block->pc + recipe->offset,
		.next_pc = at + 1 < run->count ? recipe[1].offset + block->pc : run->next_pc,
		.privilege = block->privilege,
		.site = recipe->site,
	};

	if (recipe->word == TEA_NO_WORD)
		return op;
	if (op.insn.class == TEA_CLASS_INT_DIV) {
		op.steps = (uint8_t)run->words[recipe->word];
	} else {
		op.addr = run->words[recipe->word];
		op.has_addr = op.addr != TEA_NO_ADDRESS;
	}
	return op;
}

#endif /* TEA_BLOCK_H */
