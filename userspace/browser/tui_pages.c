// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tui_pages.c - the browser's pages, from the text views; see tui_state.h
 */
#include <curses.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/rows_sort.h"
#include "text/view_text.h"
#include "tui_state.h"

static int out_of_memory(struct fault *fault)
{
	return fault_set(fault, -ENOMEM, "out of memory for the browser");
}

/* A text view's terminal, whose text becomes a page. */
int tui_open_text(struct term *term, char **text, size_t *size)
{
	*term = (struct term){ .columns = (unsigned int)COLS, .color = has_colors() };
	term->screen = true;
	term->utf8 = term_is_utf8();
	term->file = open_memstream(text, size);
	return term->file ? 0 : -ENOMEM;
}

static int close_text(struct tui_page *page, const struct term *term, char **text)
{
	if (fclose(term->file)) {
		free(*text);
		return -ENOMEM;
	}
	tui_page_deinit(page);
	return tui_page_init(page, *text, true);
}

int tui_render_rows(struct tui *tui)
{
	struct term term;
	struct table table;
	char *text;
	size_t size;
	const struct view view = {
		.recording = tui->recording, .rows = &tui->rows, .term = &term,
	};

	if (tui_open_text(&term, &text, &size))
		return -ENOMEM;
	table_init(&table, &view);
	table_put_heading(&table);
	for (size_t i = 0; i < tui->rows.count; i++)
		table_put_row(&table, &tui->rows.rows[i]);
	return close_text(&tui->pages[TUI_ROWS], &term, &text);
}

int tui_fold(struct tui *tui, struct fault *fault)
{
	struct rows_options options = tui->options->rows;
	const char *keys = tui->sorts_count ? tui->sorts[tui->sort] : tui->options->sort;
	int error;

	options.by = tui->by;
	rows_deinit(&tui->rows);
	error = rows_fold(&tui->rows, tui->recording, &options);
	if (error)
		return out_of_memory(fault);
	if (!tui->rows.count)
		return fault_set(fault, -ENODATA, "no %s in what '%s' leaves: ask for fewer "
				 "conditions", tui->recording->kind->unit, tui->options->selection);
	if (keys)
		error = rows_sort(&tui->rows, keys, fault);
	if (!error && tui_render_rows(tui))
		error = out_of_memory(fault);
	return error;
}

/* What was asked for, cycles, then the largest categories by themselves. */
void tui_find_sorts(struct tui *tui)
{
	const struct pics_stack *total = tui->rows.total.stacks;

	if (tui->options->sort && strlen(tui->options->sort) < sizeof(tui->sorts[0]))
		strcpy(tui->sorts[tui->sorts_count++], tui->options->sort);
	strcpy(tui->sorts[tui->sorts_count++], tui->recording->kind->unit);
	for (size_t i = 0; i < total->shares_count && tui->sorts_count < TUI_SORTS; i++)
		category_name(tui->recording->kind, total->shares[i].category,
			      tui->sorts[tui->sorts_count++]);
}

static int compare_hot(const void *left, const void *right)
{
	const struct tui_hot *a = left, *b = right;

	if (a->parts != b->parts)
		return a->parts < b->parts ? 1 : -1;
	return a->line < b->line ? -1 : a->line > b->line;
}

