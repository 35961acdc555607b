// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * run.c - the out-of-order core: the run of a block
 *
 * Simple operations pass here, most of them without a look at the structures that they take in
 * order: see freeentries.h. Those compared with the wrong path do not.
 */
#include "runcursor.h"
#include "anypass.h"
#include "explained.h"
#include "pass.h"
#include "freeentries.h"

/*
 * Pass simple operations, to the end of the run, or to one that is not. @unstalled: those that have
 * free entries; and only through a violation of memory order, after which these are not known.
 */
tea_inline struct runcursor pass_simple(struct tea_model *model, struct runcursor cursor,
					const bool unstalled)
{
	tea_history_reserve(&model->history, (size_t)(cursor.end - cursor.recipe));
	do {
		const struct tea_kind *kind = model->kind_of[cursor.recipe->insn.class];
		bool again;

		if (kind->variant != TEA_VARIANT_COMPUTES &&
		    __builtin_expect(kind->variant <= TEA_VARIANT_EXPLAINED, false))
			break;
		again = pass_next(model, &cursor, kind, kind->variant, unstalled, false);
		cursor.record += __builtin_expect(again, false) ?
				 tea_generic_load_again(model, cursor) : 1;
		cursor.recipe++;
		if (unstalled && __builtin_expect(again, false))
			break;
	} while (cursor.recipe != cursor.end);
	return cursor;
}

/* By reference, as tea_explained_pass(): many runs are short, and copies cost. */
static __attribute__((noinline)) void pass_checked(struct tea_model *model,
						   struct runcursor *cursor)
{
	*cursor = pass_simple(model, *cursor, false);
}

/* One operation, whatever it is. */
static __attribute__((noinline)) struct runcursor step(struct tea_model *model,
						       struct runcursor cursor)
{
	const struct tea_recipe *first = cursor.run->block->recipes;
	struct tea_op op = tea_run_op(cursor.run, (uint32_t)(cursor.recipe++ - first));
	const struct tea_retired *records;
	unsigned int count;

	/* its edges stay behind those of the run so far */
	TEA_TRACE(model->edges, run, &model->trace, cursor.record == model->run_records);
	count = tea_model_step(model, &op, &records);
	TEA_TRACE(model->edges, run_on, &model->trace);
	while (count--)
		*cursor.record++ = *records++;
	return cursor;
}

unsigned int tea_model_run(struct tea_model *model, const struct tea_run *run,
			   const struct tea_retired **records)
{
	struct runcursor cursor = {
		.run = run, .recipe = run->block->recipes,
		.end = run->block->recipes + run->count, .record = model->run_records,
		.pc = run->block->pc, .privilege = run->block->privilege,
	};

	if (model->wrongpath.modelled)
		tea_codemap_note_run(&model->wrongpath.map, run);
	while (cursor.recipe != cursor.end) {
		const uint8_t variant = model->kind_of[cursor.recipe->insn.class]->variant;

		if (__builtin_expect(variant == TEA_VARIANT_GENERIC, false))
			cursor = step(model, cursor);
		else if (variant == TEA_VARIANT_EXPLAINED)
			tea_explained_pass(model, &cursor);
		else if (!model->wrongpath.active &&
			 tea_free_for(model, (uint32_t)(cursor.end - cursor.recipe)))
			cursor = pass_simple(model, cursor, true);
		else
			pass_checked(model, &cursor);
	}
	model->pace.ops += run->count;
	*records = model->run_records;
	return (unsigned int)(cursor.record - model->run_records);
}
