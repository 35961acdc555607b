// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_stack_text.c - stage stacks for people
 *
 * All of it as three bars one above the other, on one scale, and a table of components.
 */
#include <string.h>

#include "view_stack_bars.h"
#include "view_text.h"

#define ALL_WIDTH	60		/* cells of a bar of all of it */
#define MARGINS		24		/* columns of them, of all stages */

/* Text of a component's line; amounts by stage, then the gain. */
struct line {
	char stages[TEA_STACKS_COUNT][VIEW_STACK_TEXT];
	char margins[TEA_STACKS_COUNT][VIEW_STACK_TEXT];
	char least[VIEW_STACK_TEXT], most[VIEW_STACK_TEXT], speedups[VIEW_STACK_SPEEDUPS];
};

static void fill_line(const struct view_stack *view, const struct view_stack_item *item,
		      uint32_t set, struct line *line)
{
	struct stages_bound bound = stages_bound(&item->stages, set);

	for (enum tea_stack stage = 0; stage < TEA_STACKS_COUNT; stage++) {
		view_stack_text(view, view_stack_amount(view, item, stages_sum(&item->stages, stage, set)),
				line->stages[stage]);
		view_stack_text(view, view_stack_margin(view, item, stage, set), line->margins[stage]);
	}
	view_stack_text(view, view_stack_gain(view, item, bound.least), line->least);
	view_stack_text(view, view_stack_gain(view, item, bound.most), line->most);
	view_stack_speedups(view, item, &bound, line->speedups);
}

struct widths {
	size_t name, stages[TEA_STACKS_COUNT], least, most;
	size_t margins[TEA_STACKS_COUNT];	/* 0: there are none */
};

static void widen(size_t *width, const char *text)
{
	*width = strlen(text) > *width ? strlen(text) : *width;
}

static struct widths measure(const struct view_stack *view, const struct view_stack_item *item,
			     const struct view_stack_component *components, size_t count)
{
	struct widths widths = { .name = strlen("component") };
	struct line line;

	for (size_t i = 0; i <= count; i++) {
		fill_line(view, item, i < count ? components[i].set : STAGES_ALL,
			  &line);
		for (enum tea_stack stage = 0; stage < TEA_STACKS_COUNT; stage++) {
			widen(&widths.stages[stage], stages_names[stage]);
			widen(&widths.stages[stage], line.stages[stage]);
			if (view_stack_is_estimated(view))
				widen(&widths.margins[stage], line.margins[stage]);
		}
		widen(&widths.least, line.least);
		widen(&widths.most, line.most);
		if (i < count)
			widen(&widths.name, components[i].category->name);
	}
	widths.name += 2 * view->fine;
	return widths;
}

static void put_amounts(const struct view_stack *view, const struct line *line,
			const struct widths *widths)
{
	for (enum tea_stack stage = 0; stage < TEA_STACKS_COUNT; stage++) {
		fprintf(view->view.term->file, "  %*s", (int)widths->stages[stage],
			line->stages[stage]);
		if (widths->margins[stage])
			fprintf(view->view.term->file, "  %*s", (int)widths->margins[stage],
				line->margins[stage]);
	}
}

/* A narrow line has no space for the gain in the unit beside the bounds, nor for these beside margins. */
static bool has_bounds(const struct view_stack *view)
{
	return view->view.term->columns >= TERM_NARROW || !view_stack_is_estimated(view);
}

static bool has_gains(const struct view_stack *view)
{
	return view->view.term->columns >= TERM_NARROW + (view_stack_is_estimated(view) ? MARGINS : 0);
}

static void put_component(const struct view_stack *view, const struct stackbar *bar,
			  const struct view_stack_item *item,
			  const struct view_stack_component *component,
			  const struct widths *widths)
{
	const struct term *term = view->view.term;
	const struct category *category = component->category;
	struct line line;

	fill_line(view, item, component->set, &line);
	if (component->finer)
		fputs("   ", term->file);
	else
		stackbar_mark(bar, term, component->cause);
	fputc(' ', term->file);
	term_color(term, category->color);
	fprintf(term->file, "%-*s", (int)widths->name - 2 * component->finer, category->name);
	term_plain(term);
	put_amounts(view, &line, widths);
	/* Work cannot be removed. */
	if (component->set != STAGES_SET(BASE) && line.speedups[0] && has_bounds(view)) {
		if (has_gains(view))
			fprintf(term->file, "  between %*s and %*s", (int)widths->least, line.least,
				(int)widths->most, line.most);
		fprintf(term->file, "  %s", line.speedups);
	}
	fputc('\n', term->file);
}

