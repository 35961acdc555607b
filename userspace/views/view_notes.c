// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_notes.c - what is missing and how to get it; see view_notes.h
 */
#include "view_notes.h"

#include <string.h>

#include "term.h"

#define PERCENT_LITTLE	1		/* of the cycles: several such lacks are one note */

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

/* What an object lacks, and others that lack the same. */
struct lack {
	uint64_t parts;
	const char *trouble;		/* NULL: there is no file to ask */
};

/* False where nothing is lacking, or another object stands for it. */
static bool find_lack(struct recording *recording, const struct rows *rows, uint32_t object,
		      struct lack *lack)
{
	uint32_t first = object;

	*lack = (struct lack){ .parts = rows->unresolved_by_object[object] };
	if (!lack->parts)
		return false;
	lack->trouble = symbols_trouble(&recording->symbols, object);
	if (lack->trouble)
		lack->parts = parts_with(recording, rows, lack->trouble, &first);
	return first == object;
}

static bool is_little(const struct recording *recording, const struct lack *lack)
{
	return percent(lack->parts, recording->pics.parts) < PERCENT_LITTLE;
}

static void note_lack(struct recording *recording, uint32_t object, const struct lack *lack)
{
	double share = percent(lack->parts, recording->pics.parts);

	if (lack->trouble)
		notes_add(&recording->notes, "%.2f%% of the cycles have no function name: %s", share,
			  lack->trouble);
	else
		notes_add(&recording->notes, "%.2f%% of the cycles have no function name: '%s' has "
			  "no file to look into", share, recording->symbols.objects[object].path);
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
	uint32_t count = (uint32_t)recording->symbols.count, little = 0;
	uint64_t parts = 0;
	struct lack lack;

	for (uint32_t i = 0; i < count; i++) {
		if (!find_lack(recording, rows, i, &lack) || !is_little(recording, &lack))
			continue;
		little++;
		parts += lack.parts;
	}
	for (uint32_t i = 0; i < count && !notes_full(&recording->notes); i++)
		if (find_lack(recording, rows, i, &lack) && (little == 1 || !is_little(recording, &lack)))
			note_lack(recording, i, &lack);
	if (little > 1)
		notes_add(&recording->notes, "%.2f%% of the cycles, in %u objects, have no function "
			  "name: 'tea info' tells why", percent(parts, recording->pics.parts), little);
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
