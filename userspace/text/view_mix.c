// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_mix.c - an instruction mix as text, CSV or JSON; see view_mix.h
 */
#include "view_mix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mix/mixchance.h"
#include "output/amount.h"
#include "output/csv.h"
#include "output/json.h"
#include "output/namecolumn.h"
#include "view_text.h"

#define SOURCE_BOTH	"both"		/* of a row: of some of its blocks this, of others that */

static double share_of(const struct view_mix *view, double executions)
{
	return view->rows->total > 0 ? executions / view->rows->total : 0;
}

static const char *key_name(const struct view_mix *view, size_t number)
{
	return mixkey_names[view->options->keys[number]];
}

static bool is_sampled(const struct view_mix *view)
{
	return view->rows->chance.samples > 0;
}

/* Executions of edges are those of branches. */
static const char *unit_of(const struct view_mix *view)
{
	return mixrows_of_edges(view->options) ? "transfers" : "executions";
}

static const char *source_of(const struct view_mix *view, const struct mixrow *row)
{
	enum estimate_source source = row->by_records > 0 ? ESTIMATE_CTR : ESTIMATE_EBS;

	if (!is_sampled(view))
		source = ESTIMATE_EXACT;
	return row->by_records > 0 && row->by_records < row->executions ? SOURCE_BOTH :
	       estimate_source_names[source];
}

static double bias_of(const struct mixrow *row)
{
	return row->executions > 0 ? row->biased / row->executions : 0;
}

/* Rows of code: its blocks, or most of them, can have a source and a bias of their own. */
static bool has_places(const struct view_mix *view)
{
	for (size_t i = 0; i < view->options->keys_count; i++) {
		enum mixkey key = view->options->keys[i];

		if (key == MIXKEY_FUNCTION || key == MIXKEY_BLOCK || key == MIXKEY_LINE)
			return is_sampled(view);
	}
	return false;
}

static bool has_bias(const struct view_mix *view)
{
	for (size_t i = 0; has_places(view) && i < view->rows->count; i++)
		if (view->rows->items[i].biased > 0)
			return true;
	return false;
}

static size_t width_of(const struct view_mix *view, size_t number)
{
	size_t width = term_width(view->term, key_name(view, number));

	for (size_t i = 0; i < view->rows->count; i++) {
		size_t wanted = term_name_width(view->term, view->rows->items[i].values[number]);

		width = wanted > width ? wanted : width;
	}
	return width;
}

static void put_heading(const struct view_mix *view, const size_t *widths)
{
	const struct term *term = view->term;
	size_t count = view->options->keys_count;

	term_color(term, -1);
	fprintf(term->file, "# %6s", "Share");
	if (is_sampled(view))
		fprintf(term->file, "  %7s  %9s", "+/-", "Samples");
	fprintf(term->file, "  %18s", mixrows_of_edges(view->options) ? "Transfers" : "Executions");
	if (has_places(view))
		fprintf(term->file, "  %-6s", "Source");
	if (has_bias(view))
		fprintf(term->file, "  %7s", "Bias");
	for (size_t i = 0; i < count; i++) {
		fputs("  ", term->file);
		term_pad(term, key_name(view, i), i + 1 < count ? widths[i] : 0, false);
	}
	term_plain(term);
	fputc('\n', term->file);
}

static void put_numbers(const struct view_mix *view, const struct mixrow *row)
{
	FILE *file = view->term->file;
	char text[AMOUNT_TEXT], samples[AMOUNT_TEXT];

	fprintf(file, "%7.2f%%", 100 * share_of(view, row->executions));
	if (is_sampled(view))
		fprintf(file, "  %6.2f%%  %9s", 100 * mixchance_margin(view->rows, row),
			view_samples((uint64_t)llround(row->chance.samples * PICS_SAMPLE), samples));
	fprintf(file, "  %18s", amount_number((uint64_t)llround(row->executions), text));
	if (has_places(view))
		fprintf(file, "  %-6s", source_of(view, row));
	if (!has_bias(view))
		return;
	if (row->biased > 0)
		fprintf(file, "  %6.2f%%", 100 * bias_of(row));
	else
		fprintf(file, "  %7s", "");
}

/* Widths and names of the columns of keys. */
struct key_columns {
	size_t widths[MIXKEYS_COUNT];
	struct namecolumn names[MIXKEYS_COUNT];
};

static void put_row(const struct view_mix *view, const struct mixrow *row,
		    const struct key_columns *columns)
{
	const struct term *term = view->term;
	size_t number = (size_t)(row - view->rows->items);
	size_t count = view->options->keys_count;

	if (mixchance_hides(view->rows, row))
		term_color(term, TERM_COLD);
	put_numbers(view, row);
	for (size_t i = 0; i < count; i++) {
		fputs("  ", term->file);
		namecolumn_put(&columns->names[i], number, term, row->values[i],
			       columns->widths[i], i + 1 < count);
	}
	term_plain(term);
	fputc('\n', term->file);
}

/* A key's column, for its names. */
struct naming {
	const struct view_mix *view;
	size_t key;
};

static const char *name_of(void *context, size_t number)
{
	const struct naming *naming = context;

	return naming->view->rows->items[number].values[naming->key];
}

