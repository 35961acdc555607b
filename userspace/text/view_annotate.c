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

#include "analysis/annotation.h"
#include "analysis/jumps.h"
#include "output/amount.h"
#include "view_text.h"

#define COLOR_INLINED	103
#define CONTEXT		3		/* instructions without cycles around those with */
#define COLD_LEAST	4		/* so many are left out */
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

/* A line's place and text behind @used columns, or that there is none. */
static void put_line(const struct term *term, const struct elfobject_line *line,
		     const char *source, size_t used)
{
	char number[16];

	if (!line->file) {
		fputs("no source line\n", term->file);
		return;
	}
	used += term_put(term, fields_base_name(line->file));
	snprintf(number, sizeof(number), ":%d", line->line);
	used += term_put(term, number);
	view_put_source(term, source, used);
	fputc('\n', term->file);
}

/* The text of an amount's column, or blanks. Returns its columns. */
static size_t put_amount(const struct table *table, size_t f, const struct pics_stack *stack)
{
	const struct view *view = table->view;
	char text[AMOUNT_TEXT] = "";

	if (stack && table->fields[f]->type == FIELD_SHARE)
		snprintf(text, sizeof(text), "%.2f%%", 100 * view_share(view, stack->parts));
	else if (stack)
		amount_cycles(view->recording, stack->parts, text);
	return (size_t)fprintf(view->term->file, "  %*s", (int)table->widths[f], text);
}

/* Share and cycles in the columns of the instructions', or blanks. Returns the columns used. */
static size_t put_amounts(const struct table *table, const struct pics_stack *stack)
{
	size_t used = 2;

	for (size_t f = 0; table->fields[f]->type == FIELD_SHARE ||
			   table->fields[f]->type == FIELD_CYCLES; f++)
		used += put_amount(table, f, stack);
	fputs("  ", table->view->term->file);
	return used;
}

/* A line of the function itself. */
static void put_group(const struct table *table, const struct row *row,
		      const struct pics_stack *stack)
{
	const struct annotation *annotation = table->view->annotation;
	const struct term *term = table->view->term;
	size_t used;

	term_color(term, -1);
	used = put_amounts(table, stack);
	put_line(term, &row->outer, annotation_source(annotation, &row->outer), used);
	term_plain(term);
}

/* A line of a function that is inlined there; or again the group's own. */
static void put_part(const struct table *table, const struct row *row,
		     const struct pics_stack *stack)
{
	const struct term *term = table->view->term;
	size_t used = put_amounts(table, stack) + 2;

	fputs("  ", term->file);
	term_color(term, COLOR_INLINED);
	if (row->inlined) {
		used += term_put(term, row->inlined) + 2;
		fputs("  ", term->file);
	}
	put_line(term, &row->line, row->source, used);
	term_plain(term);
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

/* By its number in the order that is shown: has it cycles, or one just before or behind it? */
static bool is_near_cycles(const struct view *view, size_t i, size_t count)
{
	const struct annotation *annotation = view->annotation;
	size_t first = i < CONTEXT ? 0 : i - CONTEXT;
	uint32_t part = annotation->parts[annotation->order[i]];

	for (size_t j = first; j < count && j <= i + CONTEXT; j++) {
		uint32_t row = annotation->order[j];

		if (annotation->parts[row] == part && view->rows->rows[row].stack->parts)
			return true;
	}
	return false;
}

/* Instructions from the @i-th on that nobody looks for when he looks for cycles. */
static size_t cold_count(const struct view *view, size_t i, size_t count)
{
	const struct annotation *annotation = view->annotation;
	uint32_t group = annotation->groups[annotation->order[i]];
	size_t end = i;

	while (view->sort == ANNOTATION_CYCLES && end < count &&
	       annotation->groups[annotation->order[end]] == group &&
	       !is_near_cycles(view, end, count))
		end++;
	return end - i;
}

static void put_cold(const struct table *table, size_t count)
{
	const struct term *term = table->view->term;

	put_amounts(table, NULL);
	term_color(term, TERM_COLD);
	fprintf(term->file, "... %zu instructions without cycles", count);
	term_plain(term);
	fputc('\n', term->file);
}

static bool has_lines(const struct rows *rows)
{
	for (size_t i = 0; i < rows->count; i++)
		if (rows->rows[i].outer.file)
			return true;
	return false;
}

static void put_row(const struct view *view, const struct table *table, uint32_t row)
{
	if (view->offsets)
		view->offsets[row] = ftell(view->term->file);
	table_put_row(table, &view->rows->rows[row]);
}

static void put_code(const struct view *view, const struct table *table)
{
	const struct annotation *annotation = view->annotation;
	const uint32_t *order = annotation->order;
	size_t count = hot_count(view), left_out = view->rows->count - count;
	bool lines = has_lines(view->rows);

	for (size_t i = 0; i < count; i++) {
		size_t cold = cold_count(view, i, count);
		bool first = !i || annotation->groups[order[i]] != annotation->groups[order[i - 1]];

		if (lines && (cold < COLD_LEAST || first ||
			      pics_find(&annotation->by_part, annotation->parts[order[i]])))
			put_headings(table, order[i], order[i ? i - 1 : 0], !i);
		if (cold < COLD_LEAST) {
			put_row(view, table, order[i]);
			continue;
		}
		put_cold(table, cold);
		i += cold - 1;
	}
	if (left_out)
		fprintf(view->term->file, "\n# %zu instructions of lines without cycles are left out: "
			"--sort address has them\n", left_out);
}

void view_annotate(const struct view *view, bool header)
{
	char *arrows = view->sort == ANNOTATION_ADDRESS ? draw_arrows(view) : NULL;
	struct table table;

	table_init(&table, view);
	if (header) {
		view_put_recording(view);
		stackbar_legend(&table.bar, view->term);
		view_put_notes(view->recording, view->term);
		fputs("#\n", view->term->file);
	}
	table_put_heading(&table);
	put_code(view, &table);
	for (size_t i = 0; i < view->rows->count; i++)
		view->rows->rows[i].arrows = NULL;
	free(arrows);
}
