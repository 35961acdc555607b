// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_mix_diff.c - rows of two mixes; see view_mix_diff.h
 */
#include "view_mix_diff.h"

#include <math.h>

#include "output/amount.h"
#include "output/csv.h"
#include "output/json.h"
#include "view_text.h"

#define ROWS_LEAST	20		/* of a text, however sure they are */

static const char *whole(double executions, char text[AMOUNT_TEXT])
{
	return amount_number((uint64_t)llround(executions), text);
}

static const char *signed_whole(double change, char text[AMOUNT_TEXT + 1])
{
	char number[AMOUNT_TEXT];

	snprintf(text, AMOUNT_TEXT + 1, "%c%s", change < 0 ? '-' : '+', whole(fabs(change), number));
	return text;
}

static size_t shown(const struct view_mix_diff *view, enum view_format format)
{
	const struct mixdiff *diff = view->diff;
	size_t count = diff->count;

	if (format == VIEW_TEXT && !view->rows_max && diff->sure < count)
		count = diff->sure > ROWS_LEAST ? diff->sure :
			count < ROWS_LEAST ? count : ROWS_LEAST;
	return view->rows_max && view->rows_max < count ? view->rows_max : count;
}

static void put_sides(const struct view_mix_diff *view)
{
	char text[AMOUNT_TEXT];

	for (int side = 0; side < 2; side++)
		fprintf(view->term->file, "# %s %s: %s executions of instructions, source %s%s\n",
			side ? "after " : "before", view->recordings[side]->path,
			whole(view->diff->total[side], text), estimate_source_names[view->sources[side]],
			!side && view->normalized ? ", scaled to those after" : "");
}

static void put_text(const struct view_mix_diff *view)
{
	const struct term *term = view->term;
	size_t count = shown(view, VIEW_TEXT);
	char change[AMOUNT_TEXT + 1], margin[AMOUNT_TEXT], before[AMOUNT_TEXT], after[AMOUNT_TEXT];

	put_sides(view);
	fprintf(term->file, "# %16s  %16s  %18s  %18s  %s\n", "Change", "+/-", "Before", "After",
		mixkey_names[view->key]);
	for (size_t i = 0; i < count; i++) {
		const struct mixdiff_row *row = &view->diff->items[i];

		if (!row->sure)
			term_color(term, TERM_COLD);
		fprintf(term->file, "%18s  %16s  %18s  %18s  ",
			signed_whole(row->executions[1] - row->executions[0], change),
			row->margin > 0 ? whole(row->margin, margin) : "",
			whole(row->executions[0], before), whole(row->executions[1], after));
		term_put(term, row->value);
		term_plain(term);
		fputc('\n', term->file);
	}
	if (count < view->diff->count)
		fprintf(term->file, "# %zu more rows, of %zu whose change is more than chance\n",
			view->diff->count - count, view->diff->sure);
	for (int side = 0; side < 2; side++)
		view_put_notes(&view->recordings[side]->notes, term);
}

static void put_csv(const struct view_mix_diff *view)
{
	FILE *file = view->term->file;
	size_t count = shown(view, VIEW_CSV);

	fprintf(file, "%s,before,after,change,margin,sure\n", mixkey_names[view->key]);
	for (size_t i = 0; i < count; i++) {
		const struct mixdiff_row *row = &view->diff->items[i];

		csv_put_text(view->term, row->value);
		fprintf(file, ",%.4f,%.4f,%.4f,%.4f,%d\n", row->executions[0], row->executions[1],
			row->executions[1] - row->executions[0], row->margin, row->sure);
	}
}

static void put_json_side(const struct view_mix_diff *view, int side, struct jsonwriter *json)
{
	json_open_object(json, side ? "after" : "before");
	json_text(json, "path", view->recordings[side]->path);
	json_text(json, "source", estimate_source_names[view->sources[side]]);
	json_real(json, "total", view->diff->total[side], 4);
	json_notes(json, "notes", &view->recordings[side]->notes);
	json_close_object(json);
}

static void put_json_row(const struct view_mix_diff *view, const struct mixdiff_row *row,
			 struct jsonwriter *json)
{
	json_open_row(json);
	json_text(json, mixkey_names[view->key], row->value);
	json_real(json, "before", row->executions[0], 4);
	json_real(json, "after", row->executions[1], 4);
	json_real(json, "change", row->executions[1] - row->executions[0], 4);
	json_real(json, "margin", row->margin, 4);
	json_truth(json, "sure", row->sure);
	json_close_object(json);
}

static void put_json(const struct view_mix_diff *view)
{
	struct jsonwriter json = { .file = view->term->file };
	size_t count = shown(view, VIEW_JSON);

	json_open_object(&json, NULL);
	json_whole(&json, "version", 1);
	json_text(&json, "unit", "executions");
	json_text(&json, "key", mixkey_names[view->key]);
	json_truth(&json, "normalized", view->normalized);
	for (int side = 0; side < 2; side++)
		put_json_side(view, side, &json);
	json_open_list(&json, "rows");
	for (size_t i = 0; i < count; i++)
		put_json_row(view, &view->diff->items[i], &json);
	json_close_list(&json);
	json_close_document(&json);
}

void view_mix_diff_put(const struct view_mix_diff *view, enum view_format format)
{
	if (format == VIEW_JSON)
		put_json(view);
	else if (format == VIEW_CSV)
		put_csv(view);
	else
		put_text(view);
}
