// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_notes.c - what is missing and how to get it; see view_notes.h
 */
#include "view_notes.h"

#include <string.h>

#include "term.h"

static double percent(uint64_t parts, uint64_t whole)
{
	return whole ? 100.0 * (double)parts / (double)whole : 0;
}

/* The parts without a name that @trouble stands for: of the kernel and its modules it is one. */
static uint64_t parts_with(struct recording *recording, const struct rows *rows,
			   const char *trouble, uint32_t *first)
{
	uint64_t parts = 0;

	*first = (uint32_t)recording->symbols.count;
	for (uint32_t i = *first; i--;) {
		/* asking opens the object: only where there is something to tell */
		const char *other = rows->unresolved_by_object[i] ?
				    symbols_trouble(&recording->symbols, i) : NULL;

		if (other && !strcmp(other, trouble)) {
			parts += rows->unresolved_by_object[i];
			*first = i;
		}
	}
	return parts;
}

static void note_object(struct recording *recording, const struct rows *rows, uint32_t object)
{
	uint64_t parts = rows->unresolved_by_object[object];
	uint32_t first = object;
	const char *trouble;

	if (!parts)
		return;
	trouble = symbols_trouble(&recording->symbols, object);
	if (trouble)
		parts = parts_with(recording, rows, trouble, &first);
	if (first != object)
		return;
	if (trouble)
		notes_add(&recording->notes, "%.2f%% of the cycles have no function name: %s",
			  percent(parts, recording->pics.parts), trouble);
	else
		notes_add(&recording->notes, "%.2f%% of the cycles have no function name: '%s' has "
			  "no file to look into", percent(parts, recording->pics.parts),
			  recording->symbols.objects[object].path);
}

void view_note_lost(struct recording *recording)
{
	if (recording->unknown_samples)
		notes_add(&recording->notes, "samples whose events were lost in a full buffer: %llu; "
			  "record with a larger one (perf record -m 16M) or a longer period (-c)",
			  (unsigned long long)recording->unknown_samples);
	if (recording->lost)
		notes_add(&recording->notes, "samples or records lost altogether: %llu; record with a "
			  "longer period (-c) or a larger buffer (-m 16M)",
			  (unsigned long long)recording->lost);
}

void view_note_unnamed(struct recording *recording, const struct rows *rows)
{
	for (uint32_t i = 0; i < recording->symbols.count && !notes_full(&recording->notes); i++)
		note_object(recording, rows, i);
}

void view_warn(const struct recording *recording, FILE *file)
{
	struct term term;

	term_init(&term, file);
	for (size_t i = 0; i < recording->notes.count; i++) {
		fputs("tea: ", file);
		term_put(&term, recording->notes.texts[i]);
		fputc('\n', file);
	}
}
