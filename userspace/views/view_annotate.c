// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_annotate.c - a function's code under its source lines, for people
 *
 * By cycles: a source line with its share, hottest first, and its instructions under it;
 * by address: the code as it stands, with arrows. Inlined code stands under the line that
 * called it, by the names of the inlined functions.
 */
#include <stdlib.h>
#include <string.h>

#include "amount.h"
#include "analysis/annotation.h"
#include "analysis/jumps.h"
#include "view_text.h"

#define COLOR_SOURCE	66
#define COLOR_INLINED	103
#define ARROWS_TEXT	((JUMPS_LANES + 2) * 4)

/* By bits of a cell, without UTF-8 and with. */
static const char *const cells[2][16] = {
	{ " ", "'", ".", "|", "-", "'", ".", "|", "-", "'", ".", "+", "-", "+", "+", "+" },
	{
		" ", "\u2575", "\u2577", "\u2502", "\u2574", "\u256f", "\u256e", "\u2524",
		"\u2576", "\u2570", "\u256d", "\u251c", "\u2500", "\u2534", "\u252c", "\u253c",
	},
};

static void draw_row(const struct jumps *jumps, const struct jumps_row *row, bool utf8, char *text)
{
	char *end = text;

	for (unsigned int lane = jumps->lanes; lane--; )
		end = stpcpy(end, cells[utf8][row->cells[lane]]);
	if (row->to)
		end = stpcpy(end, utf8 ? "\u25b8" : ">");
	else
		end = stpcpy(end, row->from ? cells[utf8][JUMPS_LEFT | JUMPS_RIGHT] : " ");
	/* Where nothing is drawn there is nothing to pad. */
	if (strspn(text, " ") == (size_t)(end - text))
		*text = '\0';
}

/* Gives the rows their arrows. Returns the texts' memory, or NULL. */
static char *draw_arrows(const struct view *view)
{
	struct jumps jumps;
	char *texts;

	if (jumps_init(&jumps, view->rows))
		return NULL;
	texts = jumps.lanes ? calloc(view->rows->count, ARROWS_TEXT) : NULL;
	for (size_t i = 0; texts && i < view->rows->count; i++) {
		draw_row(&jumps, &jumps.rows[i], view->term->utf8, texts + i * ARROWS_TEXT);
		view->rows->rows[i].arrows = texts + i * ARROWS_TEXT;
	}
	jumps_deinit(&jumps);
	return texts;
}

static void put_place(const struct term *term, const struct elfobject_line *line)
{
	if (!line->file) {
		fputs("no source line", term->file);
		return;
	}
	term_put(term, fields_base_name(line->file));
	fprintf(term->file, ":%d", line->line);
}

/* Share and cycles in the columns of the instructions', or blanks. */
static void put_amounts(const struct table *table, const struct pics_stack *stack)
{
	const struct view *view = table->view;
	char share[16] = "", cycles[AMOUNT_TEXT] = "";

	if (stack) {
		snprintf(share, sizeof(share), "%.2f%%", 100 * view_share(view, stack->parts));
		amount_cycles(view->recording, stack->parts, cycles);
	}
	fprintf(view->term->file, "  %*s  %*s  ", (int)table->widths[0], share,
		(int)table->widths[1], cycles);
}

/* A line of the function itself. */
static void put_group(const struct table *table, const struct row *row,
		      const struct pics_stack *stack)
{
	const struct annotation *annotation = table->view->annotation;
	const struct term *term = table->view->term;
	const char *source = annotation_source(annotation, &row->outer);

	term_color(term, -1);
	put_amounts(table, stack);
	put_place(term, &row->outer);
	term_plain(term);
	if (source) {
		fputs("  ", term->file);
		term_color(term, COLOR_SOURCE);
		term_put(term, source);
		term_plain(term);
	}
	fputc('\n', term->file);
}

/* A line of a function that is inlined there; or again the group's own. */
static void put_part(const struct table *table, const struct row *row,
		     const struct pics_stack *stack)
{
	const struct term *term = table->view->term;

	put_amounts(table, stack);
	fputs("  ", term->file);
	term_color(term, COLOR_INLINED);
	if (row->inlined) {
		term_put(term, row->inlined);
		fputs("  ", term->file);
	}
	put_place(term, &row->line);
	if (row->source) {
		fputs("  ", term->file);
		term_put(term, row->source);
	}
	term_plain(term);
	fputc('\n', term->file);
}

/* Headings where group or part are not those of the row before. */
static void put_headings(const struct table *table, uint32_t row, uint32_t before, bool first)
{
	const struct view *view = table->view;
	const struct annotation *annotation = view->annotation;
	const struct row *rows = view->rows->rows;
	uint32_t group = annotation->groups[row], part = annotation->parts[row];
	bool by_cycles = view->sort == ANNOTATION_CYCLES;
	bool opens = first || annotation->groups[before] != group;

	if (opens && by_cycles && !first)
		fputc('\n', view->term->file);
	if (opens)
		put_group(table, &rows[row],
			  by_cycles ? pics_find(&annotation->by_group, group) : NULL);
	if (opens ? rows[row].inlined != NULL : annotation->parts[before] != part)
		put_part(table, &rows[row],
			 by_cycles ? pics_find(&annotation->by_part, part) : NULL);
}

/* Lines and instructions without cycles at the end of the hottest first. */
static size_t hot_count(const struct view *view)
{
	const struct annotation *annotation = view->annotation;
	size_t count = view->rows->count;

	while (view->sort == ANNOTATION_CYCLES && count &&
	       !pics_find(&annotation->by_group, annotation->groups[annotation->order[count - 1]]))
		count--;
	return count;
}

static void put_code(const struct view *view, const struct table *table)
{
	const struct annotation *annotation = view->annotation;
	size_t count = hot_count(view);

	for (size_t i = 0; i < count; i++) {
		put_headings(table, annotation->order[i], annotation->order[i ? i - 1 : 0], !i);
		table_put_row(table, &view->rows->rows[annotation->order[i]]);
	}
	if (count < view->rows->count)
		fprintf(view->term->file, "\n# %zu instructions of lines without cycles are left out: sort "
			"by address to see them\n", view->rows->count - count);
}

void view_annotate(const struct view *view, bool header)
{
	char *arrows = view->sort == ANNOTATION_ADDRESS ? draw_arrows(view) : NULL;
	struct table table;

	table_init(&table, view);
	if (header) {
		view_put_recording(view);
		stackbar_legend(&table.bar, view->term);
		view_put_notes(view);
		fputs("#\n", view->term->file);
	}
	table_put_heading(&table);
	put_code(view, &table);
	for (size_t i = 0; i < view->rows->count; i++)
		view->rows->rows[i].arrows = NULL;
	free(arrows);
}
