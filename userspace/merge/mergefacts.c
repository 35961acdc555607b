// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mergefacts.c - what recordings have to have in common; see merge.h
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "merge_parts.h"

#define SETTING_TEXT	64

/* The thread that took most of the cycles. */
static const char *main_thread(const struct recording *recording)
{
	const struct pics *pics = &recording->shown->pics;
	uint64_t *parts = calloc(recording->threads_count + 1, sizeof(*parts));
	size_t most = 0;

	for (size_t i = 0; parts && i < pics->stacks_count; i++)
		parts[recording->places[pics->stacks[i].place].thread] += pics->stacks[i].parts;
	for (size_t i = 0; parts && i < recording->threads_count; i++)
		if (parts[i] > parts[most])
			most = i;
	free(parts);
	return recording->threads_count && recording->threads[most].comm ?
	       recording->threads[most].comm : "unknown";
}

static const char *keep(struct merge *merge, const char *text)
{
	return text ? texts_intern(&merge->texts, text) : NULL;
}

static int keep_settings(struct merge *merge, const struct recording *recording)
{
	struct merge_facts *facts = &merge->facts;

	facts->settings = calloc(recording->settings_count + 1, sizeof(*facts->settings));
	if (!facts->settings)
		return -ENOMEM;
	for (size_t i = 0; i < recording->settings_count; i++) {
		struct recording_setting *setting = &facts->settings[facts->settings_count++];

		setting->name = keep(merge, recording->settings[i].name);
		setting->value = keep(merge, recording->settings[i].value);
		if (!setting->name || !setting->value)
			return -ENOMEM;
	}
	return 0;
}

/* The kind, for as long as the merge: a recording's own categories are gone when it is closed. */
static int keep_kind(struct merge *merge, const struct recording_measure *measure)
{
	struct merge_facts *facts = &merge->facts;
	const struct category_kind *kind = measure->kind;

	facts->kind = kind;
	if (!measure->categories)
		return 0;
	facts->categories = category_list_create(kind->items_count);
	if (!facts->categories)
		return -ENOMEM;
	facts->kind = &facts->categories->kind;
	facts->categories->kind.name = keep(merge, kind->name);
	facts->categories->kind.names = keep(merge, kind->names);
	facts->categories->kind.unit = keep(merge, kind->unit);
	for (unsigned int i = 0; i < kind->items_count; i++) {
		facts->categories->items[i].name = keep(merge, kind->items[i].name);
		facts->categories->items[i].text = keep(merge, kind->items[i].text);
	}
	return 0;
}

static int begin(struct merge *merge, const struct recording *recording, struct fault *fault)
{
	const struct recording_measure *measure = recording->shown;
	struct merge_facts *facts = &merge->facts;

	facts->measure = measure->id;
	facts->stage = measure->stage;
	facts->parts_per_unit = measure->parts_per_unit;
	facts->event = keep(merge, measure->event);
	facts->comm = keep(merge, main_thread(recording));
	facts->arch = keep(merge, recording->arch);
	facts->file = keep(merge, recording->path);
	if (keep_settings(merge, recording) || keep_kind(merge, measure) || !facts->event ||
	    !facts->comm || !facts->file)
		return fault_no_memory(fault, "what recordings have in common");
	return 0;
}

static int refuse(const struct merge *merge, const struct recording *recording, const char *what,
		  const char *first, const char *second, struct fault *fault)
{
	return fault_set(fault, -EINVAL, "'%s' and '%s' differ in %s, '%s' and '%s': merge only "
			 "recordings that agree in it; 'tea diff' compares two that do not",
			 merge->facts.file, recording->path, what, first, second);
}

static int check_text(const struct merge *merge, const struct recording *recording,
		      const char *what, const char *const texts[2], struct fault *fault)
{
	const char *first = texts[0] ? texts[0] : "", *second = texts[1] ? texts[1] : "";

	return strcmp(first, second) ? refuse(merge, recording, what, first, second, fault) : 0;
}

/* Which is number @number; NULL: there are fewer. */
static const struct recording_setting *setting_at(const struct recording_setting *settings,
						  size_t count, size_t number)
{
	return number < count ? &settings[number] : NULL;
}

