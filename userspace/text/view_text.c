// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_text.c - rows as a table for people
 */
#include "view_sharing.h"
#include "view_text.h"

void view_text(const struct view *view)
{
	const bool shared = view->rows->by == ROWS_BY_SHARING;
	struct view_sharing sharing;
	struct table table;

	if (view->annotation) {
		view_annotate(view);
		return;
	}
	view_put_header(&table, view);
	if (shared) {
		view_sharing_init(&sharing, view);
		view_sharing_heading(&sharing);
	}
	for (size_t i = 0; i < view->rows->count; i++) {
		const struct row *row = &view->rows->rows[i];

		table_put_row(&table, row);
		if (view->calls && !row->others)
			view_put_calls(&table, row);
		if (shared && row->shared)
			view_sharing_put(&sharing, row->shared);
	}
	table_deinit(&table);
	if (shared)
		view_sharing_unknown(view);
	view_put_chance(view);
	view_put_notes(&view->recording->notes, view->term);
}
