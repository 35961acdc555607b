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

#include "analysis/places/annotation.h"
#include "analysis/places/chance.h"
#include "output/amount.h"
#include "symbols/funcname.h"
#include "view_text.h"

#define COLOR_INLINED	103
#define COLOR_SOURCE	66
#define INLINED_IN	" < "		/* between a function and the one it is inlined into */
#define INLINED_NAME	32		/* columns of each name */

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

/* A line's place and text behind @used columns, or that there is none. */
static void put_line(const struct term *term, const struct elfobject_line *line,
		     const char *source, size_t used)
{
	char number[16];

	if (!line->file) {
		fputs("no source line\n", term->file);
		return;
	}
	used += term_put(term, symbols_source_name(line->file));
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
	else if (stack && table->fields[f]->type == FIELD_MARGIN)
		snprintf(text, sizeof(text), "%.2f%%",
			 100 * chance_margin(stack->parts, &stack->weight, view_total(view)));
	else if (stack && table->fields[f]->type == FIELD_SAMPLES)
		view_samples(pics_weight_samples(&stack->weight), text);
	else if (stack)
		amount_cycles(view->rows->measure, stack->parts, text);
	return (size_t)fprintf(view->term->file, "  %*s", (int)table->widths[f], text);
}

/* Amounts in the columns of the instructions', or blanks. Returns the columns used. */
static size_t put_amounts(const struct table *table, const struct pics_stack *stack)
{
	size_t used = 2;

	for (size_t f = 0; field_is_amount(table->fields[f]); f++)
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

/*
 * "inner < outer", each without its least distinctive parts; on a screen half of the rest of the
 * line.
 */
static size_t put_inlined(const struct term *term, const char *names, size_t used)
{
	size_t left = term->columns > used ? (term->columns - used) / 2 : 1, size;
	struct term line = *term;
	char *text = NULL, shorter[FUNCNAME_TEXT];

	line.file = open_memstream(&text, &size);
	if (!line.file)
		return 0;
	for (const char *at = names, *next; at; at = next ? next + strlen(INLINED_IN) : NULL) {
		char *name;

		next = strstr(at, INLINED_IN);
		name = strndup(at, next ? (size_t)(next - at) : strlen(at));
		fputs(at == names ? "" : INLINED_IN, line.file);
		term_put(&line, name ? funcname_fit(name, INLINED_NAME, shorter) : "");
		free(name);
	}
	fclose(line.file);
	size = term_width(term, text);
	if (!term->screen || size <= left)
		term_put(term, text);
	else
		term_cut(term, text, size = left);
	free(text);
	return size;
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
		used += put_inlined(term, row->inlined, used) + 2;
		fputs("  ", term->file);
	}
	put_line(term, &row->line, row->source, used);
	term_plain(term);
}

static void put_cold(const struct table *table, size_t count)
{
	const struct term *term = table->view->term;

	put_amounts(table, NULL);
	term_color(term, TERM_COLD);
	fprintf(term->file, "... %zu instructions without %s", count,
		table->view->rows->measure->kind->unit);
	term_plain(term);
	fputc('\n', term->file);
}

/* The sum under a source line, where the lines are by cycles. */
static const struct pics_stack *sum_of(const struct annotation *annotation,
				       const struct pics *pics, uint32_t number)
{
	return annotation->sort == ANNOTATION_CYCLES ? pics_find(pics, number) : NULL;
}

void view_annotate_line(const struct table *table, const struct annotation_line *line)
{
	const struct annotation *annotation = table->view->annotation;
	const struct row *row = &annotation->rows.rows[line->row];
	FILE *file = table->view->term->file;

	switch (line->kind) {
	case ANNOTATION_BLANK:
		fputc('\n', file);
		break;
	case ANNOTATION_GROUP:
		put_group(table, row, sum_of(annotation, &annotation->by_group,
					     annotation->groups[line->row]));
		break;
	case ANNOTATION_PART:
		put_part(table, row, sum_of(annotation, &annotation->by_part,
					    annotation->parts[line->row]));
		break;
	case ANNOTATION_ROW:
		table_put_row(table, row);
		break;
	case ANNOTATION_COLD:
		put_cold(table, line->count);
		break;
	case ANNOTATION_LEFT_OUT:
		if (annotation->groups_most)
			fprintf(file, "# %zu instructions of other lines are left out by --top\n",
				line->count);
		else
			fprintf(file, "# %zu instructions of lines without %s are left out: "
				"--sort address has them\n", line->count,
				table->view->rows->measure->kind->unit);
		break;
	}
}

void view_annotate(const struct view *view)
{
	struct table table;

	view_put_header(&table, view);
	for (size_t i = 0; i < view->annotation->lines_count; i++)
		view_annotate_line(&table, &view->annotation->lines[i]);
	table_deinit(&table);
	view_put_chance(view);
	view_put_notes(&view->recording->notes, view->term);
}
