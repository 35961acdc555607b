// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tui_about.c - the callers of a function, and why it takes its cycles; see tui_state.h
 */
#include <errno.h>
#include <string.h>

#include "analysis/calls/calls.h"
#include "analysis/causes/explanation.h"
#include "text/view_explain.h"
#include "text/view_text.h"
#include "tui_state.h"

#define EXPLAINED_MOST	5		/* instructions, as of tea explain */

/* The function under the cursor, or that of the code; false: there is none. */
static bool find_function(const struct tui *tui, struct rows_range *range)
{
	const struct symbols_location *location = &tui->annotation.function;
	size_t line = tui_page_line(&tui->pages[TUI_ROWS]);

	range->object = tui->annotation.object;
	if (tui->level == TUI_ROWS) {
		if (line >= tui->rows.count || !tui_has_code(tui->by))
			return false;
		location = &tui->rows.rows[line].location;
		range->object = tui->rows.rows[line].object;
	}
	range->begin = location->function_start;
	range->end = location->function_end;
	return location->function && range->end > range->begin;
}

static int put_callers(struct tui *tui, struct rows *rows, const struct calls *calls,
		       const struct rows_range *range)
{
	struct tui_lines lines;
	struct table table;
	const struct view view = {
		.recording = tui->recording, .rows = rows, .term = &lines.term, .calls = calls,
		.order = CALLS_CALLEE,
	};

	if (tui_lines_open(&lines))
		return -ENOMEM;
	table_init(&table, &view);
	table_put_heading(&table);
	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->rows[i];

		if (row->object != range->object || !row->location.function ||
		    row->location.function_start != range->begin)
			continue;
		table_put_row(&table, row);
		view_put_calls(&table, row);
	}
	table_deinit(&table);
	tui_lines_split(&lines);
	return tui_set_page(tui, TUI_CALLS, &lines);
}

static int fold_callers(struct tui *tui, const struct rows_range *range)
{
	const struct rows_options options = { .by = ROWS_BY_FUNCTION };
	struct calls calls;
	struct rows rows;
	int error = rows_fold(&rows, tui->recording, tui->rows.measure, &options);

	if (error)
		return error;
	error = calls_init(&calls, tui->recording, &rows, &options);
	if (!error) {
		error = put_callers(tui, &rows, &calls, range);
		calls_deinit(&calls);
	}
	rows_deinit(&rows);
	return error;
}

static int fold_explanation(struct tui *tui, const struct rows_range *range)
{
	const struct rows_options options = { .by = ROWS_BY_INSTRUCTION, .range = range };
	struct explanation explanation;
	struct tui_lines lines;
	struct fault fault;
	struct view view = {
		.recording = tui->recording, .rows = &explanation.rows, .term = &lines.term,
	};
	int error = explanation_init(&explanation, tui->recording, tui->rows.measure, &options,
				     EXPLAINED_MOST, &fault);

	if (error)
		return error;
	error = tui_lines_open(&lines);
	if (!error) {
		view_explain_text(&view, &explanation);
		tui_lines_split(&lines);
		error = tui_set_page(tui, TUI_WHY, &lines);
	}
	explanation_deinit(&explanation);
	return error;
}

static void open_about(struct tui *tui, enum tui_level level,
		       int (*fold)(struct tui *tui, const struct rows_range *range))
{
	struct rows_range range;

	if (!find_function(tui, &range)) {
		strcpy(tui->message, "no function there: press b for rows by function");
		return;
	}
	if (fold(tui, &range)) {
		strcpy(tui->message, "out of memory for that");
		return;
	}
	tui->before_about = tui->level;
	tui->level = level;
}

void tui_open_callers(struct tui *tui)
{
	if (tui->recording->has_chains)
		open_about(tui, TUI_CALLS, fold_callers);
	else
		strcpy(tui->message, "no callchains: 'perf record -g -e tea//' records them");
}

void tui_open_why(struct tui *tui)
{
	open_about(tui, TUI_WHY, fold_explanation);
}
