/* SPDX-License-Identifier: GPL-2.0-or-later */
/* course.h - private to the core: a run on its way, and the operation that comes next */
#ifndef TEA_COURSE_H
#define TEA_COURSE_H

#include "core.h"

/* A run under way. */
struct course {
	const struct tea_run *run;
	const struct tea_recipe *recipe, *end;	/* of its next operation; behind the last */
	struct tea_retired *record;	/* the next one */
	uint64_t pc;			/* of the block */
	uint8_t privilege;
};

/*
 * The operation that comes next, as far as its @path, a constant, reads it: on those of which
 * nothing is known, all of it.
 */
tea_inline void find_op(const struct course *course, const enum tea_specialization path, struct tea_op *op)
{
	op->insn = course->recipe->insn;
	op->pc = course->pc + course->recipe->offset;
	op->privilege = course->privilege;
	op->site = course->recipe->site;
	op->trap = TEA_TRAP_NONE;
	if (path == TEA_PATH_CONTROL || path == TEA_PATH_EXPLAINED)
		op->next_pc = tea_run_next_pc(course->run, course->recipe);
	if (path != TEA_PATH_COMPUTES && path != TEA_PATH_CONTROL)
		tea_run_access(course->run, course->recipe, op);
	if (path == TEA_PATH_PLAIN || path == TEA_PATH_EXPLAINED)
		tea_run_divide(course->recipe, op);
}

#endif /* TEA_COURSE_H */
