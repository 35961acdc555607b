// SPDX-License-Identifier: GPL-2.0-or-later
/* explained.c - the pass of simple operations with reasons in their records: see explained.h */
#include "explained.h"

#include "anypass.h"
#include "pass.h"

unsigned int tea_explained_step(struct tea_model *model, const struct tea_op *op,
				struct tea_retired *record)
{
	const struct tea_kind *kind = &model->kinds[op->insn.class];

	if (__builtin_expect(pass_op(model, op, kind, record, TEA_VARIANT_EXPLAINED), false))
		return tea_generic_again(model, op, record + 1);
	return 1;
}

struct runcursor tea_explained_pass(struct tea_model *model, struct runcursor cursor)
{
	TEA_TRACE(model->edges && cursor.record == model->run_records, clear, &model->trace);
	do {
		struct tea_op op;

		find_op(&cursor, TEA_VARIANT_EXPLAINED, &op);
		cursor.recipe++;
		cursor.record += tea_explained_step(model, &op, cursor.record);
	} while (cursor.recipe != cursor.end &&
		 model->kind_of[cursor.recipe->insn.class]->variant == TEA_VARIANT_EXPLAINED);
	return cursor;
}
