// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_json.c - rows as one JSON document, version 1
 *
 * The format is a contract: see tea-report(1). Numbers are decimal and exact to four decimals of a
 * cycle; missing values are null.
 */
#include <math.h>
#include <string.h>

#include "analysis/places/chance.h"
#include "output/json.h"
#include "view_sharing.h"

#define JSON_VERSION	1

void view_json_value(const struct view *view, const struct field *field, const struct row *row,
		     struct jsonwriter *json)
{
	const char *name = field_name(view->rows, field);
	struct field_value value;

	if (!field_get(view->rows, row, field, &value)) {
		json_null(json, name);
		return;
	}
	switch (field->type) {
	case FIELD_TEXT:
		json_text(json, name, value.text);
		break;
	case FIELD_ADDRESS:
		json_text(json, name, view_exact(view, field, &value));
		break;
	case FIELD_ARROWS:
		json_value(json, name);
		break;
	case FIELD_STACK:
	case FIELD_INCLUSIVE_STACK:
		json_stack(json, name, view->rows->measure, fields_stack(field, row));
		break;
	case FIELD_PIECES:
		json_pieces(json, name, view->rows->measure, row->stack);
		break;
	default:
		fputs(view_exact(view, field, &value), json_value(json, name));
	}
}

static void put_children(const struct view *view, const struct callnodes *tree,
			 const struct callnode *parent, struct jsonwriter *json);

static void put_node(const struct view *view, const struct callnodes *tree,
		     const struct callnode *node, struct jsonwriter *json)
{
	const struct symbols_location *location = &calls_function(view->calls, node)->location;

	json_open_object(json, NULL);
	json_text(json, "object", location->object->path);
	json_symbol(json, location);
	json_address(json, "address", location->address);
	json_cycles(json, view->rows->measure->kind->unit, view->rows->measure, node->stack->parts);
	json_real(json, "share", view_share(view, node->stack->parts), 6);
	json_stack(json, "stack", view->rows->measure, node->stack);
	put_children(view, tree, node, json);
	json_close_object(json);
}

/* "callers" or "callees", which have theirs: as deep as the chains are. */
static void put_children(const struct view *view, const struct callnodes *tree,
			 const struct callnode *parent, struct jsonwriter *json)
{
	json_open_list(json, view->order == CALLS_CALLER ? "callees" : "callers");
	for (size_t i = 0; i < parent->children_count; i++)
		put_node(view, tree, &tree->items[parent->children[i]], json);
	json_close_list(json);
}

static void put_calls(const struct view *view, const struct row *row, struct jsonwriter *json)
{
	static const struct callnode none;
	struct callnodes tree;

	if (calls_tree_build(&tree, view->calls, row, view->order))
		return;
	put_children(view, &tree, tree.count ? tree.items : &none, json);
	callnodes_deinit(&tree);
}

static void put_row(const struct view *view, const struct row *row, struct jsonwriter *json)
{
	unsigned int bit = 1U << fields_view(view->rows);

	json_open_row(json);
	for (size_t i = 0; i < fields_count; i++)
		if (fields[i].views & bit && field_is_there(view->rows, &fields[i]))
			view_json_value(view, &fields[i], row, json);
	if (view->calls && !row->others)
		put_calls(view, row, json);
	if (view->rows->by == ROWS_BY_SHARING && !row->others)
		view_sharing_json(view, row->shared, json);
	json_close_object(json);
}

/* A setting that is a whole number is one in JSON too. */
static void put_setting(const struct recording_setting *setting, struct jsonwriter *json)
{
	const char *value = setting->value;
	size_t digits = strspn(value, "0123456789");

	if (digits && digits < 16 && !value[digits] && (value[0] != '0' || digits == 1))
		fputs(value, json_value(json, setting->name));
	else
		json_text(json, setting->name, value);
}

/* The filters, and what they left out. */
static void put_filter(const struct view *view, struct jsonwriter *json)
{
	json_text(json, "filter", view->selection);
	json_whole(json, "filtered_samples", view->rows->measure->filtered_samples);
	json_cycles(json, "filtered", view->rows->measure, view->rows->filtered);
}

/* Of all cycles, where they are estimated. */
static void put_total_margin(const struct view *view, struct jsonwriter *json)
{
	const struct recording_measure *measure = view->rows->measure;
	const double margin = chance_total(&measure->pics);

	if (margin > 0 && !view->selection)
		json_cycles(json, "total_margin", measure, (uint64_t)llround(margin));
}

void view_json(const struct view *view)
{
	const struct recording *recording = view->recording;
	struct jsonwriter json = { .file = view->term->file };

	json_open_object(&json, NULL);
	json_whole(&json, "version", JSON_VERSION);
	json_partial(&json, recording);
	json_kind(&json, view->rows->measure->kind);
	json_cycles(&json, "total", view->rows->measure, view_total(view)->parts);
	put_total_margin(view, &json);
	json_whole(&json, "samples", view->rows->measure->samples);
	json_whole(&json, "lost", view->rows->measure->lost);
	if (view->selection)
		put_filter(view, &json);
	json_open_object(&json, "config");
	for (size_t i = 0; i < recording->settings_count; i++)
		put_setting(&recording->settings[i], &json);
	json_close_object(&json);
	json_open_list(&json, "rows");
	for (size_t i = 0; i < view->rows->count; i++)
		put_row(view, &view->rows->rows[i], &json);
	json_line(&json);
	json_close_list(&json);
	json_close_document(&json);
}
