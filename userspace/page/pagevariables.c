// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pagevariables.c - rows by data, for the web page; see pagevariables.h
 */
#include "pagevariables.h"

#include <inttypes.h>
#include <stdio.h>

#include "export/export.h"
#include "pagestack.h"

#define TEXT	64
#define OTHERS	(-2)

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
}
