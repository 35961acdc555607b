// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_stack.c - shared by the formats of stage stacks: items, components, units
 */
#include "view_stack.h"

#include <math.h>
#include <stdio.h>

const char *const view_stack_units[VIEW_STACK_UNITS_COUNT + 1] = {
#define VIEW_X(id, name, title, gain) [VIEW_STACK_##id] = name,
	VIEW_STACK_UNITS(VIEW_X)
#undef VIEW_X
};

const char *const view_stack_titles[VIEW_STACK_UNITS_COUNT] = {
#define VIEW_X(id, name, title, gain) [VIEW_STACK_##id] = title,
	VIEW_STACK_UNITS(VIEW_X)
#undef VIEW_X
};

const char *const view_stack_gains[VIEW_STACK_UNITS_COUNT] = {
#define VIEW_X(id, name, title, gain) [VIEW_STACK_##id] = gain,
	VIEW_STACK_UNITS(VIEW_X)
#undef VIEW_X
};

const char *const view_stack_by_names[VIEW_STACK_ALL + 1] = {
#define VIEW_X(id, name) [VIEW_STACK_BY_##id] = name,
	VIEW_STACK_BY(VIEW_X)
#undef VIEW_X
};

void view_stack_put(const struct view_stack *view, enum view_format format)
{
	static void (*const formats[VIEW_COUNT])(const struct view_stack *) = {
		[VIEW_TEXT] = view_stack_put_text, [VIEW_JSON] = view_stack_put_json,
		[VIEW_CSV] = view_stack_put_csv,
	};

	formats[format](view);
}

bool view_stack_has_flops(const struct view_stack *view)
{
	return view->by != VIEW_STACK_BY_TIME && view->view.recording->flops.per_cycle && view->ghz > 0;
}

/* In operations that take @slots each. */
static double find_peak(const struct view_stack *view, const struct view_stack_item *item,
			double slots)
{
	const struct recording_slots *flops = &view->view.recording->flops;

	return flops->per_cycle / slots * view->ghz *
	       (item->thread ? 1 : (double)flops->threads_count);
}

double view_stack_peak(const struct view_stack *view, const struct view_stack_item *item)
{
	return find_peak(view, item, item->operation);
}

double view_stack_width_peak(const struct view_stack *view, const struct view_stack_item *item,
			     unsigned int width)
{
	return find_peak(view, item,
			 recording_operation_slots(&view->view.recording->flops, width));
}

/* Threads that did nothing have no amounts. */
static double ratio(double amount, double whole)
{
	return whole > 0 ? amount / whole : 0;
}

/* Slots of an operation, the mean of those done; if unknown, of one on 8 bytes. */
static double mean_slots(const struct recording_slots *all, const double in_cycle[])
{
	double operations = 0, slots = 0;

	for (unsigned int width = 0; width < RECORDING_WIDTHS; width++) {
		operations += in_cycle[TEA_FLOPS_COUNT + width];
		slots += in_cycle[TEA_FLOPS_COUNT + width] * recording_operation_slots(all, width);
	}
	return operations > 0 ? slots / operations : all->per_operation;
}

/*
 * Its part of the work and the losses in a cycle: @parts of @whole. Base is the operations, if they
 * were counted.
 */
static void fill_gflops(const struct view_stack *view, struct view_stack_item *item,
			const double in_cycle[], const uint64_t parts[], const uint64_t whole[])
{
	const struct recording_slots *all = &view->view.recording->flops;
	double done = 0, counted = 0;

	item->operation = mean_slots(all, in_cycle);
	for (size_t i = 0; i < RECORDING_FLOPS_MOST; i++) {
		double gflops = view->ghz * in_cycle[i] * ratio((double)parts[i], (double)whole[i]);

		item->flops[i] = parts[i];
		if (i < TEA_FLOPS_COUNT) {
			item->gflops[i] = gflops / item->operation;
			continue;
		}
		item->widths[i - TEA_FLOPS_COUNT] = gflops;
		done += gflops;
		counted += in_cycle[i];
	}
	if (counted > 0)
		item->gflops[TEA_FLOPS_BASE] = done;
}

/* FLOPS of threads are added; code has its part of each component by slots. */
static void fill_flops(const struct view_stack *view, struct view_stack_item *item,
		       const struct pics_stack *slots, const struct pics_stack *operations)
{
	const struct recording_slots *all = &view->view.recording->flops;
	double in_cycle[RECORDING_FLOPS_MOST] = { 0 };
	uint64_t parts[RECORDING_FLOPS_MOST] = { 0 };

	for (size_t i = 0; slots && i < slots->shares_count; i++)
		parts[slots->shares[i].category] = slots->shares[i].parts;
	for (size_t i = 0; operations && i < operations->shares_count; i++)
		parts[TEA_FLOPS_COUNT + operations->shares[i].category] = operations->shares[i].parts;
	for (size_t i = 0; i < RECORDING_FLOPS_MOST; i++)
		for (size_t t = 0; t < all->threads_count; t++)
			in_cycle[i] += ratio((double)all->threads[t].slots[i],
					     (double)all->threads[t].cycles);
	fill_gflops(view, item, in_cycle, parts, all->total.slots);
}

static void fill_thread(const struct view_stack *view, struct view_stack_item *item)
{
	const struct recording_slots *all = &view->view.recording->flops;
	const struct recording_slots_thread *thread;
	double in_cycle[RECORDING_FLOPS_MOST];

	if (item->thread > all->threads_count)
		return;
	thread = &all->threads[item->thread - 1];
	for (size_t i = 0; i < RECORDING_FLOPS_MOST; i++)
		in_cycle[i] = ratio((double)thread->slots[i], (double)thread->cycles);
	fill_gflops(view, item, in_cycle, thread->slots, thread->slots);
}

