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

/* Of the operation that is number @at of @run: what it has in every run, ... */
static inline struct tea_op tea_run_insn(const struct tea_run *run, uint32_t at)
{
	const struct tea_block *block = run->block;
	const struct tea_recipe *recipe = &block->recipes[at];

	return (struct tea_op){
		.insn = recipe->insn,
		.pc = block->pc + recipe->offset,
		.privilege = block->privilege,
		.site = recipe->site,
	};
}

/* ... where control went, ... */
static inline uint64_t tea_run_next_pc(const struct tea_run *run, uint32_t at)
{
	const struct tea_block *block = run->block;

	return at + 1 < run->count ? block->pc + block->recipes[at + 1].offset : run->next_pc;
}

/* ... and what it accessed. */
static inline void tea_run_access(const struct tea_run *run, uint32_t at, struct tea_op *op)
{
	const uint8_t word = run->block->recipes[at].word;

	op->addr = word != TEA_NO_WORD ? run->words[word] : TEA_NO_ADDRESS;
	op->has_addr = op->addr != TEA_NO_ADDRESS;
}

/* All of it. */
static inline struct tea_op tea_run_op(const struct tea_run *run, uint32_t at)
{
	const uint8_t word = run->block->recipes[at].word;
	struct tea_op op = tea_run_insn(run, at);

	op.next_pc = tea_run_next_pc(run, at);
	if (op.insn.class != TEA_CLASS_INT_DIV)
		tea_run_access(run, at, &op);
	else if (word != TEA_NO_WORD)
		op.steps = (uint8_t)run->words[word];
	return op;
}

#endif /* TEA_BLOCK_H */
