// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mergewrite.c - the profile of what was merged; see merge.h
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "merge_parts.h"
#include "output/jsonwriter.h"

static void put_config(const struct merge *merge, struct jsonwriter *json)
{
	json_line(json);
	json_open_object(json, "config");
	for (size_t i = 0; i < merge->facts.settings_count; i++)
		json_text(json, merge->facts.settings[i].name, merge->facts.settings[i].value);
	json_close_object(json);
}

static void put_categories(const struct merge *merge, struct jsonwriter *json)
{
	const struct category_kind *kind = merge->facts.kind;

	if (!merge->facts.categories)
		return;
	json_line(json);
	json_open_object(json, "categories");
	json_text(json, "name", kind->name);
	json_text(json, "names", kind->names);
	json_text(json, "unit", kind->unit);
	json_open_list(json, "items");
	for (unsigned int i = 0; i < kind->items_count; i++) {
		json_open_object(json, NULL);
		json_text(json, "name", kind->items[i].name);
		if (kind->items[i].text)
			json_text(json, "text", kind->items[i].text);
		json_close_object(json);
	}
	json_close_list(json);
	json_close_object(json);
}

static void put_mappings(const struct merge *merge, struct jsonwriter *json)
{
	json_line(json);
	json_open_list(json, "mappings");
	for (size_t i = 0; i < merge->objects_count; i++) {
		const struct merge_object *object = &merge->objects[i];

		if (!merge_object_is_mapped(object))
			continue;
		json_open_row(json);
		json_address(json, "start", object->start);
		json_address(json, "end", object->start + merge_object_bytes(object));
		json_address(json, "offset", merge_object_offset(object));
		json_text(json, "path", object->path);
		if (object->build)
			json_text(json, object->hashed ? "code_hash" : "build_id", object->build);
		json_close_object(json);
	}
	json_close_list(json);
}

static int compare_rows(const void *left, const void *right)
{
	const struct merge_row *a = left, *b = right;

	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	if (a->category != b->category)
		return a->category < b->category ? -1 : 1;
	return a->state - b->state;
}

static void sort_rows(struct merge *merge)
{
	merge_lay_out(merge);
	for (size_t i = 0; i < merge->rows_count; i++)
		merge->rows[i].address = merge_address(merge, &merge->rows[i]);
	qsort(merge->rows, merge->rows_count, sizeof(*merge->rows), compare_rows);
}

static void put_rows(const struct merge *merge, struct jsonwriter *json)
{
	json_line(json);
	json_open_list(json, merge->facts.measure == MEASURE_GOLDEN ? "golden" : "tea");
	for (size_t i = 0; i < merge->rows_count; i++) {
		const struct merge_row *row = &merge->rows[i];
		const enum symbols_kind kind = merge->objects[row->object].kind;

		json_line(json);
		json_open_list(json, NULL);
		json_address(json, NULL, row->address);
		json_whole(json, NULL, row->category);
		json_whole(json, NULL, row->state);
		json_whole(json, NULL, kind == SYMBOLS_KERNEL || kind == SYMBOLS_MODULE);
		json_whole(json, NULL, row->parts);
		json_close_list(json);
	}
	json_close_list(json);
}

/* Of each row, the groups that have parts of it, and these. */
static void put_parts(const struct merge *merge, struct jsonwriter *json)
{
	json_line(json);
	json_open_list(json, "parts");
	for (size_t i = 0; i < merge->rows_count; i++) {
		const struct merge_row *row = &merge->rows[i];

		json_line(json);
		json_open_list(json, NULL);
		for (size_t k = 0; k < row->groups_count; k++) {
			json_whole(json, NULL, row->groups[k].group);
			json_whole(json, NULL, row->groups[k].parts);
		}
		json_close_list(json);
	}
	json_close_list(json);
}

static void put_groups(const struct merge *merge, struct jsonwriter *json)
{
	const struct mergelist *list = merge->list;

	json_open_list(json, "groups");
	for (uint32_t group = 0; group < list->groups; group++)
		json_whole(json, NULL, (list->machines - group + list->groups - 1) / list->groups);
	json_close_list(json);
}

