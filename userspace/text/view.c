// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view.c - shared by the formats, and the two formats for programs; see view.h
 */
#include "view.h"

#include <inttypes.h>

#include "analysis/places/chance.h"
#include "output/amount.h"

const char *const view_format_names[VIEW_COUNT + 1] = {
#define VIEW_X(id, name, function) [VIEW_##id] = name,
	VIEW_FORMATS(VIEW_X)
#undef VIEW_X
};

void view_put(const struct view *view, enum view_format format)
{
	static void (*const formats[VIEW_COUNT])(const struct view *) = {
#define VIEW_X(id, name, function) [VIEW_##id] = function,
		VIEW_FORMATS(VIEW_X)
#undef VIEW_X
	};

	formats[format](view);
}

const struct pics_stack *view_total(const struct view *view)
{
	static const struct pics_stack none;

	return view->rows->total.stacks_count ? view->rows->total.stacks : &none;
}

double view_share(const struct view *view, uint64_t parts)
{
	uint64_t total = view_total(view)->parts;

	return total ? (double)parts / (double)total : 0;
}

void view_warn(const struct recording *recording, FILE *file)
{
	struct term term;

	term_init(&term, file);
	for (size_t i = 0; i < recording->notes.count; i++) {
		fputs("tea: ", file);
		term_put(&term, recording->notes.texts[i]);
		fputc('\n', file);
	}
}

bool view_hides(const struct view *view, const struct pics_stack *stack)
{
	return chance_hides(stack->parts, &stack->weight, view_total(view));
}

const char *view_exact(const struct view *view, const struct field *field,
		       struct field_value *value)
{
	char *text = value->buffer;

	if (field->type == FIELD_CYCLES)
		return amount_exact(view->rows->measure, value->number, text);
	if (field->type == FIELD_SAMPLES)
		return amount_decimal(value->number, PICS_SAMPLE, text);
	if (field->type == FIELD_SHARE)
		snprintf(text, FIELDS_BUFFER, "%.6f", view_share(view, value->number));
	else if (field->type == FIELD_MARGIN || field->type == FIELD_EXECUTIONS ||
		 field->type == FIELD_PER_EXECUTION)
		snprintf(text, FIELDS_BUFFER, "%.6f", value->real);
	else
		snprintf(text, FIELDS_BUFFER, field->type == FIELD_ADDRESS ? "0x%" PRIx64 :
			 "%" PRIu64, value->number);
	return text;
}
