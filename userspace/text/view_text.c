// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_text.c - rows as a table for people
 *
 * Lines that begin with # say what was recorded, what is missing and how to get it;
 * the others are the table.
 */
#include "view_text.h"

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

void view_put_header(struct table *table, const struct view *view)
{
	table_init(table, view);
	view_put_recording(view);
	stackbar_legend(&table->bar, view->term);
	view_put_notes(view->recording, view->term);
	fputs("#\n", view->term->file);
	table_put_heading(table);
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
}
