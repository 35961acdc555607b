// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_text.c - rows as a table for people
 */
#include "view_text.h"

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
	view_put_notes(&view->recording->notes, view->term);
}
