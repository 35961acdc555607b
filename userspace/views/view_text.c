// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_text.c - rows as a table for people
 *
 * Lines that begin with # say what was recorded, what is missing and how to get it;
 * the others are the table.
 */
#include "view_text.h"

#define COLOR_SOURCE	66

/* The source line that the following instructions come from, when it changes. */
static void put_source(const struct table *table, const struct row *row,
		       const struct row *before)
{
	const struct term *term = table->view->term;

	if (!row->line.file || (before && before->line.file == row->line.file &&
				before->line.line == row->line.line))
		return;
	fputs("  ", term->file);
	term_color(term, COLOR_SOURCE);
	term_put(term, fields_base_name(row->line.file));
	fprintf(term->file, ":%d", row->line.line);
	if (row->inlined) {
		fputs(" (", term->file);
		term_put(term, row->inlined);
		fputs(")", term->file);
	}
	if (row->source) {
		fputs("  ", term->file);
		term_put(term, row->source);
	}
	term_plain(term);
	fputc('\n', term->file);
}

void view_text(const struct view *view)
{
	struct table table;

	table_init(&table, view);
	view_put_recording(view);
	stackbar_legend(&table.bar, view->term);
	view_put_notes(view);
	fputs("#\n", view->term->file);
	table_put_heading(&table);
	for (size_t i = 0; i < view->rows->count; i++) {
		const struct row *row = &view->rows->rows[i];

		if (view->rows->annotated)
			put_source(&table, row, i ? row - 1 : NULL);
		table_put_row(&table, row);
		if (view->calls && !row->others)
			view_put_calls(&table, row);
	}
}
