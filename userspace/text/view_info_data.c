// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_info_data.c - what a recording is of, for programs; see view_info.h
 *
 * CSV has a line for each property of each item, since facts and objects share no columns.
 */
#include <inttypes.h>
#include <stdio.h>

#include "output/amount.h"
#include "output/csv.h"
#include "output/json.h"
#include "view_info.h"

/* A member of an object. */
static void json_text(FILE *file, const char *name, const char *text)
{
	fprintf(file, "\"%s\":", name);
	json_put_text(file, text);
}

/* Those that --of can name. */
static void json_measures(const struct view_info *info, FILE *file)
{
	unsigned int set = recording_measures(info->recording);
	const char *separator = "";

	fputs("\"measures\":[", file);
	for (enum measure measure = 1; measure < MEASURES_COUNT; measure++) {
		if (!(set & 1U << measure))
			continue;
		fprintf(file, "%s\"%s\"", separator, measure_names[measure]);
		separator = ",";
	}
	fputs("],\n", file);
}

static void json_facts(const struct view_info *info, FILE *file)
{
	char text[AMOUNT_TEXT];

	for (const struct view_fact *fact = view_facts; fact->name; fact++) {
		if (fact->type == FACT_TEXT)
			json_text(file, fact->name, view_fact_text(info, fact));
		else
			fprintf(file, "\"%s\":%s", view_fact_name(info, fact),
				view_fact_decimal(info, fact, text));
		fputs(",\n", file);
	}
	if (info->recording->kind != &category_signatures) {
		json_text(file, "kind", info->recording->kind->name);
		fputs(",\n", file);
	}
	json_measures(info, file);
	fprintf(file, "\"callchains\":%s,\n", info->recording->has_chains ? "true" : "false");
}

static void json_settings(const struct recording *recording, FILE *file)
{
	fputs("\"config\":{", file);
	for (size_t i = 0; i < recording->settings_count; i++) {
		fputs(i ? "," : "", file);
		json_put_text(file, recording->settings[i].name);
		fputc(':', file);
		json_put_text(file, recording->settings[i].value);
	}
	fputs("},\n\"other_events\":[", file);
	for (size_t i = 0; i < recording->others_count; i++) {
		fputs(i ? ",{" : "{", file);
		json_text(file, "name", recording->others[i].name);
		fprintf(file, ",\"samples\":%" PRIu64 "}", recording->others[i].samples);
	}
	fputs("],\n", file);
}

static void json_object(const struct view_info *info, const struct row *row, FILE *file)
{
	char text[AMOUNT_TEXT], build_id[SYMBOLS_BUILD_ID_TEXT];

	fputc('{', file);
	json_text(file, "path", row->location.object->path);
	fputc(',', file);
	json_text(file, "build_id", symbols_build_id_text(row->location.object, build_id));
	fprintf(file, ",\"%s\":%s", info->recording->kind->unit,
		amount_exact(info->recording, row->stack->parts, text));
	fprintf(file, ",\"share\":%.6f", view_info_share(info, row->stack->parts));
	fprintf(file, ",\"named\":%s,",
		amount_exact(info->recording, view_info_named(info, row), text));
	json_text(file, "trouble", view_info_trouble(info, row));
	fputc('}', file);
}

void view_info_json(const struct view_info *info)
{
	FILE *file = info->term->file;

	fputs("{\"version\":1,\n", file);
	json_put_partial(file, info->recording);
	json_facts(info, file);
	json_settings(info->recording, file);
	fputs("\"objects\":[", file);
	for (size_t i = 0; i < info->objects->count; i++) {
		fputs(i ? ",\n" : "\n", file);
		json_object(info, &info->objects->rows[i], file);
	}
	fputs("\n],\n\"notes\":", file);
	json_put_notes(file, info->recording);
	fputs("}\n", file);
}

/* A property of @item; what is not known has no value. */
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
	if (recording->kind != &category_signatures)
		csv_line(info, "recording", "", "kind", recording->kind->name);
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
	csv_line(info, "object", path, info->recording->kind->unit,
		 amount_exact(info->recording, row->stack->parts, text));
	snprintf(text, sizeof(text), "%.6f", view_info_share(info, row->stack->parts));
	csv_line(info, "object", path, "share", text);
	csv_line(info, "object", path, "named",
		 amount_exact(info->recording, view_info_named(info, row), text));
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
