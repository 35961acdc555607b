// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_info_data.c - the contents of a recording, for programs; see view_info.h
 *
 * CSV has a line for each property of each item, since facts and objects share no columns.
 */
#include <inttypes.h>
#include <stdio.h>

#include "output/amount.h"
#include "output/csv.h"
#include "output/json.h"
#include "view_info.h"

/* Those that --of can name. */
static void put_measures(const struct view_info *info, struct jsonwriter *json)
{
	unsigned int set = recording_measures(info->recording);

	json_open_list(json, "measures");
	for (enum measure measure = 1; measure < MEASURES_COUNT; measure++)
		if (set & 1U << measure)
			json_text(json, NULL, measure_names[measure]);
	json_close_list(json);
	json_line(json);
}

static void put_facts(const struct view_info *info, struct jsonwriter *json)
{
	char text[AMOUNT_TEXT];

	for (const struct view_fact *fact = view_facts; fact->name; fact++) {
		if (fact->type == FACT_TEXT)
			json_text(json, fact->name, view_fact_text(info, fact));
		else
			fputs(view_fact_decimal(info, fact, text),
			      json_value(json, view_fact_name(info, fact)));
		json_line(json);
	}
	if (info->objects->measure->kind != &category_signatures) {
		json_text(json, "kind", info->objects->measure->kind->name);
		json_line(json);
	}
	put_measures(info, json);
	json_truth(json, "callchains", info->recording->has_chains);
	json_line(json);
}

static void put_settings(const struct recording *recording, struct jsonwriter *json)
{
	json_open_object(json, "config");
	for (size_t i = 0; i < recording->settings_count; i++)
		json_text(json, recording->settings[i].name, recording->settings[i].value);
	json_close_object(json);
	json_line(json);
	json_open_list(json, "other_events");
	for (size_t i = 0; i < recording->others_count; i++) {
		json_open_object(json, NULL);
		json_text(json, "name", recording->others[i].name);
		json_whole(json, "samples", recording->others[i].samples);
		json_close_object(json);
	}
	json_close_list(json);
	json_line(json);
}

static void put_object(const struct view_info *info, const struct row *row, struct jsonwriter *json)
{
	const struct recording_measure *measure = info->objects->measure;
	char build_id[SYMBOLS_BUILD_ID_TEXT];

	json_open_row(json);
	json_text(json, "path", row->location.object->path);
	json_text(json, "build_id", symbols_build_id_text(row->location.object, build_id));
	json_cycles(json, measure->kind->unit, measure, row->stack->parts);
	json_real(json, "share", view_info_share(info, row->stack->parts), 6);
	json_cycles(json, "named", measure, view_info_named(info, row));
	json_text(json, "trouble", view_info_trouble(info, row));
	json_close_object(json);
}

void view_info_json(const struct view_info *info)
{
	struct jsonwriter json = { .file = info->term->file };

	json_open_object(&json, NULL);
	json_whole(&json, "version", 1);
	json_line(&json);
	json_partial(&json, info->recording);
	put_facts(info, &json);
	put_settings(info->recording, &json);
	json_open_list(&json, "objects");
	for (size_t i = 0; i < info->objects->count; i++)
		put_object(info, &info->objects->rows[i], &json);
	json_line(&json);
	json_close_list(&json);
	json_line(&json);
	json_notes(&json, "notes", &info->recording->notes);
	json_close_document(&json);
}

/* A property of @item; an unknown one has no value. */
static void csv_line(const struct view_info *info, const char *kind, const char *item,
		     const char *property, const char *value)
{
	fprintf(info->term->file, "%s,", kind);
	csv_put_text(info->term, item);
	fputc(',', info->term->file);
	csv_put_text(info->term, property);
	fputc(',', info->term->file);
	csv_put_text(info->term, value ? value : "");
	fputc('\n', info->term->file);
}

static void csv_facts(const struct view_info *info)
{
	const struct recording *recording = info->recording;
	unsigned int measures = recording_measures(recording);
	char text[AMOUNT_TEXT];

	for (const struct view_fact *fact = view_facts; fact->name; fact++)
		csv_line(info, "recording", "", view_fact_name(info, fact), fact->type == FACT_TEXT ?
			 view_fact_text(info, fact) : view_fact_decimal(info, fact, text));
	if (info->objects->measure->kind != &category_signatures)
		csv_line(info, "recording", "", "kind", info->objects->measure->kind->name);
	csv_line(info, "recording", "", "callchains", recording->has_chains ? "true" : "false");
	for (enum measure measure = 1; measure < MEASURES_COUNT; measure++)
		if (measures & 1U << measure)
			csv_line(info, "measure", measure_names[measure], "", measure_texts[measure]);
	for (size_t i = 0; i < recording->settings_count; i++)
		csv_line(info, "config", "", recording->settings[i].name,
			 recording->settings[i].value);
	for (size_t i = 0; i < recording->others_count; i++) {
		snprintf(text, sizeof(text), "%" PRIu64, recording->others[i].samples);
		csv_line(info, "other_event", recording->others[i].name, "samples", text);
	}
}

static void csv_object(const struct view_info *info, const struct row *row)
{
	const char *path = row->location.object->path;
	char text[AMOUNT_TEXT], build_id[SYMBOLS_BUILD_ID_TEXT];

	csv_line(info, "object", path, "build_id", symbols_build_id_text(row->location.object, build_id));
	csv_line(info, "object", path, info->objects->measure->kind->unit,
		 amount_exact(info->objects->measure, row->stack->parts, text));
	snprintf(text, sizeof(text), "%.6f", view_info_share(info, row->stack->parts));
	csv_line(info, "object", path, "share", text);
	csv_line(info, "object", path, "named",
		 amount_exact(info->objects->measure, view_info_named(info, row), text));
	csv_line(info, "object", path, "trouble", view_info_trouble(info, row));
}

void view_info_csv(const struct view_info *info)
{
	fputs("kind,item,property,value\n", info->term->file);
	csv_facts(info);
	for (size_t i = 0; i < info->objects->count; i++)
		csv_object(info, &info->objects->rows[i]);
	for (size_t i = 0; i < info->recording->notes.count; i++)
		csv_line(info, "note", "", "", info->recording->notes.texts[i]);
}
