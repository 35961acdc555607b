// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_info.c - the contents of a recording, for people; see view_info.h
 */
#include "view_info.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/amount.h"
#include "output/paragraph.h"

#define TITLE_LEAD	"                        "
#define OBJECT_LEAD	"                    "

#define FACT(name, title, type, member, zero) \
	{ name, title, type, false, offsetof(struct recording, member), zero }
#define MEASURED(name, title, type, member, zero) \
	{ name, title, type, true, offsetof(struct recording_measure, member), zero }

const struct view_fact view_facts[] = {
	FACT("file", "File", FACT_TEXT, path, false),
	FACT("host", "Host", FACT_TEXT, host, false),
	FACT("kernel", "Kernel", FACT_TEXT, release, false),
	FACT("arch", "Architecture", FACT_TEXT, arch, false),
	FACT("perf", "Recorded by perf", FACT_TEXT, perfdata.info.perf_version, false),
	FACT("command", "Command", FACT_TEXT, command, false),
	MEASURED("event", "Event", FACT_TEXT, event, false),
	MEASURED("period", "Cycles per sample", FACT_NUMBER, period, false),
	MEASURED("frequency_hz", "Samples a second", FACT_NUMBER, frequency_hz, false),
	MEASURED("samples", "Samples", FACT_NUMBER, samples, true),
	MEASURED("unknown_samples", "Samples without events", FACT_NUMBER, unknown_samples, true),
	MEASURED("lost", "Lost", FACT_NUMBER, lost, true),
	FACT("throttled", "Throttled", FACT_NUMBER, throttled, true),
	FACT("run_cycles", "Cycles of the run", FACT_NUMBER, run_cycles, false),
	MEASURED("cycles", "Cycles", FACT_CYCLES, pics.parts, true),
	FACT("threads", "Threads", FACT_NUMBER, threads_count, true),
	MEASURED("first_s", "First sample at (s)", FACT_SECONDS, first_ns, false),
	MEASURED("last_s", "Last sample at (s)", FACT_SECONDS, last_ns, false),
	{ 0 },
};

const char *view_fact_name(const struct view_info *info, const struct view_fact *fact)
{
	return fact->type == FACT_CYCLES ? info->objects->measure->kind->unit : fact->name;
}

static const void *place_of(const struct view_info *info, const struct view_fact *fact)
{
	const struct recording *recording = info->recording;

	return (fact->measured ? (const char *)info->objects->measure : (const char *)recording) +
	       fact->offset;
}

const char *view_fact_text(const struct view_info *info, const struct view_fact *fact)
{
	return *(const char *const *)place_of(info, fact);
}

uint64_t view_fact_number(const struct view_info *info, const struct view_fact *fact)
{
	return *(const uint64_t *)place_of(info, fact);
}

_Static_assert(sizeof(size_t) == sizeof(uint64_t), "facts read counts as 64-bit numbers");

const char *view_fact_decimal(const struct view_info *info, const struct view_fact *fact,
			      char text[AMOUNT_TEXT])
{
	uint64_t number = view_fact_number(info, fact);

	if (fact->type == FACT_CYCLES)
		return amount_exact(info->objects->measure, number, text);
	if (fact->type == FACT_SECONDS)
		snprintf(text, AMOUNT_TEXT, "%" PRIu64 ".%09" PRIu64, number / 1000000000,
			 number % 1000000000);
	else
		snprintf(text, AMOUNT_TEXT, "%" PRIu64, number);
	return text;
}

double view_info_share(const struct view_info *info, uint64_t parts)
{
	uint64_t all = info->objects->measure->pics.parts;

	return all ? (double)parts / (double)all : 0;
}

uint64_t view_info_named(const struct view_info *info, const struct row *row)
{
	return row->stack->parts - info->objects->unresolved_by_object[row->object];
}

const char *view_info_trouble(const struct view_info *info, const struct row *row)
{
	const char *trouble;

	if (!info->objects->unresolved_by_object[row->object])
		return NULL;
	trouble = symbols_trouble(&info->recording->symbols, row->object);
	return trouble ? trouble : "it has no file to look into";
}

static void put_folded(const struct view_info *info, const char *text, const char *lead)
{
	if (info->term->screen) {
		paragraph_put(info->term, text, strlen(lead), lead);
		return;
	}
	term_put(info->term, text);
	fputc('\n', info->term->file);
}

static void put_pair(const struct view_info *info, const char *title, const char *text)
{
	fprintf(info->term->file, "%-*s", (int)strlen(TITLE_LEAD), title);
	put_folded(info, text, TITLE_LEAD);
}