static void put_kernel(const struct merge *merge, struct jsonwriter *json)
{
	if (!merge->kernel_file)
		return;
	json_open_object(json, "kernel");
	json_address(json, "text", merge->kernel_text);
	json_text(json, "reference", merge->kernel_reference ? merge->kernel_reference : "_text");
	for (size_t i = 0; i < merge->objects_count; i++)
		if (merge->objects[i].kind == SYMBOLS_KERNEL && merge->objects[i].build)
			json_text(json, "build_id", merge->objects[i].build);
	json_close_object(json);
}

/* A share in ten-thousandths. */
static void put_share(struct jsonwriter *json, const char *key, double share)
{
	json_whole(json, key, (uint64_t)llround(share * 10000));
}

static void put_outlier(const struct merge *merge, const struct mergecells_machine *machine,
			struct jsonwriter *json)
{
	const struct mergecell *cell = &merge->cells.items[machine->cell];
	const struct mergecells_function *function = &merge->cells.functions[cell->function];
	char text[CATEGORY_TEXT];

	json_open_row(json);
	json_text(json, "machine", mergelist_name(merge->list, machine->number));
	put_share(json, "distance", machine->distance);
	put_share(json, "usual", fmax(merge->cells.usual, 0));
	json_text(json, "function", function->name ? function->name : function->object);
	json_text(json, "category", category_name(merge->facts.kind, cell->category, text));
	put_share(json, "there", machine->there);
	put_share(json, "elsewhere", machine->elsewhere);
	json_close_object(json);
}

static void put_outliers(const struct merge *merge, struct jsonwriter *json)
{
	json_line(json);
	json_open_list(json, "outliers");
	for (size_t i = 0; i < merge->cells.machines_count; i++)
		if (merge->cells.machines[i].outlier)
			put_outlier(merge, &merge->cells.machines[i], json);
	json_close_list(json);
}

static void put_merged(const struct merge *merge, struct jsonwriter *json)
{
	json_line(json);
	json_open_object(json, "merged");
	json_whole(json, "recordings", merge->list->count);
	json_whole(json, "machines", merge->list->machines);
	json_truth(json, "labelled", merge->list->labelled);
	json_text(json, "event", merge->facts.event);
	json_text(json, "stage", merge->facts.stage == TEA_STACK_DISPATCH ? "dispatch" : "commit");
	json_whole(json, "unknown", merge->unknown);
	put_kernel(merge, json);
	if (!isnan(merge->between))
		put_share(json, "between", merge->between);
	put_outliers(merge, json);
	json_line(json);
	json_open_list(json, "notes");
	for (size_t i = 0; i < merge->notes.count; i++)
		json_text(json, NULL, merge->notes.texts[i]);
	json_close_list(json);
	json_line(json);
	put_groups(merge, json);
	if (merge->list->groups)
		put_parts(merge, json);
	json_close_object(json);
}

/* Cycles of a sample, or of the mean one. */
static uint64_t period(const struct merge *merge)
{
	const uint64_t cycles = merge->parts / merge->facts.parts_per_unit;

	if (!merge->samples)
		return 1;
	if (merge->period_least && merge->period_least == merge->period_most)
		return merge->period_least;
	return cycles < merge->samples ? 1 : (cycles + merge->samples / 2) / merge->samples;
}

void merge_write(struct merge *merge, FILE *file)
{
	const uint32_t parts = merge->facts.parts_per_unit;
	struct jsonwriter json = { .file = file };

	sort_rows(merge);
	json_open_object(&json, NULL);
	json_whole(&json, "tea_profile", 1);
	json_text(&json, "unit", merge->facts.kind->unit);
	json_text(&json, "writer", "tea merge");
	json_whole(&json, "parts_per_cycle", parts);
	json_line(&json);
	json_open_list(&json, "command");
	json_text(&json, NULL, merge->facts.comm);
	json_close_list(&json);
	put_config(merge, &json);
	json_whole(&json, "period", period(merge));
	json_whole(&json, "total_cycles",
		   merge->cycles ? merge->cycles : (merge->parts + parts - 1) / parts);
	if (!merge->lacks_instructions)
		json_whole(&json, "instructions", merge->instructions);
	json_whole(&json, "samples", merge->samples);
	json_whole(&json, "lost", merge->lost);
	put_categories(merge, &json);
	put_mappings(merge, &json);
	put_rows(merge, &json);
	put_merged(merge, &json);
	json_close_document(&json);
}