static void put_components(const struct view_stack *view, const struct stackbar *bar,
			   const struct view_stack_item *item)
{
	struct view_stack_component components[VIEW_STACK_COMPONENTS];
	size_t count = view_stack_components(view->fine, components);
	struct widths widths = measure(view, item, components, count);
	const struct term *term = view->view.term;
	char title[CATEGORY_TEXT];
	struct line line;

	term_color(term, -1);
	fprintf(term->file, "# %-*s", (int)widths.name, "Component");
	for (enum tea_stack stage = 0; stage < TEA_STACKS_COUNT; stage++) {
		fprintf(term->file, "  %*s", (int)widths.stages[stage],
			category_title(stages_names[stage], title));
		if (widths.margins[stage])
			fprintf(term->file, "  %*s", (int)widths.margins[stage], "+/-");
	}
	if (has_gains(view))
		fprintf(term->file, "  %-*s", (int)(strlen("between  and ") + widths.least + widths.most),
			view_stack_gains[view->unit]);
	if (has_bounds(view))
		fputs("  Times as fast without it", term->file);
	term_plain(term);
	fputc('\n', term->file);
	for (size_t i = 0; i < count; i++)
		if (!components[i].finer || stages_bound(&item->stages, components[i].set).most)
			put_component(view, bar, item, &components[i], &widths);
	fill_line(view, item, STAGES_ALL, &line);
	fprintf(term->file, "  %-*s", (int)widths.name, "total");
	put_amounts(view, &line, &widths);
	fputc('\n', term->file);
}

/* A FLOPS stack's components: the work of the units, and the reasons for not more. */
static void put_flops(const struct view_stack *view, const struct stackbar *bar,
		      const struct view_stack_item *item)
{
	double peak = view_stack_peak(view, item);
	const struct term *term = view->view.term;

	term_color(term, -1);
	fputs("# Component      GFLOPS    Share  What it is", term->file);
	term_plain(term);
	fputc('\n', term->file);
	for (uint16_t i = 0; i < TEA_FLOPS_COUNT; i++) {
		const struct category *category = &category_flops.items[i];

		stackbar_mark(bar, term, i);
		fputc(' ', term->file);
		term_color(term, category->color);
		fprintf(term->file, "%-9s", category->name);
		term_plain(term);
		fprintf(term->file, "  %10.4f  %6.2f%%  %s\n", item->gflops[i],
			100 * item->gflops[i] / peak, category->text);
	}
}

/* The longest takes all of the cells. */
static void put_bars(const struct view_stack *view, const struct stackbar *bar,
		     const struct view_stack_item *item)
{
	const struct term *term = view->view.term;
	uint64_t full = 0;

	for (unsigned int i = 0; i < view_stack_bars(view); i++) {
		struct view_stack_folded folded = { 0 };

		view_stack_fold(view, item, i, &folded);
		full = folded.stack.parts > full ? folded.stack.parts : full;
	}

	for (unsigned int i = 0; i < view_stack_bars(view); i++) {
		fprintf(term->file, "  %-8s  ", stages_names[view_stack_stage(view, i)]);
		view_stack_draw(view, bar, item, i, full, ALL_WIDTH);
		fputc('\n', term->file);
	}
	fputc('\n', term->file);
}

/* The run that the amounts are of. */
static void put_run(const struct view_stack *view)
{
	const struct recording_slots *slots = &view->view.recording->stages;
	char number[AMOUNT_TEXT], text[256];
	double cycles = (double)slots->total.cycles;

	snprintf(text, sizeof(text), "%u in a cycle of each stage; %s instructions: CPI %.4f, IPC %.4f",
		 slots->per_cycle, amount_number(slots->total.instructions, number),
		 cycles / (double)slots->total.instructions,
		 (double)slots->total.instructions / cycles);
	view_put_pair(view->view.term, "slots", text);
}

