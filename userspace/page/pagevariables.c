// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pagevariables.c - rows by data, for the web page; see pagevariables.h
 */
#include "pagevariables.h"

#include <inttypes.h>
#include <stdio.h>

#include "export/export.h"
#include "output/amount.h"
#include "pagestack.h"

#define TEXT	64
#define OTHERS	(-2)
#define SIDES_MOST	12		/* accesses that are shown of a line */
#define SHARING	3		/* of kinds */

static const char *const kinds[EXPORT_DATA_KINDS] = { "variables", "fields", "lines", "sharing" };

/* The number of a text, or -1 for none. */
static void put_text(struct texttable *texts, const char *text, struct jsonwriter *json)
{
	json_signed(json, NULL, text ? (int64_t)texttable_number(texts, text) : -1);
}

/* Of a line that harts wait for: what it is, and its data. */
static void put_name(const struct row *row, struct texttable *texts, struct jsonwriter *json)
{
	char text[ROWS_NAME_TEXT];

	if (row->shared)
		snprintf(text, sizeof(text), "%s: %s", sharing_verdict_names[row->shared->verdict], row->field);
	put_text(texts, row->shared ? text : row->field, json);
}

static void put_row(const struct rows *rows, const struct row *row, struct texttable *texts,
		    const uint32_t ranks[PIECES_MOST], struct jsonwriter *json)
{
	char text[TEXT];

	json_line(json);
	json_open_list(json, NULL);
	if (row->others) {
		snprintf(text, sizeof(text), "(%zu more)", row->others);
		put_text(texts, text, json);
		json_signed(json, NULL, OTHERS);
	} else {
		put_name(row, texts, json);
		put_text(texts, row->where ? symbols_base_name(row->where) : NULL, json);
	}
	snprintf(text, sizeof(text), "%" PRIx64, row->data_line);
	put_text(texts, row->has_data_line ? text : NULL, json);
	pagestack_put(rows->measure, row->stack, ranks, json);
	json_close_list(json);
}

/* "load 0-7 table.limit, check sharing.c:94, sharing 133: 4,396,629 of 4,396,629 cycles waited" */
static void put_side(const struct rows *rows, const struct sharing_access *access, struct texttable *texts,
		     struct jsonwriter *json)
{
	const char *function = access->location.function ? access->location.function : "(no function)";
	char text[ROWS_NAME_TEXT], line[TEXT] = "", waited[AMOUNT_TEXT], all[AMOUNT_TEXT];

	if (access->source.file)
		snprintf(line, sizeof(line), " %.40s:%d", symbols_base_name(access->source.file),
			 access->source.line);
	snprintf(text, sizeof(text), "%s %u-%u %.200s, %.200s%s, %s %u: %s of %s %s waited",
		 sharing_kind_names[access->kind], access->offset, access->offset + access->bytes - 1,
		 access->data, function, line, access->thread->comm, access->thread->tid,
		 amount_cycles(rows->measure, access->waited, waited),
		 amount_cycles(rows->measure, access->parts, all), rows->measure->kind->unit);
	put_text(texts, text, json);
}

/* For each row by sharing, who accesses the line. */
static void put_sides(const struct rows *rows, struct texttable *texts, struct jsonwriter *json)
{
	json_open_list(json, "sides");
	for (size_t i = 0; i < rows->count; i++) {
		const struct sharing_line *line = rows->rows[i].shared;

		json_open_list(json, NULL);
		for (size_t a = 0; line && a < line->count && a < SIDES_MOST; a++)
			put_side(rows, &line->accesses[a], texts, json);
		json_close_list(json);
	}
	json_close_list(json);
	json_line(json);
}

void pagevariables_put(const struct rows *rows, struct texttable *texts,
		       const uint32_t ranks[PIECES_MOST], struct jsonwriter *json)
{
	if (!rows) {
		json_null(json, "data");
		json_line(json);
		return;
	}
	json_open_object(json, "data");
	for (size_t kind = 0; kind < EXPORT_DATA_KINDS; kind++) {
		json_open_list(json, kinds[kind]);
		for (size_t i = 0; i < rows[kind].count; i++)
			put_row(&rows[kind], &rows[kind].rows[i], texts, ranks, json);
		json_close_list(json);
	}
	json_close_object(json);
	json_line(json);
	put_sides(&rows[SHARING], texts, json);
}
