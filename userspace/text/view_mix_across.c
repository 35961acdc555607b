// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_mix_across.c - a mix as a table of two dimensions; see view_mix.h
 */
#include <math.h>
#include <string.h>

#include "mix/mixchance.h"
#include "mix/mixpivot.h"
#include "output/amount.h"
#include "output/csv.h"
#include "output/json.h"
#include "view_mix.h"
#include "view_text.h"

#define TOTAL		"[total]"
#define CELL_LEAST	12		/* columns of one: its number or its heading */
#define NAME_LEAST	20		/* columns of a row's names on a screen */

/* Keys of the rows: all but the last. */
static size_t row_keys(const struct view_mix *view)
{
	return view->options->keys_count - 1;
}

static const char *whole(double executions, char text[AMOUNT_TEXT])
{
	return amount_number((uint64_t)llround(executions), text);
}

static size_t column_width(const struct view_mix *view, const struct mixpivot_column *column)
{
	char text[AMOUNT_TEXT];
	size_t number = strlen(whole(column->executions, text));
	size_t title = term_name_width(view->term, column->value);
	size_t width = number > title ? number : title;

	return width > CELL_LEAST ? width : CELL_LEAST;
}

/* Number of columns: all of them in a file, else those that fit. */
static size_t columns_shown(const struct view_mix *view, const struct mixpivot *pivot, size_t total)
{
	size_t used = total + NAME_LEAST + 2, count = 0;

	for (; count < pivot->columns_count; count++) {
		used += column_width(view, &pivot->columns[count]) + 2;
		if (view->term->screen && used > view->term->columns)
			break;
	}
	return count;
}

static void put_names(const struct view_mix *view, const struct mixrow *row)
{
	for (size_t i = 0; i < row_keys(view); i++) {
		fputs(i ? ", " : "  ", view->term->file);
		term_put(view->term, row ? row->values[i] : mixkey_names[view->options->keys[i]]);
	}
	fputc('\n', view->term->file);
}

static void put_cell(const struct view_mix *view, const struct mixrow *cell, size_t width)
{
	const struct term *term = view->term;
	char text[AMOUNT_TEXT];

	fputs("  ", term->file);
	if (cell && mixchance_hides(view->rows, cell))
		term_color(term, TERM_COLD);
	term_pad(term, cell ? whole(cell->executions, text) : "", width, true);
	term_plain(term);
}

static void put_heading(const struct view_mix *view, const struct mixpivot *pivot, size_t shown,
			size_t total)
{
	const struct term *term = view->term;
	char text[AMOUNT_TEXT];

	term_color(term, -1);
	fprintf(term->file, "# %*s", (int)total - 2, "Total");
	for (size_t i = 0; i < shown; i++) {
		fputs("  ", term->file);
		term_pad(term, pivot->columns[i].value, column_width(view, &pivot->columns[i]), true);
	}
	put_names(view, NULL);
	term_plain(term);
	fprintf(term->file, "%*s", (int)total, whole(view->rows->total, text));
	for (size_t i = 0; i < shown; i++)
		fprintf(term->file, "  %*s", (int)column_width(view, &pivot->columns[i]),
			whole(pivot->columns[i].executions, text));
	fputs("  " TOTAL "\n", term->file);
}

void view_mix_across_text(const struct view_mix *view, const struct mixpivot *pivot)
{
	const struct term *term = view->term;
	char text[AMOUNT_TEXT];
	size_t total = strlen(whole(view->rows->total, text)) + 2, shown;

	total = total > CELL_LEAST ? total : CELL_LEAST;
	shown = columns_shown(view, pivot, total);
	put_heading(view, pivot, shown, total);
	for (size_t i = 0; i < pivot->rows_count; i++) {
		const struct mixpivot_row *row = &pivot->rows[i];

		fprintf(term->file, "%*s", (int)total, whole(row->executions, text));
		for (size_t j = 0; j < shown; j++)
			put_cell(view, row->cells[j], column_width(view, &pivot->columns[j]));
		put_names(view, row->first);
	}
	if (shown < pivot->columns_count)
		fprintf(term->file, "# %zu more columns do not fit: --format csv has them\n",
			pivot->columns_count - shown);
}

static void put_csv_names(const struct view_mix *view, const struct mixrow *row)
{
	for (size_t i = 0; i < row_keys(view); i++) {
		csv_put_text(view->term, row ? row->values[i] : TOTAL);
		fputc(',', view->term->file);
	}
}

void view_mix_across_csv(const struct view_mix *view, const struct mixpivot *pivot)
{
	FILE *file = view->term->file;

	for (size_t i = 0; i < row_keys(view); i++)
		fprintf(file, "%s,", mixkey_names[view->options->keys[i]]);
	fputs("total", file);
	for (size_t i = 0; i < pivot->columns_count; i++) {
		fputc(',', file);
		csv_put_text(view->term, pivot->columns[i].value);
	}
	fputc('\n', file);
	for (size_t i = 0; i < pivot->rows_count; i++) {
		const struct mixpivot_row *row = &pivot->rows[i];

		put_csv_names(view, row->first);
		fprintf(file, "%.4f", row->executions);
		for (size_t j = 0; j < pivot->columns_count; j++)
			fprintf(file, ",%.4f", row->cells[j] ? row->cells[j]->executions : 0);
		fputc('\n', file);
	}
	put_csv_names(view, NULL);
	fprintf(file, "%.4f", view->rows->total);
	for (size_t i = 0; i < pivot->columns_count; i++)
		fprintf(file, ",%.4f", pivot->columns[i].executions);
	fputc('\n', file);
}

static void put_json_row(const struct view_mix *view, const struct mixpivot *pivot,
			 const struct mixpivot_row *row, struct jsonwriter *json)
{
	json_open_row(json);
	for (size_t i = 0; i < row_keys(view); i++)
		json_text(json, mixkey_names[view->options->keys[i]], row->first->values[i]);
	json_real(json, "executions", row->executions, 4);
	json_open_object(json, "cells");
	for (size_t i = 0; i < pivot->columns_count; i++)
		if (row->cells[i])
			json_real(json, pivot->columns[i].value, row->cells[i]->executions, 4);
	json_close_object(json);
	json_close_object(json);
}

void view_mix_across_json(const struct view_mix *view, const struct mixpivot *pivot,
			  struct jsonwriter *json)
{
	json_text(json, "across", mixkey_names[view->options->keys[row_keys(view)]]);
	json_open_list(json, "columns");
	for (size_t i = 0; i < pivot->columns_count; i++) {
		json_open_object(json, NULL);
		json_text(json, "value", pivot->columns[i].value);
		json_real(json, "executions", pivot->columns[i].executions, 4);
		json_close_object(json);
	}
	json_close_list(json);
	json_open_list(json, "rows");
	for (size_t i = 0; i < pivot->rows_count; i++)
		put_json_row(view, pivot, &pivot->rows[i], json);
	json_close_list(json);
}
