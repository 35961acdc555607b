// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * run.c - the out-of-order core: the run of a block
 *
 * What is plain passes here, most of it without a look at what it takes in order: see room.h.
 */
#include "flight.h"
#include "room.h"

/* A run under way. */
struct course {
	const struct tea_run *run;
	uint32_t at;			/* its next operation */
	struct tea_retired *record;	/* the next one */
};

/* Pass an access on its @path. Returns how many records there are. */
tea_inline unsigned int pass_access(struct tea_model *model, const struct course *course,
				    const struct tea_kind *kind, struct tea_retired *record,
				    const enum tea_path path, const bool roomy)
{
	struct tea_op op = tea_run_insn(course->run, course->at);

	tea_run_access(course->run, course->at, &op);
	if (__builtin_expect(pass(model, &op, kind, record, path, roomy), false))
		return tea_core_pass_again(model, &op, record + 1);
	return 1;
}

/* Pass an operation that is plain. Returns how many records there are. */
tea_inline unsigned int pass_one(struct tea_model *model, const struct course *course,
				 const struct tea_kind *kind, struct tea_retired *record,
				 const bool roomy)
{
	struct tea_op op;

	switch (kind->path) {
	case TEA_PATH_LOAD:
		return pass_access(model, course, kind, record, TEA_PATH_LOAD, roomy);
	case TEA_PATH_STORE:
		return pass_access(model, course, kind, record, TEA_PATH_STORE, roomy);
	case TEA_PATH_CONTROL:
		op = tea_run_insn(course->run, course->at);
		op.next_pc = tea_run_next_pc(course->run, course->at);
		pass(model, &op, kind, record, TEA_PATH_CONTROL, roomy);
		return 1;
	default:
		op = tea_run_op(course->run, course->at);
		pass(model, &op, kind, record, TEA_PATH_PLAIN, roomy);
		return 1;
	}
}

/*
 * Pass plain operations, @roomy ones or others: to the end of the run, to what is not plain, or
 * through a violation of memory order, after which nothing is known of room.
 */
tea_inline void pass_plain(struct tea_model *model, struct course *course, const bool roomy)
{
	struct course now = *course;
	unsigned int left = 1;

	for (; now.at < now.run->count && left == 1; now.at++) {
		const struct tea_kind *kind =
			&model->kinds[now.run->block->recipes[now.at].insn.class];

		if (kind->path == TEA_PATH_COMPUTES) {
			struct tea_op op = tea_run_insn(now.run, now.at);

			pass(model, &op, kind, now.record++, TEA_PATH_COMPUTES, roomy);
			continue;
		}
		if (__builtin_expect(kind->path <= TEA_PATH_EXPLAINED, false))
			break;
		left = pass_one(model, &now, kind, now.record, roomy);
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

/* One operation, whatever it is. */
static __attribute__((noinline)) void step(struct tea_model *model, struct course *course)
{
	struct tea_op op = tea_run_op(course->run, course->at++);
	const struct tea_retired *records;
	unsigned int count = tea_model_step(model, &op, &records);

	while (count--)
		*course->record++ = *records++;
}

unsigned int tea_model_run(struct tea_model *model, const struct tea_run *run,
			   const struct tea_retired **records)
{
	struct course course = { .run = run, .record = model->run_records };

	while (course.at < run->count) {
		const uint32_t before = course.at;

		if (tea_room_for(model, run->count - course.at))
			pass_roomy(model, &course);
		else
			pass_checked(model, &course);
		if (course.at == before)
			step(model, &course);
	}
	*records = model->run_records;
	return (unsigned int)(course.record - model->run_records);
}