/* Lines are where rows begin in the text, behind its heading. */
static int find_hot(struct tui *tui, const long *offsets, const char *text)
{
	const struct annotation *annotation = &tui->annotation;
	size_t count = annotation->rows.count, line = 0;
	const char *at = strchr(text, '\n');

	free(tui->hot);
	tui->hot = calloc(count + 1, sizeof(*tui->hot));
	tui->hot_count = tui->hot_at = 0;
	if (!tui->hot)
		return -ENOMEM;
	for (size_t i = 0; at && i < count; i++) {
		uint32_t row = annotation->order[i];
		uint64_t parts = annotation->rows.rows[row].stack->parts;

		if (!parts || offsets[row] <= 0)
			continue;
		for (at++; at < text + offsets[row]; at++)
			line += *at == '\n';
		at--;
		tui->hot[tui->hot_count++] = (struct tui_hot){ .parts = parts, .line = line };
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

static int render_code(struct tui *tui, long *offsets)
{
	struct annotation *annotation = &tui->annotation;
	struct term term;
	char *text;
	size_t size;
	const struct view view = {
		.recording = tui->recording, .rows = &annotation->rows, .term = &term,
		.function = &annotation->function, .annotation = annotation,
		.sort = tui->code_sort, .offsets = offsets,
	};

	if (annotation_group(annotation, tui->code_sort) || tui_open_text(&term, &text, &size))
		return -ENOMEM;
	view_annotate(&view, false);
	if (fflush(term.file) || find_hot(tui, offsets, text)) {
		fclose(term.file);
		free(text);
		return -ENOMEM;
	}
	return close_text(&tui->pages[TUI_CODE], &term, &text);
}

int tui_render_code(struct tui *tui)
{
	long *offsets = calloc(tui->annotation.rows.count + 1, sizeof(*offsets));
	int error = offsets ? render_code(tui, offsets) : -ENOMEM;

	free(offsets);
	if (!error)
		tui_go_hot(tui, 0);
	return error;
}

static bool has_code(enum rows_by by)
{
	return by == ROWS_BY_FUNCTION || by == ROWS_BY_LINE || by == ROWS_BY_INSTRUCTION ||
	       by == ROWS_BY_BLOCK;
}

/* The row's function, or the code around it where that has no name. */
static int find_code(struct tui *tui, const struct row *row, struct fault *fault)
{
	struct annotation *annotation = &tui->annotation;
	struct field_value value;

	if (!row->location.function)
		return annotation_find(annotation, tui->recording,
				       fields_function(&tui->rows, row, &value), fault);
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

	if (!row || !has_code(tui->by)) {
		snprintf(tui->message, sizeof(tui->message), "no function there: press b for rows by "
			 "function");
		return;
	}
	annotation_deinit(&tui->annotation);
	error = find_code(tui, row, &fault);
	if (!error)
		error = annotation_fill(&tui->annotation, tui->recording, &fault);
	if (!error && tui_render_code(tui))
		error = out_of_memory(&fault);
	if (error)
		snprintf(tui->message, sizeof(tui->message), "%s", fault.text);
	else
		tui->level = TUI_CODE;
}

static const char help_text[] =
	"Keys\n"
	"\n"
	"  up, down, k, j       one line\n"
	"  page up, page down   one screen; so does space\n"
	"  home, end, g, G      first and last line\n"
	"  enter, right         the code of the function under the cursor\n"
	"  H, tab, shift-tab    in code: its hottest line, the next hottest, and back\n"
	"  escape, left, q      back; from the rows, q quits\n"
	"  /                    search; n and N go on, downwards and upwards\n"
	"  f                    only lines with some words; empty: all again\n"
	"  b                    rows by function, line, instruction, block, object, thread, cpu\n"
	"  s                    sort rows by %1$s or by one %2$s; code by %1$s or address\n"
	"  h, ?                 this page\n"
	"  control-L            draw the screen anew\n"
	"\n"
	"Marks\n"
	"\n"
	"  A bar is a row's %1$s, the largest row's being the longest; its letters or colours\n"
	"  are %3$s, which the words behind it name, as shares of the row. tea(1) tells what\n"
	"  events mean, tea explain what cures them.\n";

int tui_open_help(struct tui *tui)
{
	const struct category_kind *kind = tui->recording->kind;
	char *text;
	int length = asprintf(&text, help_text, kind->unit, kind->name, kind->names);

	return length >= 0 ? tui_page_init(&tui->pages[TUI_HELP], text, true) : -ENOMEM;
}
