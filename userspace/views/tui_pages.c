// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tui_pages.c - the browser's pages, from the text views; see tui_state.h
 */
#include <curses.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/rows_sort.h"
#include "tui_state.h"
#include "view_text.h"

static int out_of_memory(struct fault *fault)
{
	return fault_set(fault, -ENOMEM, "out of memory for the browser");
}

/* A text view's terminal, whose text becomes a page. */
int tui_open_text(struct term *term, char **text, size_t *size)
{
	*term = (struct term){ .columns = (unsigned int)COLS, .color = has_colors() };
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
		return fault_set(fault, -ENODATA, "no cycles in what '%s' leaves: ask for fewer "
				 "conditions", tui->options->selection);
	if (keys)
		error = rows_sort(&tui->rows, keys, fault);
	if (!error && tui_render_rows(tui))
		error = out_of_memory(fault);
	return error;
}

/* What was asked for, cycles, then the largest signatures by themselves. */
void tui_find_sorts(struct tui *tui)
{
	const struct pics_stack *total = tui->rows.total.stacks;

	if (tui->options->sort && strlen(tui->options->sort) < sizeof(tui->sorts[0]))
		strcpy(tui->sorts[tui->sorts_count++], tui->options->sort);
	strcpy(tui->sorts[tui->sorts_count++], "cycles");
	for (size_t i = 0; i < total->shares_count && tui->sorts_count < TUI_SORTS; i++)
		pics_signature_name(total->shares[i].signature, tui->sorts[tui->sorts_count++]);
}

int tui_render_code(struct tui *tui)
{
	struct annotation *annotation = &tui->annotation;
	struct term term;
	char *text;
	size_t size;
	const struct view view = {
		.recording = tui->recording, .rows = &annotation->rows, .term = &term,
		.function = &annotation->function, .annotation = annotation,
		.sort = tui->code_sort,
	};

	if (annotation_group(annotation, tui->code_sort) || tui_open_text(&term, &text, &size))
		return -ENOMEM;
	view_annotate(&view, false);
	return close_text(&tui->pages[TUI_CODE], &term, &text);
}

static bool has_code(enum rows_by by)
{
	return by == ROWS_BY_FUNCTION || by == ROWS_BY_LINE || by == ROWS_BY_INSTRUCTION ||
	       by == ROWS_BY_BLOCK;
}

/* Of the row's function; a message says why there is none. */
void tui_open_code(struct tui *tui)
{
	size_t line = tui_page_line(&tui->pages[TUI_ROWS]);
	const struct row *row = line < tui->rows.count ? &tui->rows.rows[line] : NULL;
	struct fault fault;
	int error;

	if (!row || !has_code(tui->by) || !row->location.function) {
		snprintf(tui->message, sizeof(tui->message), "no function there: press b for rows by "
			 "function, and see the notes of tea report");
		return;
	}
	annotation_deinit(&tui->annotation);
	tui->annotation.function = row->location;
	tui->annotation.function.address = row->location.function_start;
	tui->annotation.function.offset = 0;
	tui->annotation.object = row->object;
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
	"  escape, left, q      back; from the rows, q quits\n"
	"  /                    search; n and N go on, downwards and upwards\n"
	"  f                    only lines with some words; empty: all again\n"
	"  b                    rows by function, line, instruction, block, object, thread, cpu\n"
	"  s                    sort rows by cycles or by one signature; code by cycles or address\n"
	"  h, ?                 this page\n"
	"  control-L            draw the screen anew\n"
	"\n"
	"Marks\n"
	"\n"
	"  A bar is a row's cycles, the largest row's being the longest; its letters or colours\n"
	"  are signatures, which the words behind it name, as shares of the row. tea(1) tells what\n"
	"  events mean, tea explain what cures them.\n";

int tui_open_help(struct tui *tui)
{
	char *text = strdup(help_text);

	return text ? tui_page_init(&tui->pages[TUI_HELP], text, true) : -ENOMEM;
}
