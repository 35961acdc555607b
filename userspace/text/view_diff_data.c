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

static void put_amounts(const double cycles[2], FILE *file)
{
	double relative;

	fputs("\"before\":", file);
	put_number(file, cycles[0]);
	fputs(",\"after\":", file);
	put_number(file, cycles[1]);
	fputs(",\"change\":", file);
	put_number(file, cycles[1] - cycles[0]);
	fputs(",\"relative\":", file);
	if (view_diff_relative(cycles, &relative))
		fprintf(file, "%.6f", relative);
	else
		fputs("null", file);
}

static void put_stack(const struct view_diff *view, const struct pics_stack *before,
		      const struct pics_stack *after, FILE *file)
{
	struct difference_share shares[CATEGORY_MOST];
	size_t count = difference_shares(view->difference, before, after, shares);
	const struct category_kind *kind = view->difference->sides[0].recording->kind;
	char name[CATEGORY_TEXT];

	fputs(",\"stack\":{", file);
	for (size_t i = 0; i < count; i++) {
		fprintf(file, "%s\"%s\":", i ? "," : "",
			category_name(kind, shares[i].category, name));
		put_number(file, shares[i].cycles[1] - shares[i].cycles[0]);
	}
	fputc('}', file);
}

static void put_place(const struct row *row, FILE *file)
{
	fputs("\"object\":", file);
	json_put_text(file, row->location.object->path);
	fputc(',', file);
	json_put_symbol(file, &row->location);
	fprintf(file, ",\"offset\":%" PRIu64 ",\"file\":", row->location.offset);
	json_put_text(file, row->line.file);
	fprintf(file, row->line.file ? ",\"line\":%d," : ",\"line\":null,", row->line.line);
}

/* Of a change that was counted on both sides there is none. */
static void put_margin(const struct difference_row *row, FILE *file)
{
	fputs(",\"margin\":", file);
	if (row->margin > 0)
		put_number(file, row->margin);
	else
		fputs("null", file);
	fprintf(file, ",\"significant\":%s",
		difference_is_sure(row->cycles, row->margin) ? "true" : "false");
}

static void put_row(const struct view_diff *view, const struct difference_row *row, FILE *file)
{
	fprintf(file, "{\"by\":\"%s\",", row->others ? "rest" :
		rows_by_names[view->difference->sides[0].rows->by]);
	if (!row->others)
		put_place(difference_name(row), file);
	put_amounts(row->cycles, file);
	if (!row->others)
		put_margin(row, file);
	if (!row->others)
		put_stack(view, row->before ? row->before->stack : NULL,
			  row->after ? row->after->stack : NULL, file);
	fputc('}', file);
}

/* Of either side, why it is of a part of its run. */
static void put_partial(const struct difference *difference, FILE *file)
{
	const char *before = difference->sides[0].recording->partial;
	const char *after = difference->sides[1].recording->partial;

	if (!before && !after)
		return;
	fputs(",\"partial\":[", file);
	json_put_text(file, before);
	fputc(',', file);
	json_put_text(file, after);
	fputc(']', file);
}

/* Which are the same, and by what. */
static void put_objects(const struct objectpairs *pairs, FILE *file)
{
	fputs(",\n\"objects\":[", file);
	for (size_t i = 0; i < pairs->count; i++) {
		const struct objectpair *pair = &pairs->items[i];

		fputs(i ? ",\n{\"before\":" : "\n{\"before\":", file);
		json_put_text(file, pairs->recordings[0]->symbols.objects[pair->objects[0]].path);
		fputs(",\"after\":", file);
		json_put_text(file, pairs->recordings[1]->symbols.objects[pair->objects[1]].path);
		fprintf(file, ",\"by\":\"%s\"}", objectpairs_by_names[pair->by]);
	}
	fputc(']', file);
}

void view_diff_json(const struct view_diff *view)
{
	const struct difference *difference = view->difference;
	FILE *file = view->term->file;

	fputs("{\"version\":1,", file);
	json_put_kind(file, difference->sides[0].recording->kind);
	fputs("\"files\":[", file);
	json_put_text(file, difference->sides[0].recording->path);
	fputc(',', file);
	json_put_text(file, difference->sides[1].recording->path);
	fputc(']', file);
	put_partial(difference, file);
	fprintf(file, ",\"normalized\":%s,\"filter\":", view->normalized ? "true" : "false");
	json_put_text(file, view->selection);
	fputs(",\"total\":{", file);
	put_amounts(difference->total, file);
	put_stack(view, difference->sides[0].rows->total.stacks,
		  difference->sides[1].rows->total.stacks, file);
	fputc('}', file);
	put_objects(difference->pairs, file);
	fputs(",\"rows\":[", file);
	for (size_t i = 0; i < difference->count; i++) {
		fputs(i ? ",\n" : "\n", file);
		put_row(view, &difference->rows[i], file);
	}
	fputs("\n]}\n", file);
}

static void put_csv_row(const struct view_diff *view, const struct difference_row *row)
{
	const struct row *named = difference_name(row);
	FILE *file = view->term->file;
	double relative;

	if (row->others) {
		fputs("rest,,,,,,", file);
	} else {
		fprintf(file, "%s,", rows_by_names[view->difference->sides[0].rows->by]);
		csv_put_text(view->term, named->location.object->path);
		fputc(',', file);
		csv_put_text(view->term, named->location.function ? named->location.function : "");
		fprintf(file, ",%" PRIu64 ",", named->location.offset);
		csv_put_text(view->term, named->line.file ? named->line.file : "");
		fprintf(file, named->line.file ? ",%d," : ",,", named->line.line);
	}
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
	fputs("by,object,symbol,offset,file,line,before,after,change,relative,margin,significant\n", view->term->file);
	for (size_t i = 0; i < view->difference->count; i++)
		put_csv_row(view, &view->difference->rows[i]);
}
