// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tui_pages.c - the browser's pages, from the text views; see tui_state.h
 */
#include <curses.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/places/diagnostics.h"
#include "analysis/places/rows_sort.h"
#include "text/view_stack.h"
#include "text/view_text.h"
#include "tui_state.h"

#define LEGEND_SCREEN	20		/* the shortest screen with a legend */
#define LEGEND_LINES	2		/* the help has the rest */

int tui_set_page(struct tui *tui, enum tui_level level, struct tui_lines *lines)
{
	tui_page_deinit(&tui->pages[level]);
	return tui_page_init(&tui->pages[level], lines);
}

/* The legend's largest, on few of the screen's lines, and the columns' titles. */
static void put_heads(struct tui_lines *lines, const struct table *table)
{
	if (LINES >= LEGEND_SCREEN)
		view_put_legend(table, LEGEND_LINES, "   h all");
	table_put_heading(table);
	tui_lines_split(lines);
	lines->heads = lines->count;
}

/* A view of the rows, or of the code. */
static struct view view_of(const struct tui *tui, bool code, const struct term *term)
{
	const struct annotation *annotation = &tui->annotation;

	return (struct view){
		.recording = tui->recording, .rows = code ? &annotation->rows : &tui->rows,
		.function = code ? &annotation->function : NULL,
		.annotation = code ? annotation : NULL, .term = term,
		.selection = tui->options->selection,
	};
}

int tui_render_rows(struct tui *tui)
{
	struct tui_lines lines;
	const struct view view = view_of(tui, false, &lines.term);
	struct table table;

	if (tui_lines_open(&lines))
		return -ENOMEM;
	table_init(&table, &view);
	put_heads(&lines, &table);
	for (size_t i = 0; i < tui->rows.count; i++) {
		table_put_row(&table, &tui->rows.rows[i]);
		tui_lines_end(&lines);
	}
	table_deinit(&table);
	return tui_set_page(tui, TUI_ROWS, &lines);
}

int tui_fold(struct tui *tui, struct fault *fault)
{
	struct rows_options options = tui->options->rows;
	const char *keys = tui->sorts_count ? tui->sorts[tui->sort] : tui->options->sort;
	int error;

	options.by = tui->by;
	rows_deinit(&tui->rows);
	error = rows_fold(&tui->rows, tui->recording, tui->recording->shown, &options);
	if (error)
		return fault_no_memory(fault, "the browser");
	if (!tui->rows.count)
		return diagnostics_no_rows(tui->recording, tui->rows.measure->kind->unit,
					   tui->options->selection, fault);
	if (keys)
		error = rows_sort(&tui->rows, keys, fault);
	if (!error && tui_render_rows(tui))
		error = fault_no_memory(fault, "the browser");
	return error;
}

/* The user's sort key, cycles, then each of the largest categories. */
void tui_find_sorts(struct tui *tui)
{
	const struct pics_stack *total = tui->rows.total.stacks;

	if (tui->options->sort && strlen(tui->options->sort) < sizeof(tui->sorts[0]))
		strcpy(tui->sorts[tui->sorts_count++], tui->options->sort);
	strcpy(tui->sorts[tui->sorts_count++], tui->rows.measure->kind->unit);
	for (size_t i = 0; i < total->shares_count && tui->sorts_count < TUI_SORTS; i++)
		category_name(tui->rows.measure->kind, total->shares[i].category,
			      tui->sorts[tui->sorts_count++]);
}

static int compare_hot(const void *left, const void *right)
{
	const struct tui_hot *a = left, *b = right;

	if (a->parts != b->parts)
		return a->parts < b->parts ? 1 : -1;
	return a->line < b->line ? -1 : a->line > b->line;
}

/* The page's lines are those of the annotation. */
static int find_hot(struct tui *tui)
{
	const struct annotation *annotation = &tui->annotation;

	free(tui->hot);
	tui->hot = calloc(annotation->lines_count + 1, sizeof(*tui->hot));
	tui->hot_count = tui->hot_at = 0;
	if (!tui->hot)
		return -ENOMEM;
	for (size_t i = 0; i < annotation->lines_count; i++) {
		const struct annotation_line *line = &annotation->lines[i];
		uint64_t parts = annotation->rows.rows[line->row].stack->parts;

		if (line->kind == ANNOTATION_ROW && parts)
			tui->hot[tui->hot_count++] = (struct tui_hot){ .parts = parts, .line = i };
	}
	qsort(tui->hot, tui->hot_count, sizeof(*tui->hot), compare_hot);
	return 0;
}

void tui_go_hot(struct tui *tui, int step)
{
	size_t count = tui->hot_count;

	if (!count)
		return;
	tui->hot_at = step ? (tui->hot_at + (step > 0 ? 1 : count - 1)) % count : 0;
	tui_page_go(&tui->pages[TUI_CODE], tui->hot[tui->hot_at].line,
		    LINES > 4 ? (size_t)LINES - 4 : 1);
}

int tui_render_code(struct tui *tui)
{
	struct annotation *annotation = &tui->annotation;
	struct tui_lines lines;
	const struct view view = view_of(tui, true, &lines.term);
	struct table table;

	if (annotation_group(annotation, tui->code_sort) || find_hot(tui) || tui_lines_open(&lines))
		return -ENOMEM;
	table_init(&table, &view);
	put_heads(&lines, &table);
	for (size_t i = 0; i < annotation->lines_count; i++) {
		view_annotate_line(&table, &annotation->lines[i]);
	table_deinit(&table);
		tui_lines_end(&lines);
	}
	if (tui_set_page(tui, TUI_CODE, &lines))
		return -ENOMEM;
	tui_go_hot(tui, 0);
	return 0;
}

