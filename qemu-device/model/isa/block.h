/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * block.h - a stretch of code, decoded once, and one execution of it
 *
 *	block   the part that all executions share: a recipe for each instruction
 *	run     one of them: how many of the instructions, a word for each that needs one,
 *	        and where control went behind the last
 *
 * Control enters a block at its first instruction only, and passes from each to the next: only the
 * last one may transfer control. A run can express every struct tea_op except traps and vectors,
 * which are separate operations.
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
	uint32_t serial;	/* that no block with another content has had, 1.. */
	struct tea_recipe recipes[];
};

struct tea_run {
	const struct tea_block *block;
	const uint64_t *words;
	uint64_t next_pc;	/* behind the last instruction executed */
	uint32_t count;		/* instructions executed: the block's first ones, 1.. */
};

/* The operation of @run for @recipe, one of its block's: its static part, ... */
static inline struct tea_op tea_run_insn(const struct tea_run *run,
					 const struct tea_recipe *recipe)
{
	return (struct tea_op){
		.insn = recipe->insn,
		.pc = run->block->pc + recipe->offset,
		.privilege = run->block->privilege,
		.site = recipe->site,
	};
}

/* ... where control went, ... */
static inline uint64_t tea_run_next_pc(const struct tea_run *run, const struct tea_recipe *recipe)
{
	const struct tea_block *block = run->block;

	if (recipe + 1 == block->recipes + run->count)
		return run->next_pc;
	return block->pc + recipe[1].offset;
}

/* ... its address, unless it is a divide, ... */
static inline uint64_t tea_run_address(const struct tea_run *run, const struct tea_recipe *recipe)
{
	return recipe->word != TEA_NO_WORD ? run->words[recipe->word] : TEA_NO_ADDRESS;
}

static inline void tea_run_access(const struct tea_run *run, const struct tea_recipe *recipe,
				  struct tea_op *op)
{
	op->addr = tea_run_address(run, recipe);
	op->has_addr = op->addr != TEA_NO_ADDRESS;
}

/* ... and, behind that, where it is one, its steps. */
static inline void tea_run_divide(const struct tea_recipe *recipe, struct tea_op *op)
{
	if (recipe->insn.class != TEA_CLASS_INT_DIV)
		return;
	op->steps = recipe->word != TEA_NO_WORD ? (uint8_t)op->addr : 0;
	op->has_addr = false;
}

/* The operation that is number @at of @run. */
static inline struct tea_op tea_run_op(const struct tea_run *run, uint32_t at)
{
	const struct tea_recipe *recipe = &run->block->recipes[at];
	struct tea_op op = tea_run_insn(run, recipe);

	op.next_pc = tea_run_next_pc(run, recipe);
	tea_run_access(run, recipe, &op);
	tea_run_divide(recipe, &op);
	return op;
}

#endif /* TEA_BLOCK_H */
