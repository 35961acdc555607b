// SPDX-License-Identifier: GPL-2.0-or-later
/* sfb.c - short forward branches become predicated instructions: see sfb.h */
#include "sfb.h"

#include <stdlib.h>

#define ENTRIES		1024	/* branches remembered: direct-mapped */
#define PREDICATE	TEA_REGS	/* a register behind the architectural ones */

struct entry {
	uint64_t pc;		/* of the branch */
	uint64_t target;	/* 0: never taken yet */
	uint64_t end;		/* behind the last instruction of the shadow that is known */
	unsigned int count;
	struct tea_insn shadow[TEA_SFB_SHADOW_MAX];
};

struct tea_sfb {
	struct entry entries[ENTRIES];
	struct entry *learning;	/* its shadow is being executed, or NULL */
	uint64_t begin, end;	/* the shadow of the last branch: [begin, end) */
	uint64_t block_bytes;
};

struct tea_sfb *tea_sfb_create(const struct tea_params *params)
{
	struct tea_sfb *sfb = calloc(1, sizeof(*sfb));

	if (sfb)
		sfb->block_bytes = params->fetch_width * 2;
	return sfb;
}

void tea_sfb_destroy(struct tea_sfb *sfb)
{
	free(sfb);
}

/* It must have a source left for the old result. An instruction without rs1 is taken for a move. */
static bool is_shadowable(const struct tea_insn *insn)
{
	return insn->class == TEA_CLASS_INT_ALU && insn->dst < TEA_REG_FP(0) &&
	       (insn->src[1] == TEA_REG_NONE || insn->src[0] == TEA_REG_NONE ||
		insn->src[0] == insn->dst);
}

struct tea_insn tea_sfb_predicate(const struct tea_insn *insn)
{
	struct tea_insn predicated = *insn;

	if (insn->src[0] == TEA_REG_NONE)
		predicated.src[0] = insn->dst;
	else if (insn->src[0] != insn->dst)
		predicated.src[1] = insn->dst;
	predicated.src[2] = PREDICATE;
	return predicated;
}

static bool is_short(const struct tea_sfb *sfb, uint64_t pc, uint64_t target)
{
	return target > pc && (pc & (sfb->block_bytes - 1)) + (target - pc) <= 2 * sfb->block_bytes;
}

static void learn_shadow(struct tea_sfb *sfb, const struct tea_op *op)
{
	struct entry *entry = sfb->learning;

	if (op->pc != entry->end || op->trap != TEA_TRAP_NONE || !is_shadowable(&op->insn) ||
	    entry->count == TEA_SFB_SHADOW_MAX) {
		sfb->learning = NULL;
		return;
	}
	entry->shadow[entry->count++] = op->insn;
	entry->end += op->insn.length_bytes;
}

static void learn_branch(struct tea_sfb *sfb, struct entry *entry, const struct tea_op *op)
{
	uint64_t fallthrough = op->pc + op->insn.length_bytes;

	if (entry->pc != op->pc)
		*entry = (struct entry){ .pc = op->pc, .end = fallthrough };
	if (op->next_pc != fallthrough)
		entry->target = is_short(sfb, op->pc, op->next_pc) ? op->next_pc : UINT64_MAX;
	else if (!entry->count)
		sfb->learning = entry;
}

/* A short forward branch with a known shadow sets the predicate. */
static void step_branch(struct tea_sfb *sfb, const struct tea_op *op, struct tea_sfb_step *step)
{
	struct entry *entry = &sfb->entries[op->pc / 2 % ENTRIES];
	uint64_t fallthrough = op->pc + op->insn.length_bytes, pc = fallthrough;

	learn_branch(sfb, entry, op);
	if (!entry->target || entry->end < entry->target || entry->end == fallthrough)
		return;
	step->op.insn.class = TEA_CLASS_INT_ALU;
	step->op.insn.dst = PREDICATE;
	if (op->next_pc == fallthrough) {
		sfb->begin = fallthrough;
		sfb->end = entry->target;
		return;
	}
	step->skipped = entry->shadow;
	step->skipped_pc = fallthrough;
	while (pc < entry->target)
		pc += entry->shadow[step->skipped_count++].length_bytes;
}

void tea_sfb_step(struct tea_sfb *sfb, const struct tea_op *op, struct tea_sfb_step *step)
{
	*step = (struct tea_sfb_step){ .op = *op };
	if (sfb->learning)
		learn_shadow(sfb, op);
	if (op->pc < sfb->begin || op->pc >= sfb->end)
		sfb->end = 0;
	else if (op->trap == TEA_TRAP_NONE)
		step->op.insn = tea_sfb_predicate(&op->insn);
	if (op->insn.class == TEA_CLASS_BRANCH && op->trap == TEA_TRAP_NONE)
		step_branch(sfb, op, step);
}
