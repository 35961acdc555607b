// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * lane.c - a core and its observers: see lane.h
 */
#include <errno.h>
#include <stdlib.h>

#include "dying.h"
#include "lane.h"
#include "observers/counts.h"

/* Two lines of the processor's caches, which fetch each other. */
#define APART_BYTES	128

static void on_span(void *opaque, const struct tea_span *span)
{
	struct lane *lane = opaque;

	tea_spans_rest(&lane->spans, observers_span(&lane->observers, span));
}

int lane_init(struct lane *lane, const struct tea_params *params, const struct tea_env *env,
	      unsigned int set, uint64_t period)
{
	if (observers_init(&lane->observers, params, set, period))
		return -ENOMEM;
	lane->model = tea_model_create(params, env);
	if (!lane->model) {
		observers_deinit(&lane->observers);
		return -ENOMEM;
	}
	lane->abstract = NULL;
	tea_model_explain(lane->model, observers_explained(&lane->observers));
	if (observers_followed(&lane->observers) && tea_model_trace(lane->model, params)) {
		tea_model_destroy(lane->model);
		observers_deinit(&lane->observers);
		return -ENOMEM;
	}
	tea_spans_init(&lane->spans, 0, on_span, lane);
	lane->spared = NULL;
	lane->sibling = NULL;
	lane->shifted = NULL;
	lane->estimate = NULL;
	return 0;
}

void lane_finish(struct lane *lane)
{
	if (!lane->model)
		return;
	if (lane->estimate)
		runestimate_close(lane->estimate);
	tea_spans_finish(&lane->spans);
	observers_cut(&lane->observers);
	tea_model_destroy(lane->model);
	lane->model = NULL;
	free(lane->shifted);
	lane->shifted = NULL;
}

static void free_estimate(struct lane *lane)
{
	if (lane->estimate)
		runestimate_deinit(lane->estimate);
	free(lane->estimate);
	lane->estimate = NULL;
}

void lane_deinit(struct lane *lane)
{
	if (lane->abstract)
		tea_abstract_destroy(lane->abstract);
	else
		observers_deinit(&lane->observers);
	free_estimate(lane);
}

static struct lane *lane_alloc(void)
{
	size_t bytes = (sizeof(struct lane) + APART_BYTES - 1) / APART_BYTES * APART_BYTES;

	return aligned_alloc(APART_BYTES, bytes);
}

struct lane *lane_create(const struct tea_params *params, const struct tea_env *env,
			 unsigned int set, uint64_t period)
{
	struct lane *lane = lane_alloc();

	if (lane && lane_init(lane, params, env, set, period)) {
		free(lane);
		return NULL;
	}
	return lane;
}

struct lane *lane_create_abstract(const struct tea_params *const *params, unsigned int count,
				  const struct tea_env *env)
{
	struct lane *lane = lane_alloc();

	if (!lane)
		return NULL;
	*lane = (struct lane){ .abstract = tea_abstract_create(params, count, env, false) };
	if (lane->abstract)
		return lane;
	free(lane);
	return NULL;
}

struct lane *lane_create_counting(const struct tea_params *params)
{
	struct lane *lane = lane_alloc();

	if (!lane)
		return NULL;
	*lane = (struct lane){ .model = NULL };
	if (observers_init(&lane->observers, params, 1U << OBSERVERS_NUMBER_executions, 1)) {
		free(lane);
		return NULL;
	}
	tea_spans_init(&lane->spans, 0, on_span, lane);
	return lane;
}

void lane_destroy(struct lane *lane)
{
	lane_deinit(lane);
	free(lane);
}

int lane_estimate(struct lane *lane, unsigned int set)
{
	int err;

	lane->estimate = calloc(1, sizeof(*lane->estimate));
	err = lane->estimate ? runestimate_init(lane->estimate, lane->observers.cycle_parts) : -ENOMEM;
	if (!err && set & LANE_ESTIMATED) {
		err = runestimate_add_stages(lane->estimate, lane->observers.params);
		tea_model_explain(lane->model, true);
	}
	if (err)
		free_estimate(lane);
	return err;
}

void lane_translate(struct lane *lane, enum stream_effect effect, uint16_t asid)
{
	if (!lane->model) {
		if (effect == STREAM_EFFECT_FLUSH && lane->abstract)
			tea_abstract_flush_tlb(lane->abstract);
		return;
	}
	if (effect == STREAM_EFFECT_FLUSH)
		tea_model_flush_tlb(lane->model);
	else if (effect == STREAM_EFFECT_ASID)
		tea_model_set_asid(lane->model, asid);
}

/* There is one record at least, and all are of one privilege. */
static inline void watch(struct lane *lane, const struct tea_retired *records, unsigned int count)
{
	if (__builtin_expect(lane->estimate != NULL, false)) {
		if (lane->estimate->window)
			runestimate_records(lane->estimate, records, count);
		else
			runestimate_lead(lane->estimate, records, count);
		return;
	}
	if (__builtin_expect(lane->shifted != NULL, false))
		records = shifted_records(lane->shifted, records, count);
	tea_spans_run(&lane->spans, records, count);
	observers_run(&lane->observers, records, count);
}

