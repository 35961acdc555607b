// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_diff_data.c - differences as JSON and CSV
 */
#include <inttypes.h>

#include "output/csv.h"
#include "output/json.h"
#include "view_diff.h"

static void put_number(FILE *file, double cycles)
{
	/* No negative zero. */
	fprintf(file, "%.4f", cycles > -0.00005 && cycles < 0.00005 ? 0.0 : cycles);
}

static void put_member(struct jsonwriter *json, const char *key, double cycles)
{
	put_number(json_value(json, key), cycles);
}

static void put_amounts(const double cycles[2], struct jsonwriter *json)
{
	double relative;

	put_member(json, "before", cycles[0]);
	put_member(json, "after", cycles[1]);
	put_member(json, "change", cycles[1] - cycles[0]);
	if (view_diff_relative(cycles, &relative))
		json_real(json, "relative", relative, 6);
	else
		json_null(json, "relative");
}

static void put_stack(const struct view_diff *view, const struct pics_stack *before,
		      const struct pics_stack *after, struct jsonwriter *json)
{
	struct difference_share shares[CATEGORY_MOST];
	size_t count = difference_shares(view->difference, before, after, shares);
	const struct category_kind *kind = view->difference->sides[0].rows->measure->kind;
	char name[CATEGORY_TEXT];

	json_open_object(json, "stack");
	for (size_t i = 0; i < count; i++)
		put_member(json, category_name(kind, shares[i].category, name),
			   shares[i].cycles[1] - shares[i].cycles[0]);
	json_close_object(json);
}

/* A change that was counted on both sides has no margin. */
static void put_margin(const struct difference_row *row, struct jsonwriter *json)
{
	if (row->margin > 0)
		put_member(json, "margin", row->margin);
	else
		json_null(json, "margin");
	json_truth(json, "significant", difference_is_sure(row->cycles, row->margin));
}

static enum rows_by kind_of_rows(const struct view_diff *view)
{
	return view->difference->sides[0].rows->by;
}

/* As tea report has them. */
static void put_data(const struct view_diff *view, const struct row *row, struct jsonwriter *json)
{
	json_text(json, "data", row->field);
	json_text(json, "where", row->where);
	if (kind_of_rows(view) != ROWS_BY_DATA_LINE)
		return;
	if (row->has_data_line)
		json_address(json, "line", row->data_line);
	else
		json_null(json, "line");
}

static void put_place(const struct row *row, struct jsonwriter *json)
{
	json_text(json, "object", row->location.object->path);
	json_symbol(json, &row->location);
	json_whole(json, "offset", row->location.offset);
	json_source(json, &row->line);
}

static void put_row(const struct view_diff *view, const struct difference_row *row,
		    struct jsonwriter *json)
{
	json_open_row(json);
	json_text(json, "by", row->others ? "rest" : rows_by_names[kind_of_rows(view)]);
	if (!row->others && rows_by_data(kind_of_rows(view)))
		put_data(view, difference_name(row), json);
	else if (!row->others)
		put_place(difference_name(row), json);
	put_amounts(row->cycles, json);
	if (!row->others) {
		put_margin(row, json);
		put_stack(view, row->before ? row->before->stack : NULL,
			  row->after ? row->after->stack : NULL, json);
	}
	json_close_object(json);
}

/* For each side, why it has a part of its run only. */
static void put_partial(const struct difference *difference, struct jsonwriter *json)
{
	const char *before = difference->sides[0].recording->partial;
	const char *after = difference->sides[1].recording->partial;

	if (!before && !after)
		return;
	json_open_list(json, "partial");
	json_text(json, NULL, before);
	json_text(json, NULL, after);
	json_close_list(json);
}

/* Pairs of objects, and how they were found. */
static void put_objects(const struct objectpairs *pairs, struct jsonwriter *json)
{
	json_line(json);
	json_open_list(json, "objects");
	for (size_t i = 0; i < pairs->count; i++) {
		const struct objectpair *pair = &pairs->items[i];

		json_open_row(json);
		json_text(json, "before", pairs->recordings[0]->symbols.objects[pair->objects[0]].path);
		json_text(json, "after", pairs->recordings[1]->symbols.objects[pair->objects[1]].path);
		json_text(json, "by", objectpairs_by_names[pair->by]);
		json_close_object(json);
	}
	json_close_list(json);
}