/* How many bytes the values of both begin with, if the two have the same name. */
static size_t common_bytes(const struct recording_setting *first,
			   const struct recording_setting *second)
{
	size_t count = 0;

	if (!first || !second || strcmp(first->name, second->name))
		return 0;
	while (first->value[count] && first->value[count] == second->value[count])
		count++;
	return count;
}

/* "name=value", of long ones from what the other has @common on; "nothing". Returns @text. */
static const char *setting_text(const struct recording_setting *setting, size_t common,
				char text[SETTING_TEXT])
{
	if (!setting)
		snprintf(text, SETTING_TEXT, "nothing");
	else if (strlen(setting->name) + common + 2 < SETTING_TEXT)
		snprintf(text, SETTING_TEXT, "%s=%s", setting->name, setting->value);
	else
		snprintf(text, SETTING_TEXT, "%.24s=...%s", setting->name,
			 setting->value + common);
	return text;
}

/* The first of them in which the two differ. */
static int check_settings(const struct merge *merge, const struct recording *recording,
			  struct fault *fault)
{
	const struct merge_facts *facts = &merge->facts;
	char texts[2][SETTING_TEXT];

	for (size_t i = 0; i < facts->settings_count || i < recording->settings_count; i++) {
		const struct recording_setting
			*first = setting_at(facts->settings, facts->settings_count, i),
			*second = setting_at(recording->settings, recording->settings_count, i);
		const size_t common = common_bytes(first, second);

		if (first && second && !strcmp(first->name, second->name) &&
		    !strcmp(first->value, second->value))
			continue;
		return refuse(merge, recording, "the core", setting_text(first, common, texts[0]),
			      setting_text(second, common, texts[1]), fault);
	}
	return 0;
}

/* Margins of its own are of windows or of machines: they cannot be told apart in a sum. */
static int check_estimated(const struct recording *recording, struct fault *fault)
{
	if (recording->merged.recordings)
		return fault_set(fault, -EINVAL, "'%s' is a merged profile: merge all recordings "
				 "that it is of, and the others, at once", recording->path);
	if (recording->shown->groups)
		return fault_set(fault, -EINVAL, "'%s' has estimates by windows of a run: "
				 "simulate it without --sampled, or merge its samples "
				 "(--of cycles)", recording->path);
	return 0;
}

static int check_measure(const struct recording *recording, struct fault *fault)
{
	const enum measure id = recording->shown->id;

	if (id == MEASURE_CYCLES || id == MEASURE_GOLDEN)
		return 0;
	return fault_set(fault, -EINVAL, "'%s': %s cannot be merged: take cycles or golden",
			 recording->path, measure_texts[id]);
}

int merge_check(struct merge *merge, const struct recording *recording, struct fault *fault)
{
	const struct recording_measure *measure = recording->shown;
	const struct merge_facts *facts = &merge->facts;
	char numbers[2][24];
	int error = check_measure(recording, fault);

	if (!error)
		error = check_estimated(recording, fault);
	if (error)
		return error;
	if (!facts->file)
		return begin(merge, recording, fault);
	snprintf(numbers[0], sizeof(numbers[0]), "%u", facts->parts_per_unit);
	snprintf(numbers[1], sizeof(numbers[1]), "%u", measure->parts_per_unit);
	error = check_text(merge, recording, "the event",
			   (const char *[]){ facts->event, measure->event }, fault);
	if (!error)
		error = check_text(merge, recording, "the measure",
				   (const char *[]){ measure_names[facts->measure],
						     measure_names[measure->id] },
				   fault);
	if (!error && facts->stage != measure->stage)
		error = refuse(merge, recording, "the stage", "commit", "dispatch", fault);
	if (!error && !category_same(facts->kind, measure->kind))
		error = refuse(merge, recording, "the categories", facts->kind->names,
			       measure->kind->names, fault);
	if (!error)
		error = check_text(merge, recording, "the parts of a cycle",
				   (const char *[]){ numbers[0], numbers[1] }, fault);
	if (!error)
		error = check_text(merge, recording, "the architecture",
				   (const char *[]){ facts->arch, recording->arch }, fault);
	return error ? error : check_settings(merge, recording, fault);
}
