// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_script.c - samples one by one; see view_script.h
 *
 * As perf script has them: command, process and thread, CPU, time, cycles; then signature and
 * commit state, and where the instruction is.
 */
#include "view_script.h"

#include <inttypes.h>

#include "output/amount.h"

#define COMM_WIDTH	15		/* of the kernel's names */
#define NAME_WIDTH	20		/* of most signatures */
#define STATE_WIDTH	8
#define NS_PER_US	1000
#define US_PER_S	1000000

static void put_origin(const struct recording *recording, const struct recording_place *place,
		       const struct term *term)
{
	const struct recording_thread *thread = &recording->threads[place->thread];

	term_pad(term, thread->comm, COMM_WIDTH, true);
	fprintf(term->file, " %5" PRIu32 "/%-5" PRIu32, thread->pid, thread->tid);
	if (place->cpu != RECORDING_NO_CPU)
		fprintf(term->file, " [%03" PRIu32 "]", place->cpu);
}

static void put_time(uint64_t time_ns, FILE *file)
{
	uint64_t us = time_ns / NS_PER_US;

	fprintf(file, " %6" PRIu64 ".%06" PRIu64 ":", us / US_PER_S, us % US_PER_S);
}

static void put_place(const struct symbols_location *location, const struct term *term)
{
	fprintf(term->file, " %16" PRIx64 " ", location->address);
	term_put(term, location->function ? location->function : "[unknown]");
	if (location->function)
		fprintf(term->file, "+0x%" PRIx64, location->offset);
	fputs(" (", term->file);
	term_put(term, location->object->path);
	fputs(")\n", term->file);
}

static void put_sample(const struct recording *recording, const struct recording_measure *measure,
		       const struct recording_sample *sample,
		       const struct symbols_location *location, const struct term *term)
{
	const struct category_kind *kind = measure->kind;
	char name[CATEGORY_TEXT], cycles[AMOUNT_TEXT];

	put_origin(recording, &recording->places[sample->place], term);
	put_time(sample->time_ns, term->file);
	fprintf(term->file, " %10s", amount_exact(measure, sample->parts, cycles));
	fprintf(term->file, " %-*s", NAME_WIDTH, category_name(kind, sample->category, name));
	if (kind->states)
		fprintf(term->file, " %-*s", STATE_WIDTH, sample->state < CATEGORY_STATES ?
			kind->states[sample->state].name : "-");
	put_place(location, term);
}

size_t view_script_put(struct recording *recording, const struct recording_measure *measure,
		       const struct rows_options *options, const struct term *term)
{
	size_t lines = 0;

	for (size_t i = 0; i < measure->sequence_count && !ferror(term->file); i++) {
		const struct recording_sample *sample = &measure->sequence[i];
		const struct recording_place *place = &recording->places[sample->place];
		struct symbols_location location;

		symbols_locate(&recording->symbols, place->object, place->address, &location);
		if (!rows_want(options, place->object, &location))
			continue;
		put_sample(recording, measure, sample, &location, term);
		lines++;
	}
	return lines;
}
