// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_sensitivity_data.c - which resources of the core limit a program, as CSV and JSON
 */
#include <inttypes.h>

#include "output/csv.h"
#include "output/json.h"
#include "view_sensitivity.h"

const char *const view_sensitivity_kinds[] = {
	[TEA_LIMIT_RATE] = "rate", [TEA_LIMIT_LATENCY] = "latency", [TEA_LIMIT_SIZE] = "size",
	[TEA_LIMIT_EVENTS] = "structure",
};

static void put_csv_cell(const struct view_sensitivity *view,
			 const struct sensitivity_resource *resource, size_t weight)
{
	const struct sensitivity_cell *cell = &resource->cells[weight];
	char text[SENSITIVITY_WEIGHT_TEXT];
	FILE *file = view->term->file;
	double value;

	fprintf(file, "%s,%s,%u,%s,", resource->resource->name,
		view_sensitivity_kinds[resource->resource->kind], resource->rank,
		sensitivity_weight(view->sensitivity->weights[weight], text));
	if (sensitivity_of(view->sensitivity, cell, &value))
		fprintf(file, "%" PRIu64 ",%.6f,%.6f", cell->cycles, 1 + value, value);
	else
		fputs(",,", file);
	fputc('\n', file);
}

static void put_csv_place(const struct view_sensitivity *view,
			  const struct sensitivity_place *place)
{
	const struct sensitivity *sensitivity = view->sensitivity;
	char text[SENSITIVITY_WEIGHT_TEXT];
	FILE *file = view->term->file;

	for (size_t c = 0; c < sensitivity->columns_count; c++) {
		const struct sensitivity_resource *resource =
			&sensitivity->resources[sensitivity->columns[c]];

		csv_put_text(view->term, place->name);
		fputc(',', file);
		csv_put_text(view->term, place->object);
		fprintf(file, ",%" PRIu64 ",%s,%s,%.2f\n", place->cycles, resource->resource->name,
			sensitivity_weight(sensitivity->weights[resource->weight], text),
			place->gains[c]);
	}
}

void view_sensitivity_csv(const struct view_sensitivity *view)
{
	const struct sensitivity *sensitivity = view->sensitivity;

	if (view->by) {
		fprintf(view->term->file, "%s,where,cycles,resource,weight,gain\n", view->by);
		for (size_t i = 0; i < sensitivity->places_count; i++)
			put_csv_place(view, &sensitivity->places[i]);
		return;
	}
	fputs("resource,kind,rank,weight,cycles,speedup,sensitivity\n", view->term->file);
	for (size_t r = 0; r < sensitivity->count; r++)
		for (size_t w = 0; w < sensitivity->weights_count; w++)
			if (sensitivity->resources[r].cells[w].exists)
				put_csv_cell(view, &sensitivity->resources[r], w);
}

static void put_cell(const struct view_sensitivity *view, const struct sensitivity_cell *cell,
		     uint32_t weight, struct jsonwriter *json)
{
	char text[SENSITIVITY_WEIGHT_TEXT];
	double value;

	json_open_object(json, NULL);
	json_text(json, "weight", sensitivity_weight(weight, text));
	if (sensitivity_of(view->sensitivity, cell, &value)) {
		json_whole(json, "cycles", cell->cycles);
		json_real(json, "speedup", 1 + value, 6);
		json_real(json, "sensitivity", value, 6);
	} else {
		json_null(json, "cycles");
		json_null(json, "speedup");
		json_null(json, "sensitivity");
		json_text(json, "failure", cell->failure);
	}
	json_close_object(json);
}

static void put_resource(const struct view_sensitivity *view,
			 const struct sensitivity_resource *resource, struct jsonwriter *json)
{
	json_open_row(json);
	json_text(json, "resource", resource->resource->name);
	json_text(json, "kind", view_sensitivity_kinds[resource->resource->kind]);
	json_whole(json, "rank", resource->rank);
	json_text(json, "text", resource->resource->text);
	json_open_list(json, "weights");
	for (size_t w = 0; w < view->sensitivity->weights_count; w++)
		if (resource->cells[w].exists)
			put_cell(view, &resource->cells[w], view->sensitivity->weights[w], json);
	json_close_list(json);
	json_close_object(json);
}

