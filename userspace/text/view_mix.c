// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_mix.c - an instruction mix as text, CSV or JSON; see view_mix.h
 */
#include "view_mix.h"

#include <math.h>
#include <stdlib.h>

#include "output/amount.h"
#include "output/csv.h"
#include "output/json.h"
#include "view_text.h"

static double share_of(const struct view_mix *view, const struct mixrow *row)
{
	return view->rows->total > 0 ? row->executions / view->rows->total : 0;
}

static const char *key_name(const struct view_mix *view, size_t number)
{
	return mixkey_names[view->options->keys[number]];
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

static void put_text(const struct view_mix *view)
{
	const struct term *term = view->term;
	size_t widths[MIXKEYS_COUNT], count = view->options->keys_count;
	char text[AMOUNT_TEXT];

	fprintf(term->file, "# %s: %s executions of instructions, source %s\n", view->recording->path,
		amount_number((uint64_t)llround(view->rows->total), text),
		estimate_source_names[view->source]);
	fprintf(term->file, "# %6s  %18s", "Share", "Executions");
	for (size_t i = 0; i < count; i++) {
		widths[i] = width_of(view, i);
		fputs("  ", term->file);
		term_pad(term, key_name(view, i), i + 1 < count ? widths[i] : 0, false);
	}
	fputc('\n', term->file);
	for (size_t i = 0; i < view->rows->count; i++) {
		const struct mixrow *row = &view->rows->items[i];

		fprintf(term->file, "%7.2f%%  %18s", 100 * share_of(view, row),
			amount_number((uint64_t)llround(row->executions), text));
		for (size_t j = 0; j < count; j++) {
			fputs("  ", term->file);
			term_put_name(term, row->values[j], widths[j], j + 1 < count);
		}
		fputc('\n', term->file);
	}
	view_put_notes(view->recording, term);
}

static void put_csv(const struct view_mix *view)
{
	const struct term *term = view->term;

	for (size_t i = 0; i < view->options->keys_count; i++)
		fprintf(term->file, "%s,", key_name(view, i));
	fputs("executions,share\n", term->file);
	for (size_t i = 0; i < view->rows->count; i++) {
		const struct mixrow *row = &view->rows->items[i];

		for (size_t j = 0; j < view->options->keys_count; j++) {
			csv_put_text(term, row->values[j]);
			fputc(',', term->file);
		}
		fprintf(term->file, "%.4f,%.8f\n", row->executions, share_of(view, row));
	}
}

static void put_json(const struct view_mix *view)
{
	FILE *file = view->term->file;

	fprintf(file, "{\"version\":1,\"unit\":\"executions\",\"source\":\"%s\",\"total\":%.4f,\"rows\":[",
		estimate_source_names[view->source], view->rows->total);
	for (size_t i = 0; i < view->rows->count; i++) {
		const struct mixrow *row = &view->rows->items[i];

		fputs(i ? ",\n{" : "\n{", file);
		for (size_t j = 0; j < view->options->keys_count; j++) {
			fprintf(file, "\"%s\":", key_name(view, j));
			json_put_text(file, row->values[j]);
			fputc(',', file);
		}
		fprintf(file, "\"executions\":%.4f,\"share\":%.8f}", row->executions,
			share_of(view, row));
	}
	fputs("],\n\"notes\":", file);
	json_put_notes(file, view->recording);
	fputs("}\n", file);
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

void view_mix_errors(const struct term *term, const struct mixrows_error *errors, size_t count,
		     double average)
{
	char exact[AMOUNT_TEXT], measured[AMOUNT_TEXT];

	fprintf(term->file, "# %6s  %18s  %18s  %s\n", "Error", "Exact", "Measured", "mnemonic");
	for (size_t i = 0; i < count; i++) {
		fprintf(term->file, "%7.2f%%  %18s  %18s  ", 100 * errors[i].error,
			amount_number((uint64_t)llround(errors[i].exact), exact),
			amount_number((uint64_t)llround(errors[i].measured), measured));
		term_put(term, errors[i].value);
		fputc('\n', term->file);
	}
	fprintf(term->file, "# average weighted error: %.3f%%\n", 100 * average);
}