void view_diff_json(const struct view_diff *view)
{
	const struct difference *difference = view->difference;
	struct jsonwriter json = { .file = view->term->file };

	json_open_object(&json, NULL);
	json_whole(&json, "version", 1);
	json_kind(&json, difference->sides[0].rows->measure->kind);
	json_open_list(&json, "files");
	json_text(&json, NULL, difference->sides[0].recording->path);
	json_text(&json, NULL, difference->sides[1].recording->path);
	json_close_list(&json);
	put_partial(difference, &json);
	json_truth(&json, "normalized", view->normalized);
	json_text(&json, "filter", view->selection);
	json_open_object(&json, "total");
	put_amounts(difference->total, &json);
	put_stack(view, difference->sides[0].rows->total.stacks,
		  difference->sides[1].rows->total.stacks, &json);
	json_close_object(&json);
	put_objects(difference->pairs, &json);
	json_open_list(&json, "rows");
	for (size_t i = 0; i < difference->count; i++)
		put_row(view, &difference->rows[i], &json);
	json_line(&json);
	json_close_list(&json);
	json_close_document(&json);
}

/* What a row is: empty columns, where it is all others. */
static void put_csv_code(const struct view_diff *view, const struct difference_row *row)
{
	const struct row *named = difference_name(row);
	FILE *file = view->term->file;

	if (row->others) {
		fputs(",,,,,", file);
		return;
	}
	csv_put_text(view->term, named->location.object->path);
	fputc(',', file);
	csv_put_text(view->term, named->location.function ? named->location.function : "");
	fprintf(file, ",%" PRIu64 ",", named->location.offset);
	csv_put_text(view->term, named->line.file ? named->line.file : "");
	fprintf(file, named->line.file ? ",%d," : ",,", named->line.line);
}

static void put_csv_data(const struct view_diff *view, const struct difference_row *row)
{
	const struct row *named = difference_name(row);
	FILE *file = view->term->file;

	csv_put_text(view->term, row->others ? "" : named->field);
	fputc(',', file);
	csv_put_text(view->term, row->others || !named->where ? "" : named->where);
	fputc(',', file);
	if (kind_of_rows(view) != ROWS_BY_DATA_LINE)
		return;
	if (!row->others && named->has_data_line)
		fprintf(file, "0x%" PRIx64, named->data_line);
	fputc(',', file);
}

static void put_csv_row(const struct view_diff *view, const struct difference_row *row)
{
	FILE *file = view->term->file;
	double relative;

	fprintf(file, "%s,", row->others ? "rest" : rows_by_names[kind_of_rows(view)]);
	if (rows_by_data(kind_of_rows(view)))
		put_csv_data(view, row);
	else
		put_csv_code(view, row);
	put_number(file, row->cycles[0]);
	fputc(',', file);
	put_number(file, row->cycles[1]);
	fputc(',', file);
	put_number(file, row->cycles[1] - row->cycles[0]);
	fputc(',', file);
	if (view_diff_relative(row->cycles, &relative))
		fprintf(file, "%.6f", relative);
	fputc(',', file);
	if (row->margin > 0)
		put_number(file, row->margin);
	fprintf(file, ",%s\n", row->others ? "" :
		difference_is_sure(row->cycles, row->margin) ? "1" : "0");
}

void view_diff_csv(const struct view_diff *view)
{
	fprintf(view->term->file, "by,%s,before,after,change,relative,margin,significant\n",
		kind_of_rows(view) == ROWS_BY_DATA_LINE ? "data,where,line" :
		rows_by_data(kind_of_rows(view)) ? "data,where" : "object,symbol,offset,file,line");
	for (size_t i = 0; i < view->difference->count; i++)
		put_csv_row(view, &view->difference->rows[i]);
}
