// SPDX-License-Identifier: GPL-2.0-or-later
/* explained.c - the path of plain operations whose records say why: see explained.h */
#include "explained.h"

#include "anypass.h"
#include "passage.h"

unsigned int tea_explained_step(struct tea_model *model, const struct tea_op *op,
				struct tea_retired *record)
{
	const struct tea_kind *kind = &model->kinds[op->insn.class];

	if (__builtin_expect(pass(model, op, NULL, &op->insn, kind, record, TEA_PATH_EXPLAINED),
			     false))
		return tea_any_again(model, op, record + 1);
	return 1;
}

struct course tea_explained_pass(struct tea_model *model, struct course course)
{
	if (model->hops && course.record == model->run_records)
		tea_trace_clear(&model->trace);
	do {
		struct tea_op op;

		find_op(&course, TEA_PATH_EXPLAINED, &op);
		course.recipe++;
		course.record += tea_explained_step(model, &op, course.record);
	} while (course.recipe != course.end &&
		 model->kind_of[course.recipe->insn.class]->path == TEA_PATH_EXPLAINED);
	return course;
}
