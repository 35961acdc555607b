// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * json.c - amounts and stacks as JSON; see json.h
 */
#include "json.h"

#include "amount.h"
#include "analysis/places/pieces.h"

void json_cycles(struct jsonwriter *json, const char *key, const struct recording_measure *measure,
		 uint64_t parts)
{
	char cycles[AMOUNT_TEXT];

	fputs(amount_exact(measure, parts, cycles), json_value(json, key));
}

void json_kind(struct jsonwriter *json, const struct category_kind *kind)
{
	json_text(json, "unit", kind->unit);
	if (kind != &category_signatures)
		json_text(json, "kind", kind->name);
}

void json_stack(struct jsonwriter *json, const char *key, const struct recording_measure *measure,
		const struct pics_stack *stack)
{
	char name[CATEGORY_TEXT];

	json_open_object(json, key);
	for (size_t i = 0; i < stack->shares_count; i++)
		json_cycles(json, category_name(measure->kind, stack->shares[i].category, name),
			    measure, stack->shares[i].parts);
	json_close_object(json);
}

void json_pieces(struct jsonwriter *json, const char *key, const struct recording_measure *measure,
		 const struct pics_stack *stack)
{
	struct piece pieces[PIECES_MOST];
	size_t count = pieces_of(measure->kind, pieces_split(measure), stack, pieces);

	if (!pieces_split(measure)) {
		json_null(json, key);
		return;
	}
	json_open_object(json, key);
	for (size_t i = 0; i < count; i++)
		if (pieces[i].state != PICS_NO_STATE)
			json_cycles(json, measure->kind->pieces[pieces[i].state].name, measure,
				    pieces[i].parts);
	json_close_object(json);
}

void json_partial(struct jsonwriter *json, const struct recording *recording)
{
	if (recording->partial)
		json_text(json, "partial", recording->partial);
}

void json_notes(struct jsonwriter *json, const char *key, const struct notes *notes)
{
	json_open_list(json, key);
	for (size_t i = 0; i < notes->count; i++)
		json_text(json, NULL, notes->texts[i]);
	json_close_list(json);
}

void json_source(struct jsonwriter *json, const struct elfobject_line *line)
{
	json_text(json, "file", line->file);
	if (line->file)
		json_signed(json, "line", line->line);
	else
		json_null(json, "line");
}

void json_symbol(struct jsonwriter *json, const struct symbols_location *location)
{
	json_text(json, "symbol", location->function);
	json_text(json, "linkage_name", location->linkage);
}
