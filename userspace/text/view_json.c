// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_json.c - rows as one JSON document, version 1
 *
 * The format is a contract: see tea-report(1). Numbers are decimal and exact to four
 * decimals of a cycle; what a row does not have is null.
 */
#include <inttypes.h>
#include <string.h>

#include "output/amount.h"
#include "output/json.h"
#include "view.h"

#define JSON_VERSION	1

void view_json_value(const struct view *view, const struct field *field, const struct row *row,
		     FILE *file)
{
	struct field_value value;

	if (!field_get(view->rows, row, field, &value)) {
		fputs("null", file);
		return;
	}
	switch (field->type) {
	case FIELD_TEXT:
		json_put_text(file, value.text);
		break;
	case FIELD_ADDRESS:
		fprintf(file, "\"%s\"", view_exact(view, field, &value));
		break;
	case FIELD_ARROWS:
		break;
	case FIELD_STACK:
	case FIELD_INCLUSIVE_STACK:
		json_put_stack(file, view->recording, fields_stack(field, row));
		break;
	case FIELD_PIECES:
		json_put_pieces(file, view->recording, row->stack);
		break;
	default:
		fputs(view_exact(view, field, &value), file);
	}
}

static void put_children(const struct view *view, const struct callnodes *tree,
			 const struct callnode *parent, FILE *file);

static void put_node(const struct view *view, const struct callnodes *tree,
		     const struct callnode *node, FILE *file)
{
	const struct symbols_location *location = &calls_function(view->calls, node)->location;

	fputs("{\"object\":", file);
	json_put_text(file, location->object->path);
	fputc(',', file);
	json_put_symbol(file, location);
	fprintf(file, ",\"address\":\"0x%" PRIx64 "\",\"%s\":", location->address,
		view->recording->kind->unit);
	json_put_cycles(file, view->recording, node->stack->parts);
	fprintf(file, ",\"share\":%.6f,\"stack\":", view_share(view, node->stack->parts));
	json_put_stack(file, view->recording, node->stack);
	put_children(view, tree, node, file);
	fputc('}', file);
}

static void put_children(const struct view *view, const struct callnodes *tree,
			 const struct callnode *parent, FILE *file)
{
	fprintf(file, ",\"%ss\":[", calls_order_names[view->order == CALLS_CALLER ?
		CALLS_CALLEE : CALLS_CALLER]);
	for (size_t i = 0; i < parent->children_count; i++) {
		fputs(i ? "," : "", file);
		put_node(view, tree, &tree->items[parent->children[i]], file);
	}
	fputc(']', file);
}

/* "callers" or "callees", which have theirs: as deep as the chains are. */
static void put_calls(const struct view *view, const struct row *row, FILE *file)
{
	static const struct callnode none;
	struct callnodes tree;

	if (calls_tree_build(&tree, view->calls, row, view->order))
		return;
	put_children(view, &tree, tree.count ? tree.items : &none, file);
	callnodes_deinit(&tree);
}

static void put_row(const struct view *view, const struct row *row, FILE *file)
{
	unsigned int bit = 1U << fields_view(view->rows);
	const char *separator = "";

	fputc('{', file);
	for (size_t i = 0; i < fields_count; i++) {
		if (!(fields[i].views & bit) || !field_is_there(view->rows, &fields[i]))
			continue;
		fprintf(file, "%s\"%s\":", separator, field_name(view->rows, &fields[i]));
		view_json_value(view, &fields[i], row, file);
		separator = ",";
	}
	if (view->calls && !row->others)
		put_calls(view, row, file);
	fputc('}', file);
}

/* A setting that is a whole number is one in JSON too. */
static void put_setting(const struct recording_setting *setting, FILE *file)
{
	const char *value = setting->value;
	size_t digits = strspn(value, "0123456789");

	json_put_text(file, setting->name);
	fputc(':', file);
	if (digits && digits < 16 && !value[digits] && (value[0] != '0' || digits == 1))
		fputs(value, file);
	else
		json_put_text(file, value);
}

static void put_config(const struct recording *recording, FILE *file)
{
	fputs("\"config\":{", file);
	for (size_t i = 0; i < recording->settings_count; i++) {
		fputs(i ? "," : "", file);
		put_setting(&recording->settings[i], file);
	}
	fputs("}", file);
}

/* What was asked for, and what is left out. */
static void put_filter(const struct view *view, FILE *file)
{
	fputs("\"filter\":", file);
	json_put_text(file, view->selection);
	fprintf(file, ",\"filtered_samples\":%" PRIu64 ",\"filtered\":",
		view->recording->filtered_samples);
	json_put_cycles(file, view->recording, view->rows->filtered);
	fputc(',', file);
}

void view_json(const struct view *view)
{
	const struct recording *recording = view->recording;
	FILE *file = view->term->file;
	char cycles[AMOUNT_TEXT];

	fprintf(file, "{\"version\":%d,", JSON_VERSION);
	json_put_partial(file, recording);
	json_put_kind(file, recording->kind);
	fprintf(file, "\"total\":%s,",
		amount_exact(recording, view_total(view)->parts, cycles));
	fprintf(file, "\"samples\":%" PRIu64 ",\"lost\":%" PRIu64 ",", recording->samples,
		recording->lost);
	if (view->selection)
		put_filter(view, file);
	put_config(recording, file);
	fputs(",\"rows\":[", file);
	for (size_t i = 0; i < view->rows->count; i++) {
		fputs(i ? ",\n" : "\n", file);
		put_row(view, &view->rows->rows[i], file);
	}
	fputs("\n]}\n", file);
}
