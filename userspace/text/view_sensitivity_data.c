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
		     uint32_t weight)
{
	char text[SENSITIVITY_WEIGHT_TEXT];
	FILE *file = view->term->file;
	double value;

	fprintf(file, "{\"weight\":\"%s\"", sensitivity_weight(weight, text));
	if (sensitivity_of(view->sensitivity, cell, &value)) {
		fprintf(file, ",\"cycles\":%" PRIu64 ",\"speedup\":%.6f,\"sensitivity\":%.6f}",
			cell->cycles, 1 + value, value);
		return;
	}
	fputs(",\"cycles\":null,\"speedup\":null,\"sensitivity\":null,\"failure\":", file);
	json_put_text(file, cell->failure);
	fputc('}', file);
}

static void put_resource(const struct view_sensitivity *view,
			 const struct sensitivity_resource *resource)
{
	const char *before = "";
	FILE *file = view->term->file;

	fprintf(file, "{\"resource\":\"%s\",\"kind\":\"%s\",\"rank\":%u,\"text\":",
		resource->resource->name, view_sensitivity_kinds[resource->resource->kind],
		resource->rank);
	json_put_text(file, resource->resource->text);
	fputs(",\"weights\":[", file);
	for (size_t w = 0; w < view->sensitivity->weights_count; w++) {
		if (!resource->cells[w].exists)
			continue;
		fputs(before, file);
		put_cell(view, &resource->cells[w], view->sensitivity->weights[w]);
		before = ",";
	}
	fputs("]}", file);
}

static void put_members(const struct view_sensitivity *view, uint64_t members)
{
	const char *before = "";

	fputc('[', view->term->file);
	for (; members; members &= members - 1) {
		fprintf(view->term->file, "%s\"%s\"", before,
			view->sensitivity->members[__builtin_ctzll(members)]->name);
		before = ",";
	}
	fputc(']', view->term->file);
}

static void put_sets(const struct view_sensitivity *view)
{
	const struct setsearch *sets = &view->sensitivity->sets;
	char weight[SENSITIVITY_WEIGHT_TEXT];
	const char *before = "\n";
	FILE *file = view->term->file;

	if (!sets->most || sets->failed) {
		fputs(",\n\"set\":null", file);
		return;
	}
	fprintf(file, ",\n\"set\":{\"weight\":\"%s\",\"resources\":",
		sensitivity_weight(view->sensitivity->weights[0], weight));
	put_members(view, sets->chosen);
	fprintf(file, ",\"enough\":%s,\"of\":", sets->chosen && setsearch_enough(sets, sets->chosen) ?
		"true" : "false");
	put_members(view, sets->candidates);
	fputs(",\n\"measured\":[", file);
	for (size_t i = 1; i < sets->count; i++) {
		if (!sets->sets[i].measured)
			continue;
		fprintf(file, "%s{\"resources\":", before);
		put_members(view, sets->sets[i].members);
		fprintf(file, ",\"cycles\":%" PRIu64 "}", sets->sets[i].cycles);
		before = ",\n";
	}
	fputs("]}", file);
}

static void put_place(const struct view_sensitivity *view, const struct sensitivity_place *place)
{
	const struct sensitivity *sensitivity = view->sensitivity;
	FILE *file = view->term->file;

	fputs("{\"name\":", file);
	json_put_text(file, place->name);
	fputs(",\"where\":", file);
	json_put_text(file, place->object);
	fprintf(file, ",\"cycles\":%" PRIu64 ",\"gains\":[", place->cycles);
	for (size_t c = 0; c < sensitivity->columns_count; c++)
		fprintf(file, "%s%.2f", c ? "," : "", place->gains[c]);
	fputs("]}", file);
}

static void put_places(const struct view_sensitivity *view)
{
	const struct sensitivity *sensitivity = view->sensitivity;
	char weight[SENSITIVITY_WEIGHT_TEXT];
	FILE *file = view->term->file;

	fprintf(file, ",\n\"by\":\"%s\",\"columns\":[", view->by);
	for (size_t c = 0; c < sensitivity->columns_count; c++) {
		const struct sensitivity_resource *resource =
			&sensitivity->resources[sensitivity->columns[c]];

		fprintf(file, "%s{\"resource\":\"%s\",\"weight\":\"%s\"}", c ? "," : "",
			resource->resource->name,
			sensitivity_weight(sensitivity->weights[resource->weight], weight));
	}
	fputs("],\n\"places\":[", file);
	for (size_t i = 0; i < sensitivity->places_count; i++) {
		fputs(i ? ",\n" : "\n", file);
		put_place(view, &sensitivity->places[i]);
	}
	fputc(']', file);
}

void view_sensitivity_json(const struct view_sensitivity *view)
{
	const struct sensitivity *sensitivity = view->sensitivity;
	FILE *file = view->term->file;
	char weight[SENSITIVITY_WEIGHT_TEXT];

	fputs("{\"version\":1,", file);
	json_put_partial(file, view->recording);
	fputs("\"core\":", file);
	json_put_text(file, view_sensitivity_setting(view, "core"));
	fputs(",\"command\":", file);
	json_put_text(file, view->recording->command);
	fprintf(file, ",\"cycles\":%" PRIu64 ",\"instructions\":%" PRIu64 ",\"weights\":[",
		sensitivity->cycles, sensitivity->instructions);
	for (size_t w = 0; w < sensitivity->weights_count; w++)
		fprintf(file, "%s\"%s\"", w ? "," : "",
			sensitivity_weight(sensitivity->weights[w], weight));
	fputs("],\n\"resources\":[", file);
	for (size_t r = 0; r < sensitivity->count; r++) {
		fputs(r ? ",\n" : "\n", file);
		put_resource(view, &sensitivity->resources[r]);
	}
	fputc(']', file);
	put_sets(view);
	if (view->by)
		put_places(view);
	fputs(",\n\"notes\":", file);
	json_put_notes(file, view->recording);
	fputs("}\n", file);
}
