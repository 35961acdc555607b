// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_stack_rows.c - stage stacks of rows: three bars beside each other
 */
#include <stdlib.h>
#include <string.h>

#include "output/columns.h"
#include "output/namecolumn.h"
#include "view_stack_bars.h"

#define BAR_LEAST	8		/* for the stages' names */
#define NAME_MOST	TERM_NAME	/* columns in a file; longer names push the line out */
#define GAIN_WIDTH	31		/* "dcache between 1.05x and 1.20x" */

/* The widest that leaves space for the gain is taken. */
static const unsigned int bar_widths[] = { 24, 16, 12, BAR_LEAST };

#define BARS (sizeof(bar_widths) / sizeof(bar_widths[0]))

/* The component whose most is the most of all; none: NULL. */
static const struct category *find_largest(const struct view_stack *view,
					   const struct view_stack_item *item,
					   struct stages_bound *largest)
{
	struct view_stack_component components[VIEW_STACK_COMPONENTS];
	size_t count = view_stack_components(view->fine, components);
	const struct category *found = NULL;

	*largest = (struct stages_bound){ 0 };
	for (size_t i = 0; i < count; i++) {
		struct stages_bound bound = stages_bound(&item->stages, components[i].set);
		bool split = i + 1 < count && components[i + 1].finer && !components[i].finer;

		if (components[i].set == STAGES_SET(BASE) || split || bound.most <= largest->most)
			continue;
		*largest = bound;
		found = components[i].category;
	}
	return found;
}

/* Columns of rows: the amount, names, three bars, the gain. */
struct columns {
	const struct field *names[FIELDS_TEXT_MAX];	/* ends in NULL */
	size_t widths[FIELDS_TEXT_MAX];
	struct namecolumn apart[FIELDS_TEXT_MAX];	/* of names that are text */
	size_t amount, margin;		/* no margin: 0 */
	unsigned int bar;
	bool gain;
};

/* The mean of the stages; for IPC and FLOPS the part that is done. */
static void amount_text(const struct view_stack *view, const struct view_stack_item *item,
			char text[VIEW_STACK_TEXT])
{
	uint64_t slots = 0;

	if (view->unit == VIEW_STACK_FLOPS) {
		view_stack_text(view, item->gflops[TEA_FLOPS_BASE], text);
		return;
	}
	/* All slots together are the width, for any program. */
	for (enum tea_stack stage = 0; stage < TEA_STACKS_COUNT; stage++)
		slots += stages_sum(&item->stages, stage, view->unit == VIEW_STACK_IPC ?
				    STAGES_SET(BASE) : STAGES_ALL);
	view_stack_text(view, view_stack_amount(view, item, slots) / TEA_STACKS_COUNT, text);
}

/* Of the same. */
static const char *margin_text(const struct view_stack *view, const struct view_stack_item *item,
			       char text[VIEW_STACK_TEXT])
{
	return view_stack_text(view, view_stack_margin(view, item, TEA_STACKS_COUNT,
						       view->unit == VIEW_STACK_IPC ? STAGES_SET(BASE) :
						       STAGES_ALL), text);
}

static const char *name_text(const struct view_stack *view, const struct columns *columns, size_t f,
			     const struct view_stack_item *item, struct field_value *value)
{
	if (!item->row)
		snprintf(value->buffer, sizeof(value->buffer), "%zu", item->thread);
	else if (item->row->others)
		snprintf(value->buffer, sizeof(value->buffer), f ? "" : "(%zu more)",
			 item->row->others);
	else if (!field_get(view->view.rows, item->row, columns->names[f], value))
		return "";
	else if (columns->names[f]->type == FIELD_ADDRESS)
		snprintf(value->buffer, sizeof(value->buffer), "%llx",
			 (unsigned long long)value->number);
	else
		return value->text;
	return value->buffer;
}

/* A thread's column is no field of rows. */
static const struct field thread_field = { .title = "Thread", .type = FIELD_NUMBER };

static void find_names(const struct view_stack *view, struct columns *columns)
{
	const struct field *const *all = fields_text[fields_view(view->view.rows)];
	size_t count = 0;

	if (view->by == VIEW_STACK_BY_THREAD) {
		columns->names[0] = &thread_field;
		return;
	}
	for (size_t f = 0; all[f]; f++)
		if (all[f]->type == FIELD_TEXT || all[f]->type == FIELD_ADDRESS)
			columns->names[count++] = all[f];
}

static void measure_columns(const struct view_stack *view, struct columns *columns)
{
	const struct term *term = view->view.term;
	struct field_value value;
	char text[VIEW_STACK_TEXT];

	columns->amount = strlen(view_stack_titles[view->unit]);
	for (size_t f = 0; columns->names[f]; f++)
		columns->widths[f] = strlen(columns->names[f]->title);
	for (size_t i = 0; i < view_stack_count(view); i++) {
		struct view_stack_item item = view_stack_item(view, i);

		amount_text(view, &item, text);
		if (strlen(text) > columns->amount)
			columns->amount = strlen(text);
		if (view_stack_is_estimated(view) && strlen(margin_text(view, &item, text)) > columns->margin)
			columns->margin = strlen(text);
		for (size_t f = 0; columns->names[f]; f++) {
			size_t width = term_name_width(term, name_text(view, columns, f, &item,
										&value));

			if (width > columns->widths[f] && (term->screen || width <= NAME_MOST))
				columns->widths[f] = width;
		}
	}
}

