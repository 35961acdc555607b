// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mergenotes.c - what is not in the sums, in words; see merge.h
 */
#include <string.h>

#include "merge_parts.h"

#define FILES_NAMED	3

/* The one of @text, or a new one, of no recordings; NULL: there are too many. */
static struct merge_told *told_of(struct merge *merge, const char *text)
{
	struct merge_told *told = merge->told;

	for (; told < merge->told + merge->told_count; told++)
		if (!strcmp(told->text, text))
			return told;
	if (merge->told_count == sizeof(merge->told) / sizeof(merge->told[0]))
		return NULL;
	*told = (struct merge_told){ .text = texts_intern(&merge->texts, text) };
	return told->text ? told : NULL;
}

void merge_tell(struct merge *merge, const struct recording *recording)
{
	for (size_t i = 0; i < recording->notes.count; i++) {
		struct merge_told *told = told_of(merge, recording->notes.texts[i]);

		if (told && !told->recordings) {
			told->file = texts_intern(&merge->texts, recording->path);
			merge->told_count += told->file != NULL;
		}
		if (told && told->file)
			told->recordings++;
	}
}

static void note_told(struct merge *merge)
{
	for (size_t i = 0; i < merge->told_count; i++) {
		const struct merge_told *told = &merge->told[i];

		if (told->recordings == 1)
			notes_add(&merge->notes, "'%s': %s", told->file, told->text);
		else
			notes_add(&merge->notes, "%zu recordings, first '%s': %s",
				  told->recordings, told->file, told->text);
	}
}

static void note_names(struct merge *merge)
{
	const char *names[FILES_NAMED] = { "", "", "" };
	size_t count = 0;

	for (size_t i = 0; i < merge->objects_count; i++) {
		const struct merge_object *object = &merge->objects[i];

		if (object->build || object->kind == SYMBOLS_NO_FILE)
			continue;
		if (count < FILES_NAMED)
			names[count] = object->path;
		count++;
	}
	if (!count || merge->list->count == 1)
		return;
	notes_add(&merge->notes,
		  "files without a build id: %zu; they are taken by name, whatever their build "
		  "(%s%s%s%s%s%s)",
		  count, names[0], count > 1 ? ", " : "", names[1], count > 2 ? ", " : "", names[2],
		  count > FILES_NAMED ? " and more" : "");
}

/* What else the recordings have. */
static void note_left_out(struct merge *merge)
{
	const unsigned int others = merge->measures & ~MEASURE_BIT(merge->facts.measure);
	char measures[MEASURES_TEXT];

	if (others)
		notes_add(&merge->notes, "not merged: %s; --of merges one of cycles and golden",
			  measures_list(others, measures));
	if (merge->threads > 1)
		notes_add(&merge->notes, "threads are added up: up to %llu of a recording",
			  (unsigned long long)merge->threads);
	if (merge->chained)
		notes_add(&merge->notes, "callchains are not merged: 'tea report -g' shows those "
			  "of each recording");
}

void merge_note(struct merge *merge)
{
	note_names(merge);
	if (merge->lost_file && merge->list->count > 1)
		notes_add(&merge->notes,
			  "samples that were lost: %llu, or %.2f%%; the largest part, %.2f%%, by "
			  "'%s'",
			  (unsigned long long)merge->lost,
			  pics_percent(merge->lost, merge->lost + merge->samples),
			  100 * merge->lost_share, merge->lost_file);
	if (merge->period_least != merge->period_most)
		notes_add(&merge->notes, "sampling periods differ, from %llu to %llu cycles (0: "
			  "not fixed): the mean stands for them",
			  (unsigned long long)merge->period_least,
			  (unsigned long long)merge->period_most);
	if (merge->elsewhere)
		notes_add(&merge->notes, "%.2f%% of the cycles are of code without a file, whose "
			  "addresses mean nothing in another process: one row for each name",
			  pics_percent(merge->elsewhere, merge->parts));
	note_left_out(merge);
	note_told(merge);
}