bool tui_has_code(enum rows_by by)
{
	return by == ROWS_BY_FUNCTION || by == ROWS_BY_LINE || by == ROWS_BY_INSTRUCTION ||
	       by == ROWS_BY_BLOCK || by == ROWS_BY_LOOP;
}

/* The row's function, or the code around it where that has no name. */
static int find_code(struct tui *tui, const struct row *row, struct fault *fault)
{
	struct annotation *annotation = &tui->annotation;
	char buffer[ROWS_NAME_TEXT];

	if (!row->location.function || row->location.gap)
		return annotation_find(annotation, tui->recording, tui->rows.measure, NULL,
				       row_name(&tui->rows, row, buffer), fault);
	annotation->function = row->location;
	annotation->function.address = row->location.function_start;
	annotation->function.offset = 0;
	annotation->object = row->object;
	return 0;
}

/* A message says why there is none. */
void tui_open_code(struct tui *tui)
{
	size_t line = tui_page_line(&tui->pages[TUI_ROWS]);
	const struct row *row = line < tui->rows.count ? &tui->rows.rows[line] : NULL;
	struct fault fault;
	int error;

	if (!row || !tui_has_code(tui->by)) {
		snprintf(tui->message, sizeof(tui->message), "no function there: press b for rows by "
			 "function");
		return;
	}
	annotation_deinit(&tui->annotation);
	error = find_code(tui, row, &fault);
	if (!error)
		error = annotation_fill(&tui->annotation, tui->recording, tui->rows.measure, &fault);
	if (!error && tui_render_code(tui))
		error = fault_no_memory(&fault, "the browser");
	if (error)
		snprintf(tui->message, sizeof(tui->message), "%s", fault.text);
	else
		tui->level = TUI_CODE;
}

bool tui_has_stages(const struct tui *tui)
{
	return tui->recording->stages.per_cycle;
}


int tui_render_stages(struct tui *tui)
{
	bool code = tui->before_stages == TUI_CODE;
	struct tui_lines lines;
	const struct view_stack view = {
		.view = {
			.recording = tui->recording, .rows = code ? &tui->annotation.cycles : &tui->rows,
			.term = &lines.term,
		},
		.unit = VIEW_STACK_SHARE, .fine = true,
		.by = code ? VIEW_STACK_ALL : VIEW_STACK_BY_FUNCTION,
	};

	if (tui_lines_open(&lines))
		return -ENOMEM;
	fputs("# Stage     Stack\n", lines.term.file);
	view_stack_put_item(&view, code ? 0 : tui_page_line(&tui->pages[TUI_ROWS]));
	tui_lines_split(&lines);
	return tui_set_page(tui, TUI_STAGES, &lines);
}

void tui_open_stages(struct tui *tui)
{
	if (!tui_has_stages(tui)) {
		snprintf(tui->message, sizeof(tui->message), "no stages: 'tea sim --observers "
			 "golden,tea,stages' records them");
		return;
	}
	if (tui_page_line(&tui->pages[TUI_ROWS]) >= tui->rows.count)
		return;
	tui->before_stages = tui->level;
	if (!tui_render_stages(tui))
		tui->level = TUI_STAGES;
}

/*
 * Words of the kind of stacks: 1 its unit, 2 a category, 3 categories. A format has to use
 * all before its last one.
 */
static const char *const help_lines[] = {
	"Keys\n",
	"\n",
	"  up, down, k, j       one line\n",
	"  page up, page down   one screen; so does space\n",
	"  home, end, g, G      first and last line\n",
	"  enter, right         the code of the function under the cursor\n",
	"  H, tab, shift-tab    in code: its hottest line, the next hottest, and back\n",
	"  escape, left, q      back; from the rows, q quits\n",
	"  /                    search; n and N go on, downwards and upwards\n",
	"  f                    only lines with some words; empty: all again\n",
	"  b                    rows by function, line, instruction, block, loop, object, thread, ...\n",
	"  s                    sort rows by %1$s or by one %2$s; code by %1$s or address\n",
	"  c                    who calls the function\n",
	"  e                    why it takes its %1$s, and what helps\n",
	"  S                    what the row, or the function, loses at dispatch, issue, commit\n",
	"  h, ?                 this page\n",
	"  control-L            draw the screen anew\n",
	"\n",
	"Marks\n",
	"\n",
	"  A bar is a row's %1$s, the largest row's being the longest; its letters or colours\n",
	"%1$.0s%2$.0s"
	"  are %3$s, which the words behind it name, as shares of the row. tea(1) tells what\n",
	"  events mean, tea explain what helps.\n",
	"\n",
};

/* The page's legend, if it does not fit there. */
static void put_legend(const struct tui *tui, struct tui_lines *lines)
{
	const struct view view = view_of(tui, tui->before_help == TUI_CODE, &lines->term);
	struct table table;

	table_init(&table, &view);
	view_put_legend(&table, 0, "");
	table_deinit(&table);
	tui_lines_split(lines);
}

int tui_render_help(struct tui *tui)
{
	const struct category_kind *kind = tui->rows.measure->kind;
	struct tui_lines lines;

	if (tui_lines_open(&lines))
		return -ENOMEM;
	for (size_t i = 0; i < sizeof(help_lines) / sizeof(help_lines[0]); i++) {
		fprintf(lines.term.file, help_lines[i], kind->unit, kind->name, kind->names);
		tui_lines_end(&lines);
	}
	put_legend(tui, &lines);
	return tui_set_page(tui, TUI_HELP, &lines);
}