static void fit_columns(const struct view_stack *view, struct columns *columns)
{
	const struct term *term = view->view.term;
	size_t *names[FIELDS_TEXT_MAX], count = 0, bars = 0;
	size_t used = 2 + columns->amount + (columns->margin ? 2 + columns->margin : 0);
	size_t least = view_stack_bars(view) * (2 + BAR_LEAST) + 2 + GAIN_WIDTH;

	for (size_t f = 0; columns->names[f]; f++) {
		names[count++] = &columns->widths[f];
		used += 2;
	}
	if (term->screen)
		used += columns_fit(names, count, term->columns > used + least ?
				    term->columns - used - least : 0);
	else
		for (size_t f = 0; f < count; f++)
			used += *names[f];
	while (bars + 1 < BARS && used + view_stack_bars(view) * (2 + bar_widths[bars]) + 2 + GAIN_WIDTH >
	       term->columns)
		bars++;
	columns->bar = bar_widths[bars];
	used += view_stack_bars(view) * (2 + columns->bar);
	columns->gain = !term->screen || used + 2 + GAIN_WIDTH <= term->columns;
}

static void put_heading(const struct view_stack *view, const struct columns *columns)
{
	const struct term *term = view->view.term;
	char title[CATEGORY_TEXT];

	term_color(term, -1);
	fprintf(term->file, "# %*s", (int)columns->amount, view_stack_titles[view->unit]);
	if (columns->margin)
		fprintf(term->file, "  %*s", (int)columns->margin, "+/-");
	for (size_t f = 0; columns->names[f]; f++) {
		fputs("  ", term->file);
		term_pad(term, columns->names[f]->title, columns->widths[f],
			 columns->names[f]->type != FIELD_TEXT);
	}
	for (unsigned int bar = 0; bar < view_stack_bars(view); bar++)
		fprintf(term->file, "  %-*s", (int)columns->bar,
			category_title(stages_names[view_stack_stage(view, bar)], title));
	if (columns->gain)
		fputs(view->unit == VIEW_STACK_FLOPS ? "  Largest" : "  Times as fast without", term->file);
	term_plain(term);
	fputc('\n', term->file);
}

static int compare_shares(const void *left, const void *right)
{
	const struct pics_share *a = left, *b = right;

	return a->parts > b->parts ? -1 : a->parts < b->parts;
}

/* The bounds of the largest component; for FLOPS, the largest components. */
static void put_gain(const struct view_stack *view, const struct stackbar *bar,
		     const struct view_stack_item *item)
{
	const struct term *term = view->view.term;
	struct stages_bound bound;
	const struct category *largest = find_largest(view, item, &bound);
	struct view_stack_folded folded = { 0 };
	char text[VIEW_STACK_SPEEDUPS];

	if (view->unit == VIEW_STACK_FLOPS) {
		view_stack_fold(view, item, 0, &folded);
		if (!folded.stack.parts)
			return;
		qsort(folded.shares, TEA_FLOPS_COUNT, sizeof(folded.shares[0]), compare_shares);
		fputs("  ", term->file);
		stackbar_words(bar, term, &folded.stack, GAIN_WIDTH);
		return;
	}
	if (!largest || !view_stack_speedups(view, item, &bound, text)[0])
		return;
	fputs("  ", term->file);
	term_color(term, largest->color);
	fputs(largest->name, term->file);
	term_plain(term);
	fprintf(term->file, " %s", text);
}

static void put_item(const struct view_stack *view, const struct columns *columns,
		     const struct stackbar *bar, size_t number, uint64_t full)
{
	const struct view_stack_item found = view_stack_item(view, number), *item = &found;
	const struct term *term = view->view.term;
	struct field_value value;
	char amount[VIEW_STACK_TEXT];

	amount_text(view, item, amount);
	fprintf(term->file, "  %*s", (int)columns->amount, amount);
	if (columns->margin)
		fprintf(term->file, "  %*s", (int)columns->margin, margin_text(view, item, amount));
	for (size_t f = 0; columns->names[f]; f++) {
		const char *text = name_text(view, columns, f, item, &value);

		fputs("  ", term->file);
		if (columns->names[f]->type == FIELD_TEXT)
			namecolumn_put(&columns->apart[f], number, term, text, columns->widths[f],
				       true);
		else
			term_pad(term, text, columns->widths[f], true);
	}
	for (unsigned int i = 0; i < view_stack_bars(view); i++) {
		fputs("  ", term->file);
		/* All others are no bar beside those of one row each. */
		view_stack_draw(view, bar, item, i, item->row && item->row->others ? UINT64_MAX : full,
		     columns->bar);
	}
	if (columns->gain && !(item->row && item->row->others))
		put_gain(view, bar, item);
	fputc('\n', term->file);
}

/* A column, for its names. */
struct naming {
	const struct view_stack *view;
	const struct columns *columns;
	size_t field;
	struct field_value value;
};

static const char *name_of(void *context, size_t number)
{
	struct naming *naming = context;
	struct view_stack_item item = view_stack_item(naming->view, number);

	return name_text(naming->view, naming->columns, naming->field, &item, &naming->value);
}

static void tell_names(const struct view_stack *view, struct columns *columns)
{
	for (size_t f = 0; columns->names[f]; f++) {
		struct naming naming = { .view = view, .columns = columns, .field = f };

		if (columns->names[f]->type == FIELD_TEXT)
			namecolumn_fill(&columns->apart[f], view->view.term, view_stack_count(view),
					columns->widths[f], name_of, &naming);
	}
}

void view_stack_put_rows(const struct view_stack *view, const struct stackbar *bar)
{
	struct columns columns = { 0 };
	uint64_t full = view_stack_longest(view);

	find_names(view, &columns);
	measure_columns(view, &columns);
	fit_columns(view, &columns);
	tell_names(view, &columns);
	put_heading(view, &columns);
	for (size_t i = 0; i < view_stack_count(view); i++)
		put_item(view, &columns, bar, i, full);
	for (size_t f = 0; columns.names[f]; f++)
		namecolumn_deinit(&columns.apart[f]);
}
