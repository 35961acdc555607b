// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_text.c - rows as a table for people
 *
 * Lines that begin with # say what was recorded, and behind the table what is missing and
 * how to get it.
 */
#include "view_text.h"

#include "analysis/chance.h"

#define COLOR_SOURCE	66

void view_put_source(const struct term *term, const char *source, size_t used)
{
	if (!source || (term->screen && used + 2 >= term->columns))
		return;
	fputs("  ", term->file);
	term_color(term, COLOR_SOURCE);
	if (term->screen && used + 2 + term_width(term, source) > term->columns)
		term_cut(term, source, term->columns - used - 2);
	else
		term_put(term, source);
	term_plain(term);
}

void view_put_legend(const struct table *table, unsigned int lines, const char *more)
{
	const struct view *view = table->view;
	char of[CATEGORY_TEXT + 16];

	snprintf(of, sizeof(of), "%s %s", view->function ? "the function's" :
		 view->selection ? "these" : "all", view->recording->kind->unit);
	stackbar_legend(&table->bar, view->term, of, lines, more);
}

void view_put_header(struct table *table, const struct view *view)
{
	table_init(table, view);
	view_put_recording(view);
	view_put_legend(table, 0, "");
	table_put_heading(table);
}

void view_put_chance(const struct view *view)
{
	size_t hidden = 0;
	char text[192];

	for (size_t i = 0; i < view->rows->count; i++)
		hidden += !view->rows->rows[i].others && view_hides(view, view->rows->rows[i].stack);
	if (!hidden)
		return;
	snprintf(text, sizeof(text), "%zu row%s no more than the chance of few samples (+/- at %.0f%%): "
		 "run longer, or %s", hidden, hidden == 1 ? " is" : "s are", 100 * CHANCE_LEVEL,
		 recording_denser(view->recording));
	view_put_pair(view->term, "chance", text);
}

void view_text(const struct view *view)
{
	struct table table;

	if (view->annotation) {
		view_annotate(view);
		return;
	}
	view_put_header(&table, view);
	for (size_t i = 0; i < view->rows->count; i++) {
		const struct row *row = &view->rows->rows[i];

		table_put_row(&table, row);
		if (view->calls && !row->others)
			view_put_calls(&table, row);
	}
	table_deinit(&table);
	view_put_chance(view);
	view_put_notes(view->recording, view->term);
}