/*
 * Step an operation at a place with suppressed events or costs. One that takes no time is kept
 * from the model: readers of its result wait for the value before it, and fetch goes on behind
 * it.
 */
static __attribute__((noinline)) void step_spared(struct lane *lane, const struct tea_op *op,
						  const struct spare *spare)
{
	const struct tea_retired *records;
	unsigned int count;

	if (spare->time && op->trap == TEA_TRAP_NONE)
		return;
	count = tea_model_step_spared(lane->model, op, spare->events, &records);
	watch(lane, records, count);
}

/* An interrupt comes in the place of an instruction, which is not executed. */
static void count_step(struct lane *lane, const struct tea_op *op)
{
	tea_counts_executed(lane->observers.entries[0].self, op->site, op->pc, op->insn.class,
			    op->trap != TEA_TRAP_INTERRUPT);
}

static void count_run(struct lane *lane, const struct tea_run *run)
{
	const struct tea_block *block = run->block;

	for (uint32_t i = 0; i < run->count; i++) {
		const struct tea_recipe *recipe = &block->recipes[i];

		tea_counts_executed(lane->observers.entries[0].self, recipe->site,
				    block->pc + recipe->offset, recipe->insn.class, 1);
	}
}

static __attribute__((noinline)) void step_unmodelled(struct lane *lane, const struct tea_op *op)
{
	if (lane->abstract)
		tea_abstract_step(lane->abstract, op);
	else
		count_step(lane, op);
}

void lane_step(struct lane *lane, const struct stream_item *item)
{
	const struct tea_retired *records;
	unsigned int count;

	if (__builtin_expect(!lane->model, false)) {
		step_unmodelled(lane, &item->op);
	} else if (__builtin_expect(item->place && lane->spared, false)) {
		step_spared(lane, &item->op, &lane->spared[item->place]);
	} else {
		count = tea_model_step(lane->model, &item->op, &records);
		watch(lane, records, count);
	}
	if (__builtin_expect(item->effect != STREAM_EFFECT_NONE, false) && !item->op.trap)
		lane_translate(lane, item->effect, item->asid);
}

void lane_run(struct lane *lane, const struct tea_run *run)
{
	const struct tea_retired *records;
	unsigned int count;

	if (__builtin_expect(!lane->model, false)) {
		if (lane->abstract)
			tea_abstract_run(lane->abstract, run);
		else
			count_run(lane, run);
		return;
	}
	count = tea_model_run(lane->model, run, &records);
	watch(lane, records, count);
}

/* Observers begin behind this. */
static void see_no_more(struct lane *lane)
{
	if (!lane->shifted)
		lane->shifted = calloc(1, sizeof(*lane->shifted));
	if (!lane->shifted)
		dying_end("out of memory for the records behind --warm");
	lane->shifted->by = tea_model_warmed(lane->model);
}

static void warm_step(struct lane *lane, const struct stream_item *item)
{
	const struct spare *spare = item->place && lane->spared ? &lane->spared[item->place] : NULL;

	if (!spare || !spare->time || item->op.trap != TEA_TRAP_NONE)
		tea_model_warm_step(lane->model, &item->op, spare ? spare->events : 0);
	if (item->effect != STREAM_EFFECT_NONE && !item->op.trap)
		lane_translate(lane, item->effect, item->asid);
}

/* Of an estimate: what is a window, and what is seen of it, depend on the part that comes. */
static void turn_to(struct lane *lane, const struct part *part)
{
	const cycle_t warmed = tea_model_warmed(lane->model), now = tea_model_now(lane->model);
	const cycle_t next = now ? now + 1 : 0;

	if (lane->estimate->window != part->window)
		runestimate_close(lane->estimate);
	if (part->phase == PHASE_WARM)
		return;
	if (warmed >= next)
		runestimate_restart(lane->estimate, warmed);
	if (lane->estimate->window != part->window)
		runestimate_open(lane->estimate, part->window, cycle_max(warmed, next));
}

void lane_take_step(struct lane *lane, const struct stream_item *item)
{
	if (!lane->model)
		return;
	if (lane->estimate)
		turn_to(lane, &item->part);
	if (item->part.phase == PHASE_WARM) {
		tea_model_warm_strays(lane->model, item->part.strays);
		warm_step(lane, item);
	} else {
		lane_step(lane, item);
	}
	if (item->part.window)
		runestimate_step(lane->estimate, &item->op);
	if (!lane->estimate)
		see_no_more(lane);
}

void lane_take_run(struct lane *lane, const struct tea_run *run, const struct part *part)
{
	if (!lane->model)
		return;
	if (lane->estimate)
		turn_to(lane, part);
	if (part->phase == PHASE_WARM) {
		tea_model_warm_strays(lane->model, part->strays);
		tea_model_warm(lane->model, run);
	} else {
		lane_run(lane, run);
	}
	if (part->window)
		runestimate_run(lane->estimate, run);
	if (!lane->estimate)
		see_no_more(lane);
}
