/* SPDX-License-Identifier: GPL-2.0-or-later */
/* runcursor.h - private to the core: how far a run is, and the operation that comes next */
#ifndef TEA_RUNCURSOR_H
#define TEA_RUNCURSOR_H

#include "core.h"

/* A run under way. */
struct runcursor {
	const struct tea_run *run;
	const struct tea_recipe *recipe, *end;	/* of its next operation; behind the last */
	struct tea_retired *record;	/* the next one */
	uint64_t pc;			/* of the block */
	uint8_t privilege;
};

/*
 * The operation that comes next, as far as its @variant, a constant, reads it: on those of which
 * nothing is known, all of it.
 */
tea_inline void find_op(const struct runcursor *cursor, const enum tea_pass_variant variant,
			struct tea_op *op)
{
	op->insn = cursor->recipe->insn;
	op->pc = cursor->pc + cursor->recipe->offset;
	op->privilege = cursor->privilege;
	op->site = cursor->recipe->site;
	op->trap = TEA_TRAP_NONE;
	if (variant == TEA_VARIANT_CONTROL || variant == TEA_VARIANT_EXPLAINED)
		op->next_pc = tea_run_next_pc(cursor->run, cursor->recipe);
	if (variant != TEA_VARIANT_COMPUTES && variant != TEA_VARIANT_CONTROL)
		tea_run_access(cursor->run, cursor->recipe, op);
	if (variant == TEA_VARIANT_SIMPLE || variant == TEA_VARIANT_EXPLAINED)
		tea_run_divide(cursor->recipe, op);
}

#endif /* TEA_RUNCURSOR_H */