static void put_members(const struct view_sensitivity *view, const char *key, uint64_t members,
			struct jsonwriter *json)
{
	json_open_list(json, key);
	for (; members; members &= members - 1)
		json_text(json, NULL, view->sensitivity->members[__builtin_ctzll(members)]->name);
	json_close_list(json);
}

static void put_sets(const struct view_sensitivity *view, struct jsonwriter *json)
{
	const struct setsearch *sets = &view->sensitivity->sets;
	char weight[SENSITIVITY_WEIGHT_TEXT];

	json_line(json);
	if (!sets->most || sets->failed) {
		json_null(json, "set");
		return;
	}
	json_open_object(json, "set");
	json_text(json, "weight", sensitivity_weight(view->sensitivity->weights[0], weight));
	put_members(view, "resources", sets->chosen, json);
	json_truth(json, "enough", sets->chosen && setsearch_enough(sets, sets->chosen));
	put_members(view, "of", sets->candidates, json);
	json_line(json);
	json_open_list(json, "measured");
	for (size_t i = 1; i < sets->count; i++) {
		if (!sets->sets[i].measured)
			continue;
		json_open_row(json);
		put_members(view, "resources", sets->sets[i].members, json);
		json_whole(json, "cycles", sets->sets[i].cycles);
		json_close_object(json);
	}
	json_close_list(json);
	json_close_object(json);
}

static void put_place(const struct view_sensitivity *view, const struct sensitivity_place *place,
		      struct jsonwriter *json)
{
	json_open_row(json);
	json_text(json, "name", place->name);
	json_text(json, "where", place->object);
	json_whole(json, "cycles", place->cycles);
	json_open_list(json, "gains");
	for (size_t c = 0; c < view->sensitivity->columns_count; c++)
		json_real(json, NULL, place->gains[c], 2);
	json_close_list(json);
	json_close_object(json);
}

static void put_places(const struct view_sensitivity *view, struct jsonwriter *json)
{
	const struct sensitivity *sensitivity = view->sensitivity;
	char weight[SENSITIVITY_WEIGHT_TEXT];

	json_line(json);
	json_text(json, "by", view->by);
	json_open_list(json, "columns");
	for (size_t c = 0; c < sensitivity->columns_count; c++) {
		const struct sensitivity_resource *resource =
			&sensitivity->resources[sensitivity->columns[c]];

		json_open_object(json, NULL);
		json_text(json, "resource", resource->resource->name);
		json_text(json, "weight",
			  sensitivity_weight(sensitivity->weights[resource->weight], weight));
		json_close_object(json);
	}
	json_close_list(json);
	json_line(json);
	json_open_list(json, "places");
	for (size_t i = 0; i < sensitivity->places_count; i++)
		put_place(view, &sensitivity->places[i], json);
	json_close_list(json);
}

void view_sensitivity_json(const struct view_sensitivity *view)
{
	const struct sensitivity *sensitivity = view->sensitivity;
	struct jsonwriter json = { .file = view->term->file };
	char weight[SENSITIVITY_WEIGHT_TEXT];

	json_open_object(&json, NULL);
	json_whole(&json, "version", 1);
	json_partial(&json, view->recording);
	json_text(&json, "core", view_sensitivity_setting(view, "core"));
	json_text(&json, "command", view->recording->command);
	json_whole(&json, "cycles", sensitivity->cycles);
	json_whole(&json, "instructions", sensitivity->instructions);
	json_open_list(&json, "weights");
	for (size_t w = 0; w < sensitivity->weights_count; w++)
		json_text(&json, NULL, sensitivity_weight(sensitivity->weights[w], weight));
	json_close_list(&json);
	json_line(&json);
	json_open_list(&json, "resources");
	for (size_t r = 0; r < sensitivity->count; r++)
		put_resource(view, &sensitivity->resources[r], &json);
	json_close_list(&json);
	put_sets(view, &json);
	if (view->by)
		put_places(view, &json);
	json_line(&json);
	json_notes(&json, "notes", &view->recording->notes);
	json_close_document(&json);
}
