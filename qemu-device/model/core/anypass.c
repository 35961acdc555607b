// SPDX-License-Identifier: GPL-2.0-or-later
/* anypass.c - a pass of whatever it is through the core: see anypass.h */
#include "anypass.h"

#include <assert.h>

#include "pass.h"

bool tea_generic_pass(struct tea_model *model, const struct tea_op *op, struct tea_retired *record)
{
	struct tea_kind kind = model->kinds[op->insn.class];

	/* it travels down the pipeline in the place of its instruction */
	if (op->trap == TEA_TRAP_INTERRUPT)
		kind = (struct tea_kind){
			.queue = TEA_QUEUE_NONE, .unit = TEA_UNIT_NONE,
			.flags = kind.flags & TEA_KIND_TAG,
		};
	if (model->lsu.spared & TEA_PSV_FL_EX)
		kind.flags &= (uint8_t)~TEA_KIND_SERIAL;
	return pass_op(model, op, &kind, record, TEA_VARIANT_GENERIC);
}

unsigned int tea_generic_again(struct tea_model *model, const struct tea_op *op,
			       struct tea_retired *record)
{
	/* once again is enough: every older store has left by now */
	if (tea_generic_pass(model, op, record))
		assert(!"memory order violated twice");
	return 2;
}

unsigned int tea_generic_load_again(struct tea_model *model, struct runcursor cursor)
{
	struct tea_op op = tea_run_insn(cursor.run, cursor.recipe);
	unsigned int count;

	tea_run_access(cursor.run, cursor.recipe, &op);
	count = tea_generic_again(model, &op, cursor.record + 1);
	tea_history_reserve(&model->history, (size_t)(cursor.end - cursor.recipe - 1));
	return count;
}
