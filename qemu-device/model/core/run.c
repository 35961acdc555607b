// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * run.c - the out-of-order core: the run of a block
 *
 * What is plain passes here, most of it without a look at what it takes in order: see room.h;
 * not so what is compared with the wrong path.
 */
#include "course.h"
#include "anypass.h"
#include "explained.h"
#include "passage.h"
#include "room.h"

/* A load violated memory order: pass it again. Returns how many records there are. */
static __attribute__((noinline)) unsigned int pass_load_again(struct tea_model *model,
							      struct course course)
{
	struct tea_op op = tea_run_insn(course.run, course.recipe);

	tea_run_access(course.run, course.recipe, &op);
	return tea_any_again(model, &op, course.record + 1);
}

/* Pass the next operation on its @path where there is room. Whether it has to be made again. */
tea_inline bool pass_with_room(struct tea_model *model, const struct course *course,
			       const struct tea_kind *kind, const enum tea_specialization path)
{
	struct tea_op op;
	struct tea_lsu_access access;
	struct flight flight = {
		.path = path, .roomy = true, .op = is_from_run(path) ? NULL : &op,
		.course = is_from_run(path) ? course : NULL,
		.insn = &course->recipe->insn, .kind = kind,
		.now = ++model->history.now, .record = course->record, .access = &access,
	};
	cycle_t fetched;

	find_op(course, path, &op);
	record_begin(flight.record, &op, flight.insn, false);
	fetched = tea_frontend_fetch(&model->frontend, flight.now, op.pc,
				     flight.insn->length_bytes, flight.record, false);
	return pass_rest(model, &flight, tea_frontend_decode(&model->frontend, flight.now,
							     has(&flight, TEA_KIND_TAG), fetched,
							     flight.record, false));
}

/*
 * Pass plain operations that have room: to the end of the run, to what is not plain, or through
 * a violation of memory order, after which nothing is known of room.
 */
tea_inline struct course pass_roomy(struct tea_model *model, struct course course)
{
	tea_history_reserve(&model->history, (size_t)(course.end - course.recipe));
	do {
		const struct tea_kind *kind = model->kind_of[course.recipe->insn.class];
		bool again = false;

		if (kind->path == TEA_PATH_COMPUTES)
			pass_with_room(model, &course, kind, TEA_PATH_COMPUTES);
		else if (__builtin_expect(kind->path <= TEA_PATH_EXPLAINED, false))
			break;
		else if (kind->path == TEA_PATH_LOAD)
			again = pass_with_room(model, &course, kind, TEA_PATH_LOAD);
		else if (kind->path == TEA_PATH_CONTROL)
			pass_with_room(model, &course, kind, TEA_PATH_CONTROL);
		else if (kind->path == TEA_PATH_STORE)
			pass_with_room(model, &course, kind, TEA_PATH_STORE);
		else
			pass_with_room(model, &course, kind, TEA_PATH_PLAIN);
		if (__builtin_expect(again, false)) {
			course.record += pass_load_again(model, course);
			course.recipe++;
			break;
		}
		course.record++;
		course.recipe++;
	} while (course.recipe != course.end);
	return course;
}

/* Pass the next operation on its @path. Returns how many records there are. */
tea_inline unsigned int pass_one(struct tea_model *model, const struct course *course,
				 const struct tea_kind *kind, const enum tea_specialization path)
{
	struct tea_op op;

	find_op(course, path, &op);
	if (__builtin_expect(pass(model, &op, course, &course->recipe->insn, kind, course->record,
				  path), false))
		return pass_load_again(model, *course);
	return 1;
}

/* Likewise to the end of the run or to what is not plain, and look for room. */
static __attribute__((noinline)) struct course pass_checked(struct tea_model *model,
							    struct course now)
{
	for (; now.recipe != now.end; now.recipe++) {
		const struct tea_kind *kind = model->kind_of[now.recipe->insn.class];

		if (__builtin_expect(kind->path <= TEA_PATH_EXPLAINED, false))
			break;
		if (kind->path == TEA_PATH_COMPUTES)
			now.record += pass_one(model, &now, kind, TEA_PATH_COMPUTES);
		else if (kind->path == TEA_PATH_LOAD)
			now.record += pass_one(model, &now, kind, TEA_PATH_LOAD);
		else if (kind->path == TEA_PATH_CONTROL)
			now.record += pass_one(model, &now, kind, TEA_PATH_CONTROL);
		else if (kind->path == TEA_PATH_STORE)
			now.record += pass_one(model, &now, kind, TEA_PATH_STORE);
		else
			now.record += pass_one(model, &now, kind, TEA_PATH_PLAIN);
	}
	return now;
}

/* One operation, whatever it is. */
static __attribute__((noinline)) struct course step(struct tea_model *model, struct course course)
{
	const struct tea_recipe *first = course.run->block->recipes;
	struct tea_op op = tea_run_op(course.run, (uint32_t)(course.recipe++ - first));
	const struct tea_retired *records;
	unsigned int count;

	/* its hops stay behind those of the run so far */
	if (model->hops)
		tea_trace_run(&model->trace, course.record == model->run_records);
	count = tea_model_step(model, &op, &records);
	if (model->hops)
		model->hops->run = false;
	while (count--)
		*course.record++ = *records++;
	return course;
}

unsigned int tea_model_run(struct tea_model *model, const struct tea_run *run,
			   const struct tea_retired **records)
{
	struct course course = {
		.run = run, .recipe = run->block->recipes,
		.end = run->block->recipes + run->count, .record = model->run_records,
		.pc = run->block->pc, .privilege = run->block->privilege,
	};

	if (model->wrongpath.modelled)
		tea_codemap_note_run(&model->wrongpath.map, run);
	while (course.recipe != course.end) {
		const uint8_t path = model->kind_of[course.recipe->insn.class]->path;

		if (__builtin_expect(path == TEA_PATH_ANY, false))
			course = step(model, course);
		else if (path == TEA_PATH_EXPLAINED)
			course = tea_explained_pass(model, course);
		else if (!model->wrongpath.active && tea_room_for(model, (uint32_t)(course.end - course.recipe)))
			course = pass_roomy(model, course);
		else
			course = pass_checked(model, course);
	}
	*records = model->run_records;
	return (unsigned int)(course.record - model->run_records);
}