static void put_rows(const struct view_mix *view)
{
	struct key_columns columns;

	for (size_t i = 0; i < view->options->keys_count; i++) {
		struct naming naming = { .view = view, .key = i };

		columns.widths[i] = width_of(view, i);
		namecolumn_fill(&columns.names[i], view->term, view->rows->count, columns.widths[i],
				name_of, &naming);
	}
	put_heading(view, columns.widths);
	for (size_t i = 0; i < view->rows->count; i++)
		put_row(view, &view->rows->items[i], &columns);
	for (size_t i = 0; i < view->options->keys_count; i++)
		namecolumn_deinit(&columns.names[i]);
}

static void put_text(const struct view_mix *view)
{
	const struct term *term = view->term;
	bool edges = mixrows_of_edges(view->options);
	char text[AMOUNT_TEXT];

	fprintf(term->file, "# %s: %s %s, source %s\n", view->recording->path,
		amount_number((uint64_t)llround(view->rows->total), text),
		edges ? "taken branches and other transfers" : "executions of instructions",
		estimate_source_names[edges ? ESTIMATE_CTR : view->source]);
	if (view->pivot)
		view_mix_across_text(view, view->pivot);
	else
		put_rows(view);
	view_put_notes(&view->recording->notes, term);
}

/* Counted executions have neither samples nor margins: CSV has empty fields, JSON no members. */
static void put_csv_rows(const struct view_mix *view)
{
	const struct term *term = view->term;

	for (size_t i = 0; i < view->options->keys_count; i++)
		fprintf(term->file, "%s,", key_name(view, i));
	fprintf(term->file, "%s,share,margin,samples,source,bias\n", unit_of(view));
	for (size_t i = 0; i < view->rows->count; i++) {
		const struct mixrow *row = &view->rows->items[i];

		for (size_t j = 0; j < view->options->keys_count; j++) {
			csv_put_text(term, row->values[j]);
			fputc(',', term->file);
		}
		fprintf(term->file, "%.4f,%.8f,", row->executions, share_of(view, row->executions));
		if (is_sampled(view))
			fprintf(term->file, "%.8f,%.3f,", mixchance_margin(view->rows, row),
				row->chance.samples);
		else
			fputs(",,", term->file);
		fprintf(term->file, "%s,%.6f\n", source_of(view, row), bias_of(row));
	}
}

static void put_json_row(const struct view_mix *view, const struct mixrow *row,
			 struct jsonwriter *json)
{
	json_open_row(json);
	for (size_t i = 0; i < view->options->keys_count; i++)
		json_text(json, key_name(view, i), row->values[i]);
	json_real(json, "executions", row->executions, 4);
	json_real(json, "share", share_of(view, row->executions), 8);
	if (is_sampled(view)) {
		json_real(json, "margin", mixchance_margin(view->rows, row), 8);
		json_real(json, "samples", row->chance.samples, 3);
	}
	json_text(json, "source", source_of(view, row));
	json_real(json, "bias", bias_of(row), 6);
	json_close_object(json);
}

static void put_json_rows(const struct view_mix *view, struct jsonwriter *json)
{
	json_open_list(json, "rows");
	for (size_t i = 0; i < view->rows->count; i++)
		put_json_row(view, &view->rows->items[i], json);
	json_close_list(json);
}

static void put_json(const struct view_mix *view)
{
	struct jsonwriter json = { .file = view->term->file };

	json_open_object(&json, NULL);
	json_whole(&json, "version", 1);
	json_partial(&json, view->recording);
	json_text(&json, "unit", unit_of(view));
	json_text(&json, "source", estimate_source_names[mixrows_of_edges(view->options) ?
							  ESTIMATE_CTR : view->source]);
	json_real(&json, "total", view->rows->total, 4);
	if (view->pivot)
		view_mix_across_json(view, view->pivot, &json);
	else
		put_json_rows(view, &json);
	json_line(&json);
	json_notes(&json, "notes", &view->recording->notes);
	json_close_document(&json);
}

static void put_csv(const struct view_mix *view)
{
	if (view->pivot)
		view_mix_across_csv(view, view->pivot);
	else
		put_csv_rows(view);
}

void view_mix_put(const struct view_mix *view, enum view_format format)
{
	if (format == VIEW_JSON)
		put_json(view);
	else if (format == VIEW_CSV)
		put_csv(view);
	else
		put_text(view);
}

void view_mix_errors(const struct view_mix *view, const char *exact,
		     const struct mixrows_error *errors, size_t count, double average)
{
	const struct term *term = view->term;
	char text[AMOUNT_TEXT], measured[AMOUNT_TEXT];

	fputs("# ", term->file);
	term_put(term, view->recording->path);
	fprintf(term->file, ": source %s, against the exact counts of ",
		estimate_source_names[view->source]);
	term_put(term, exact);
	fprintf(term->file, "\n# %6s  %18s  %18s  %s\n", "Error", "Exact", "Measured", key_name(view, 0));
	for (size_t i = 0; i < count; i++) {
		fprintf(term->file, "%7.2f%%  %18s  %18s  ", 100 * errors[i].error,
			amount_number((uint64_t)llround(errors[i].exact), text),
			amount_number((uint64_t)llround(errors[i].measured), measured));
		term_put(term, errors[i].value);
		fputc('\n', term->file);
	}
	fprintf(term->file, "# average weighted error: %.3f%%\n", 100 * average);
	view_put_notes(&view->recording->notes, term);
}
