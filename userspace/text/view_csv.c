// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_csv.c - rows as comma-separated values (RFC 4180), one column per category
 */
#include <string.h>

#include "output/amount.h"
#include "output/csv.h"
#include "view.h"

void view_csv_value(const struct view *view, const struct field *field, const struct row *row)
{
	FILE *file = view->term->file;
	struct field_value value;

	if (!field_get(view->rows, row, field, &value))
		return;
	switch (field->type) {
	case FIELD_TEXT:
		csv_put_text(view->term, value.text);
		break;
	case FIELD_ARROWS:
	case FIELD_STACK:
	case FIELD_INCLUSIVE_STACK:
	case FIELD_PIECES:
		break;
	default:
		fputs(view_exact(view, field, &value), file);
	}
}

/* Cycles by category, in the order of the heading. */
static void put_stack(const struct view *view, const struct pics_stack *stack)
{
	const struct pics_stack *total = view_total(view);
	char cycles[AMOUNT_TEXT];

	for (size_t i = 0; i < total->shares_count; i++) {
		uint64_t parts = 0;

		for (size_t j = 0; j < stack->shares_count; j++)
			if (stack->shares[j].category == total->shares[i].category)
				parts = stack->shares[j].parts;
		fprintf(view->term->file, "%s%s", i ? "," : "",
			amount_exact(view->rows->measure, parts, cycles));
	}
}

static void put_heading(const struct view *view, const struct field *field)
{
	const struct pics_stack *total = view_total(view);
	char name[CATEGORY_TEXT];

	if (field->type != FIELD_STACK) {
		fputs(field_name(view->rows, field), view->term->file);
		return;
	}
	for (size_t i = 0; i < total->shares_count; i++)
		fprintf(view->term->file, "%s%s", i ? "," : "",
			category_name(view->rows->measure->kind, total->shares[i].category, name));
}

/* The heading where @row is NULL. */
static void put_line(const struct view *view, const struct row *row)
{
	unsigned int bit = 1U << fields_view(view->rows);
	const char *separator = "";

	for (size_t i = 0; i < fields_count; i++) {
		if (!(fields[i].views & bit) || fields[i].views & FIELDS_JSON_ONLY ||
		    !field_is_there(view->rows, &fields[i]) ||
		    fields[i].type == FIELD_INCLUSIVE_STACK || fields[i].type == FIELD_PIECES)
			continue;
		fputs(separator, view->term->file);
		separator = ",";
		if (!row)
			put_heading(view, &fields[i]);
		else if (fields[i].type == FIELD_STACK)
			put_stack(view, row->stack);
		else
			view_csv_value(view, &fields[i], row);
	}
	fputs("\n", view->term->file);
}

void view_csv(const struct view *view)
{
	put_line(view, NULL);
	for (size_t i = 0; i < view->rows->count; i++)
		put_line(view, &view->rows->rows[i]);
}