size_t view_stack_count(const struct view_stack *view)
{
	if (view->by == VIEW_STACK_ALL)
		return 1;
	return view->by == VIEW_STACK_BY_THREAD ? view->view.recording->stages.threads_count :
	       view->view.rows->count;
}

/* Of a slice of time: all stages have its slots, but for what was in the pipeline at its ends. */
static uint64_t slice_cycles(const struct view_stack *view, const struct view_stack_item *item)
{
	const uint64_t width = view->view.recording->stages.per_cycle * TEA_STACKS_COUNT;

	return (item->row->stack->parts + width / 2) / width;
}

struct view_stack_item view_stack_item(const struct view_stack *view, size_t number)
{
	const struct recording_slots *slots = &view->view.recording->stages;
	const struct recording_slots_thread *of = &slots->total;
	const struct rows *rows = view->view.rows;
	struct view_stack_item item = { 0 };

	if (view->by == VIEW_STACK_ALL) {
		item.stack = pics_find(&rows->slots[ROWS_STAGES].total, 0);
		item.stages = stages_of(item.stack);
		fill_flops(view, &item, pics_find(&rows->slots[ROWS_FLOPS].total, 0),
			   pics_find(&rows->slots[ROWS_OPERATIONS].total, 0));
	} else if (view->by == VIEW_STACK_BY_THREAD) {
		of = &slots->threads[number];
		item.thread = number + 1;
		item.stages = stages_of_thread(of);
		fill_thread(view, &item);
	} else {
		item.row = &rows->rows[number];
		item.stack = item.row->slots[ROWS_STAGES];
		item.stages = stages_of(item.stack);
		fill_flops(view, &item, item.row->slots[ROWS_FLOPS],
			   item.row->slots[ROWS_OPERATIONS]);
	}
	item.cycles = of->cycles;
	item.instructions = of->instructions;
	if (view->by == VIEW_STACK_BY_TIME) {
		item.cycles = slice_cycles(view, &item);
		item.instructions = item.row->instructions;
	}
	return item;
}

size_t view_stack_components(bool fine, struct view_stack_component to[VIEW_STACK_COMPONENTS])
{
	size_t count = 0;

	for (enum tea_cause cause = 0; cause < TEA_CAUSES_COUNT; cause++) {
		uint32_t set = stages_cause(cause), rest = set & (set - 1) ? set : 0;

		to[count++] = (struct view_stack_component){
			.category = &category_causes.items[cause], .cause = cause, .set = set,
		};
		for (; fine && rest; rest &= rest - 1)
			to[count++] = (struct view_stack_component){
				.category = &category_components.items[__builtin_ctz(rest)],
				.cause = cause, .set = rest & -rest, .finer = true,
			};
	}
	return count;
}

static double cycles_of(const struct view_stack *view, uint64_t slots)
{
	return (double)slots / view->view.recording->stages.per_cycle;
}

double view_stack_amount(const struct view_stack *view, const struct view_stack_item *item,
			 uint64_t slots)
{
	switch (view->unit) {
	case VIEW_STACK_CPI:
		return ratio(cycles_of(view, slots), (double)item->instructions);
	case VIEW_STACK_IPC:
		return ratio((double)slots, (double)item->cycles);
	case VIEW_STACK_SHARE:
		return ratio(cycles_of(view, slots), (double)item->cycles);
	default:
		return cycles_of(view, slots);
	}
}

bool view_stack_is_estimated(const struct view_stack *view)
{
	return view->unit != VIEW_STACK_FLOPS && view->view.recording->measures[MEASURE_STAGES].groups;
}

double view_stack_margin(const struct view_stack *view, const struct view_stack_item *item,
			 unsigned int stage, uint32_t set)
{
	const double width = view->view.recording->stages.per_cycle;
	const double stages = stage == TEA_STACKS_COUNT ? TEA_STACKS_COUNT : 1;
	const struct pics *all = &view->view.recording->stages.whole;

	switch (view->unit) {
	case VIEW_STACK_CPI:
		return ratio(stages_margin(item->stack, stage, set, NULL) / width / stages,
			     (double)item->instructions);
	case VIEW_STACK_IPC:
		return stages_margin(item->stack, stage, set, all) * width;
	case VIEW_STACK_SHARE:
		return stages_margin(item->stack, stage, set, all);
	default:
		return stages_margin(item->stack, stage, set, NULL) / width / stages;
	}
}

double view_stack_gain(const struct view_stack *view, const struct view_stack_item *item,
		       uint64_t slots)
{
	double speedup = stages_speedup(item->cycles, view->view.recording->stages.per_cycle, slots);

	if (view->unit != VIEW_STACK_IPC)
		return view_stack_amount(view, item, slots);
	if (!(speedup > 0))
		return INFINITY;
	return ratio((double)item->instructions, (double)item->cycles) * (speedup - 1);
}

const char *view_stack_text(const struct view_stack *view, double amount,
			    char text[VIEW_STACK_TEXT])
{
	if (view->unit == VIEW_STACK_CYCLES)
		return amount_number((uint64_t)(amount + 0.5), text);
	if (view->unit == VIEW_STACK_SHARE)
		snprintf(text, VIEW_STACK_TEXT, "%.2f%%", 100 * amount);
	else
		snprintf(text, VIEW_STACK_TEXT, "%.4f", amount);
	return text;
}