/* In how many widths the floating-point operations of the run are, and if in one in which. */
static unsigned int count_widths(const struct recording_slots *flops, unsigned int *last)
{
	unsigned int count = 0;

	for (unsigned int width = 0; width < RECORDING_WIDTHS; width++) {
		if (!flops->total.slots[TEA_FLOPS_COUNT + width])
			continue;
		*last = width;
		count++;
	}
	return count;
}

/* "32 operations on 4 bytes": the most of a cycle. */
static void describe_operations(const struct view_stack *view, const struct view_stack_item *item,
				char *text, size_t size)
{
	const struct recording_slots *flops = &view->view.recording->flops;
	unsigned int width = 0;
	const unsigned int count = count_widths(flops, &width);
	const double operations = flops->per_cycle / item->operation;

	if (!flops->vectors)
		snprintf(text, size, "%.0f operations", operations);
	else if (count > 1)
		snprintf(text, size, "%.2f operations of this mix of widths", operations);
	else
		snprintf(text, size, "%.0f operations on %u bytes", operations,
			 RECORDING_WIDTH_BYTES(width));
}

/* Where there are several. */
static void put_widths(const struct view_stack *view, const struct view_stack_item *item)
{
	unsigned int last;
	size_t used = 0;
	char text[256];

	if (count_widths(&view->view.recording->flops, &last) < 2)
		return;
	for (unsigned int width = 0; width < RECORDING_WIDTHS; width++) {
		if (!(item->widths[width] > 0))
			continue;
		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 "%son %u bytes %.4f GFLOPS of %.4f", used ? "; " : "",
					 RECORDING_WIDTH_BYTES(width), item->widths[width],
					 view_stack_width_peak(view, item, width));
	}
	if (used)
		view_put_pair(view->view.term, "widths", text);
}

static void put_peak(const struct view_stack *view)
{
	const struct recording_slots *flops = &view->view.recording->flops;
	struct view_stack all = *view;
	struct view_stack_item item;
	char operations[64], text[256];

	all.by = VIEW_STACK_ALL;
	item = view_stack_item(&all, 0);
	describe_operations(view, &item, operations, sizeof(operations));
	snprintf(text, sizeof(text), "%s in a cycle of %zu thread%s at %.3f GHz: peak %.4f GFLOPS, "
		 "%.4f done", operations, flops->threads_count, flops->threads_count == 1 ? "" : "s",
		 view->ghz, view_stack_peak(view, &item), item.gflops[TEA_FLOPS_BASE]);
	view_put_pair(view->view.term, "flops", text);
	put_widths(view, &item);
}

static void put_item(const struct view_stack *view, const struct stackbar *bar,
		     const struct view_stack_item *item)
{
	put_bars(view, bar, item);
	if (view->unit == VIEW_STACK_FLOPS)
		put_flops(view, bar, item);
	else
		put_components(view, bar, item);
}

void view_stack_put_item(const struct view_stack *view, size_t number)
{
	struct view_stack_item item = view_stack_item(view, number);
	struct stackbar bar;

	view_stack_bar_init(view, &bar);
	put_item(view, &bar, &item);
}

void view_stack_put_text(const struct view_stack *view)
{
	const struct term *term = view->view.term;
	struct view_stack_item item = view_stack_item(view, 0);
	struct stackbar bar;

	view_stack_bar_init(view, &bar);
	view_put_recording(&view->view);
	put_run(view);
	if (view->unit == VIEW_STACK_FLOPS)
		put_peak(view);
	else
		view_put_pair(term, "gain", STAGES_BOUND_TEXT);
	stackbar_legend(&bar, term, "all slots", 0, "");
	if (view->by == VIEW_STACK_ALL)
		put_item(view, &bar, &item);
	else
		view_stack_put_rows(view, &bar);
	view_put_notes(&view->view.recording->notes, term);
}
