// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * run.c - the out-of-order core: the run of a block
 *
 * What is plain passes here, most of it without a look at what it takes in order: see room.h.
 */
#include "explained.h"
#include "flight.h"
#include "room.h"

/* A run under way. */
struct course {
	const struct tea_run *run;
	const struct tea_recipe *recipe, *end;	/* of its next operation; behind the last */
	struct tea_retired *record;	/* the next one */
};

/*
 * Pass an operation that is plain, on its @path, a constant. Returns how many records there are.
 * Of each path's operation is made what the path reads.
 */
tea_inline unsigned int pass_on(struct tea_model *model, const struct course *course,
				const struct tea_kind *kind, const enum tea_path path,
				const bool roomy)
{
	const struct tea_recipe *recipe = course->recipe;
	struct tea_op op = tea_run_insn(course->run, recipe);

	if (path == TEA_PATH_CONTROL)
		op.next_pc = tea_run_next_pc(course->run, recipe);
	else if (path != TEA_PATH_COMPUTES)
		tea_run_access(course->run, recipe, &op);
	if (path == TEA_PATH_PLAIN)
		tea_run_divide(recipe, &op);
	if (__builtin_expect(pass(model, &op, &recipe->insn, kind, course->record, path, roomy),
			     false))
		return tea_core_pass_again(model, &op, course->record + 1);
	return 1;
}

tea_inline unsigned int pass_one(struct tea_model *model, const struct course *course,
				 const struct tea_kind *kind, const bool roomy)
{
	if (kind->path == TEA_PATH_COMPUTES)
		return pass_on(model, course, kind, TEA_PATH_COMPUTES, roomy);
	if (kind->path == TEA_PATH_LOAD)
		return pass_on(model, course, kind, TEA_PATH_LOAD, roomy);
	if (kind->path == TEA_PATH_CONTROL)
		return pass_on(model, course, kind, TEA_PATH_CONTROL, roomy);
	if (kind->path == TEA_PATH_STORE)
		return pass_on(model, course, kind, TEA_PATH_STORE, roomy);
	return pass_on(model, course, kind, TEA_PATH_PLAIN, roomy);
}

/*
 * Pass plain operations, @roomy ones or others: to the end of the run, to what is not plain, or
 * through a violation of memory order, after which nothing is known of room.
 */
tea_inline void pass_plain(struct tea_model *model, struct course *course, const bool roomy)
{
	struct course now = *course;
	unsigned int left = 1;

	for (; now.recipe != now.end && left == 1; now.recipe++) {
		const struct tea_kind *kind = &model->kinds[now.recipe->insn.class];

		if (__builtin_expect(kind->path <= TEA_PATH_EXPLAINED, false))
			break;
		left = pass_one(model, &now, kind, roomy);
		now.record += left;
	}
	*course = now;
}

static __attribute__((noinline)) void pass_roomy(struct tea_model *model, struct course *course)
{
	pass_plain(model, course, true);
}

static __attribute__((noinline)) void pass_checked(struct tea_model *model, struct course *course)
{
	pass_plain(model, course, false);
}

/* One operation, whatever it is; what is explained leaves its records where they stay. */
static __attribute__((noinline)) void step(struct tea_model *model, struct course *course)
{
	const struct tea_recipe *first = course->run->block->recipes;
	struct tea_op op = tea_run_op(course->run, (uint32_t)(course->recipe++ - first));
	const struct tea_retired *records;
	unsigned int count;

	if (model->kinds[op.insn.class].path == TEA_PATH_EXPLAINED) {
		course->record += tea_explained_step(model, &op, course->record);
		return;
	}
	count = tea_model_step(model, &op, &records);
	while (count--)
		*course->record++ = *records++;
}

/* Whether the next operation is one of those that pass_plain() passes. */
static bool begins_plain(const struct tea_model *model, const struct course *course)
{
	return model->kinds[course->recipe->insn.class].path > TEA_PATH_EXPLAINED;
}

unsigned int tea_model_run(struct tea_model *model, const struct tea_run *run,
			   const struct tea_retired **records)
{
	struct course course = {
		.run = run, .recipe = run->block->recipes,
		.end = run->block->recipes + run->count, .record = model->run_records,
	};

	while (course.recipe != course.end) {
		if (!begins_plain(model, &course))
			step(model, &course);
		else if (tea_room_for(model, (uint32_t)(course.end - course.recipe)))
			pass_roomy(model, &course);
		else
			pass_checked(model, &course);
	}
	*records = model->run_records;
	return (unsigned int)(course.record - model->run_records);
}