/* A number for people. */
static const char *amount_text(const struct view_info *info, const struct view_fact *fact,
			       char text[AMOUNT_TEXT])
{
	uint64_t number = view_fact_number(info, fact);

	if (fact->type == FACT_CYCLES)
		return amount_cycles(info->objects->measure, number, text);
	if (fact->type == FACT_SECONDS)
		return view_fact_decimal(info, fact, text);
	return amount_number(number, text);
}

static void text_facts(const struct view_info *info)
{
	const struct recording *recording = info->recording;
	char text[AMOUNT_TEXT], title[CATEGORY_TEXT], measures[MEASURES_TEXT];

	for (const struct view_fact *fact = view_facts; fact->name; fact++) {
		if (fact->type == FACT_TEXT && view_fact_text(info, fact))
			put_pair(info, fact->title, view_fact_text(info, fact));
		else if (fact->type != FACT_TEXT && (fact->zero || view_fact_number(info, fact)))
			put_pair(info, fact->type == FACT_CYCLES ?
				 category_title(info->objects->measure->kind->unit, title) : fact->title,
				 amount_text(info, fact, text));
	}
	if (info->objects->measure->last_ns > info->objects->measure->first_ns) {
		snprintf(text, sizeof(text), "%.9f", (double)(info->objects->measure->last_ns -
			 info->objects->measure->first_ns) / 1e9);
		put_pair(info, "Time span (s)", text);
	}
	if (info->objects->measure->kind != &category_signatures)
		put_pair(info, "Stacks of", info->objects->measure->kind->names);
	put_pair(info, "Measures", measures_list(recording_measures(recording), measures));
	put_pair(info, "Callchains", recording->has_chains ? "yes" : "no");
}

/* The core's settings, as "name=value name=value"; NULL when memory ran out. */
static char *settings_text(const struct recording *recording)
{
	char *text = NULL;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	for (size_t i = 0; file && i < recording->settings_count; i++)
		fprintf(file, "%s%s=%s", i ? " " : "", recording->settings[i].name,
			recording->settings[i].value);
	if (!file || fclose(file))
		return NULL;
	return text;
}

static void text_settings(const struct view_info *info)
{
	const struct recording *recording = info->recording;
	char *text = recording->settings_count ? settings_text(recording) : NULL;
	char number[AMOUNT_TEXT];

	if (text)
		put_pair(info, "Configuration", text);
	free(text);
	for (size_t i = 0; i < recording->others_count; i++) {
		fprintf(info->term->file, "%-*s", (int)strlen(TITLE_LEAD), i ? "" : "Other events");
		term_put(info->term, recording->others[i].name);
		fprintf(info->term->file, " (%s sample%s, not shown here)\n",
			amount_number(recording->others[i].samples, number),
			recording->others[i].samples == 1 ? "" : "s");
	}
}

static void text_objects(const struct view_info *info)
{
	char title[CATEGORY_TEXT];

	if (!info->objects->count)
		return;
	fprintf(info->term->file, "\n%8s  %-8s  %s\n",
		category_title(info->objects->measure->kind->unit, title), "Named", "Object");
	for (size_t i = 0; i < info->objects->count; i++) {
		const struct row *row = &info->objects->rows[i];
		const char *trouble = view_info_trouble(info, row);

		fprintf(info->term->file, "%7.2f%%  %7.2f%%  ",
			100 * view_info_share(info, row->stack->parts),
			100 * (double)view_info_named(info, row) / (double)row->stack->parts);
		term_put(info->term, row->location.object->path);
		fputc('\n', info->term->file);
		if (trouble) {
			fputs(OBJECT_LEAD, info->term->file);
			put_folded(info, trouble, OBJECT_LEAD);
		}
	}
}

void view_info_text(const struct view_info *info)
{
	text_facts(info);
	text_settings(info);
	text_objects(info);
	for (size_t i = 0; i < info->recording->notes.count; i++) {
		fputs(i ? "note: " : "\nnote: ", info->term->file);
		put_folded(info, info->recording->notes.texts[i], "      ");
	}
}

static void (*const formats[VIEW_COUNT])(const struct view_info *info) = {
	[VIEW_TEXT] = view_info_text, [VIEW_JSON] = view_info_json, [VIEW_CSV] = view_info_csv,
};

void view_info_put(const struct view_info *info, enum view_format format)
{
	formats[format](info);
}
