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

/* In the way of the critical path, which is recorded. */
static struct runcursor pass_traced(struct tea_model *model, struct runcursor cursor)
{
	TEA_TRACE(cursor.record == model->run_records, clear, &model->trace);
	do {
		struct tea_op op;

		find_op(&cursor, TEA_VARIANT_EXPLAINED, &op);
		cursor.recipe++;
		cursor.record += tea_explained_step(model, &op, cursor.record);
	} while (cursor.recipe != cursor.end &&
		 model->kind_of[cursor.recipe->insn.class]->variant == TEA_VARIANT_EXPLAINED);
	return cursor;
}

/* Each as the variant that it has where there are no reasons, but with them. */
static struct runcursor pass_untraced(struct tea_model *model, struct runcursor cursor)
{
	const struct tea_kind *kind = model->kind_of[cursor.recipe->insn.class];

	tea_history_reserve(&model->history, (size_t)(cursor.end - cursor.recipe));
	do {
		const bool again = pass_next(model, &cursor, kind, kind->unexplained, false, true);

		cursor.record += __builtin_expect(again, false) ?
				 tea_generic_load_again(model, cursor) : 1;
		if (++cursor.recipe == cursor.end)
			break;
		kind = model->kind_of[cursor.recipe->insn.class];
	} while (kind->variant == TEA_VARIANT_EXPLAINED);
	return cursor;
}

void tea_explained_pass(struct tea_model *model, struct runcursor *cursor)
{
	*cursor = __builtin_expect(model->edges != NULL, false) ? pass_traced(model, *cursor) :
								  pass_untraced(model, *cursor);
}
