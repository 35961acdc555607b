// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mergenotes.c - what is not in the sums, in words; see merge.h
 */
#include "merge_parts.h"

#define FILES_NAMED	3

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
}
