// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_stack_bars.c - bars of stage stacks, and the bounds of a component; see view_stack_bars.h
 */
#include "view_stack_bars.h"

#include <stdio.h>

#define GAIN_LEAST	0.005		/* less would read as 1.00x */

unsigned int view_stack_bars(const struct view_stack *view)
{
	return view->unit == VIEW_STACK_FLOPS ? 1 : TEA_STACKS_COUNT;
}

enum tea_stack view_stack_stage(const struct view_stack *view, unsigned int bar)
{
	return view->unit == VIEW_STACK_FLOPS ? TEA_STACK_ISSUE : (enum tea_stack)bar;
}

void view_stack_fold(const struct view_stack *view, const struct view_stack_item *item,
		     unsigned int bar, struct view_stack_folded *folded)
{
	bool flops = view->unit == VIEW_STACK_FLOPS;

	folded->stack.shares = folded->shares;
	folded->stack.shares_count = flops ? TEA_FLOPS_COUNT : TEA_CAUSES_COUNT;
	for (uint16_t i = 0; i < folded->stack.shares_count; i++) {
		uint64_t slots = flops ? item->flops[i] :
				 stages_sum(&item->stages, view_stack_stage(view, bar), stages_cause(i));

		folded->shares[i].category = i;
		folded->shares[i].parts += slots;
		folded->stack.parts += slots;
	}
}

void view_stack_bar_init(const struct view_stack *view, struct stackbar *bar)
{
	struct view_stack all = *view;
	struct view_stack_item item;
	struct view_stack_folded folded = { 0 };

	all.by = VIEW_STACK_ALL;
	item = view_stack_item(&all, 0);
	for (unsigned int i = 0; i < view_stack_bars(view); i++)
		view_stack_fold(view, &item, i, &folded);
	stackbar_init(bar, view->unit == VIEW_STACK_FLOPS ? &category_flops : &category_causes,
		      false, &folded.stack);
}

void view_stack_draw(const struct view_stack *view, const struct stackbar *legend,
		     const struct view_stack_item *item, unsigned int bar, uint64_t full,
		     unsigned int width)
{
	struct view_stack_folded folded = { 0 };

	view_stack_fold(view, item, bar, &folded);
	stackbar_draw(legend, view->view.term, &folded.stack, full, width);
}

uint64_t view_stack_longest(const struct view_stack *view)
{
	uint64_t most = 0;

	for (size_t i = 0; i < view_stack_count(view); i++) {
		struct view_stack_item item = view_stack_item(view, i);

		for (unsigned int bar = 0; bar < view_stack_bars(view); bar++) {
			struct view_stack_folded folded = { 0 };

			view_stack_fold(view, &item, bar, &folded);
			if (!(item.row && item.row->others) && folded.stack.parts > most)
				most = folded.stack.parts;
		}
	}
	return most;
}

const char *view_stack_speedups(const struct view_stack *view, const struct view_stack_item *item,
				const struct stages_bound *bound, char text[VIEW_STACK_SPEEDUPS])
{
	uint32_t width = view->view.recording->stages.per_cycle;
	double least = stages_speedup(item->cycles, width, bound->least);
	double most = stages_speedup(item->cycles, width, bound->most);

	text[0] = '\0';
	if (most >= 1 + GAIN_LEAST)
		snprintf(text, VIEW_STACK_SPEEDUPS, "between %.2fx and %.2fx", least, most);
	return text;
}
