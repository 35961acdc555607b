// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * diagnostics.c - missing information and how to get it; see diagnostics.h
 */
#include "diagnostics.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "recording/framechain.h"

#define PERCENT_LITTLE	1		/* of the cycles: smaller lacks share one note */
#define PERCENT_ALARMS	1		/* of the samples: that many lost ones are worth a note */
#define REASONS_MAX	8
#define STRIPPED_MOST	4		/* objects that one note names */
#define STRIPPED_TEXT	512

/* Kernel and modules can lack their names for one reason, which is noted once. */
static bool is_kernel(const struct recording *recording, uint32_t object)
{
	enum symbols_kind kind = recording->symbols.objects[object].kind;

	return kind == SYMBOLS_KERNEL || kind == SYMBOLS_MODULE;
}

/* Objects of the kernel that lack names for one reason. */
struct reason {
	const char *trouble;
	uint32_t object;		/* the first of them, which has the note */
	uint64_t parts;			/* without a name, in all of them */
};

struct reasons {
	struct reason items[REASONS_MAX];
	size_t count;
};

/* NULL if there are too many reasons: the object has its own note. */
static struct reason *find_reason(struct reasons *reasons, const char *trouble, uint32_t object)
{
	for (size_t i = 0; i < reasons->count; i++)
		if (!strcmp(reasons->items[i].trouble, trouble))
			return &reasons->items[i];
	if (reasons->count == REASONS_MAX)
		return NULL;
	reasons->items[reasons->count] = (struct reason){ .trouble = trouble, .object = object };
	return &reasons->items[reasons->count++];
}

static struct reason *reason_of(struct recording *recording, const struct rows *rows,
				struct reasons *reasons, uint32_t object)
{
	const char *trouble;

	if (!rows->unresolved_by_object[object] || !is_kernel(recording, object))
		return NULL;
	trouble = symbols_trouble(&recording->symbols, object);
	return trouble ? find_reason(reasons, trouble, object) : NULL;
}

static void find_reasons(struct recording *recording, const struct rows *rows,
			 struct reasons *reasons)
{
	for (uint32_t i = 0; i < recording->symbols.count; i++) {
		struct reason *reason = reason_of(recording, rows, reasons, i);

		if (reason)
			reason->parts += rows->unresolved_by_object[i];
	}
}

/* Parts without a name for the object's note. */
static uint64_t parts_told(struct recording *recording, const struct rows *rows,
			   struct reasons *reasons, uint32_t object)
{
	const struct reason *reason = reason_of(recording, rows, reasons, object);

	if (!reason)
		return rows->unresolved_by_object[object];
	return reason->object == object ? reason->parts : 0;
}

static void note_lack(struct recording *recording, const struct recording_measure *measure,
		      uint32_t object, uint64_t parts)
{
	const char *trouble = symbols_trouble(&recording->symbols, object);
	double share = pics_percent(parts, measure->pics.parts);
	const char *unit = measure->kind->unit;

	if (trouble)
		notes_add(&recording->notes, "%.2f%% of the %s have no function name: %s", share,
			  unit, trouble);
	else
		notes_add(&recording->notes, "%.2f%% of the %s have no function name: '%s' has "
			  "no file to look into", share, unit, recording->symbols.objects[object].path);
}

void diagnostics_note_samples(struct recording *recording,
			      const struct recording_measure *measure)
{
	double share = pics_percent(measure->unknown_samples, measure->samples);

	if (share >= PERCENT_ALARMS)
		notes_add(&recording->notes, "%.1f%% of the samples lost their events in a full buffer; "
			  "record with a larger one (perf record -m 16M) or a longer period (-c)",
			  share);
	share = pics_percent(measure->lost, measure->samples + measure->lost);
	if (share >= PERCENT_ALARMS)
		notes_add(&recording->notes, "%.1f%% of the samples were lost altogether; record with a "
			  "longer period (-c) or a larger buffer (-m 16M)", share);
	if (measure->parts_without_callers)
		notes_add(&recording->notes, "callers of %.2f%% of the %s are missing (%s): frame pointers "
			  "do not lead to them; record with 'tea record --call-graph dwarf'",
			  pics_percent(measure->parts_without_callers, measure->pics.parts),
			  measure->kind->unit, FRAMECHAIN_MISSING);
}

/* Samples of instructions, or where there are none streams, that are in the object. */
static uint64_t sampled_in(const struct recording *recording,
			   const struct recording_measure *measure, uint32_t object)
{
	uint64_t parts = 0;

	for (size_t i = 0; i < measure->pics.stacks_count; i++) {
		const struct pics_stack *stack = &measure->pics.stacks[i];

		if (recording->places[stack->place].object == object)
			parts += stack->parts;
	}
	for (size_t i = 0; !measure->pics.parts && i < recording->streams.count; i++)
		if (recording->streams.items[i].object == object)
			parts += recording->streams.items[i].count;
	return parts;
}

void diagnostics_note_code(struct recording *recording, const struct recording_measure *measure)
{
	uint64_t all = measure->pics.parts ? measure->pics.parts : recording->streams.number;
	struct reasons reasons = { .count = 0 };

	for (uint32_t i = 0; i < recording->symbols.count; i++) {
		const struct symbols_object *object = &recording->symbols.objects[i];
		const char *trouble = symbols_code_trouble(object);
		struct reason *reason;

		trouble = trouble ? trouble : symbols_trouble(&recording->symbols, i);
		reason = symbols_has_code(object) || !trouble ? NULL :
			 find_reason(&reasons, trouble, i);
		if (reason)
			reason->parts += sampled_in(recording, measure, i);
	}
	for (size_t i = 0; i < reasons.count; i++) {
		double share = pics_percent(reasons.items[i].parts, all);

		if (share >= PERCENT_LITTLE)
			notes_add(&recording->notes, "%.2f%% of the samples are of code that is not here: "
				  "%s", share, reasons.items[i].trouble);
	}
}

static bool is_much(const struct recording_measure *measure, uint64_t parts)
{
	return pics_percent(parts, measure->pics.parts) >= PERCENT_LITTLE;
}

/* Functions are known, but no names. */
static bool is_stripped(const struct recording *recording, uint32_t object)
{
	const struct elfobject *elf = &recording->symbols.objects[object].elf;

	return elf->dwfl && elf->stripped && elf->functions.count;
}

/* One note for several objects. False if there are fewer than two. */
static bool note_stripped(struct recording *recording, const struct rows *rows)
{
	const struct recording_measure *measure = rows->measure;
	const struct symbols *symbols = &recording->symbols;
	char text[STRIPPED_TEXT] = "";
	size_t used = 0, count = 0;

	for (uint32_t i = 0; i < symbols->count; i++) {
		uint64_t parts = rows->unresolved_by_object[i];

		if (!is_much(measure, parts) || !is_stripped(recording, i) || count++ >= STRIPPED_MOST)
			continue;
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%.2f%%%s%s in %.80s",
					 used ? ", " : "", pics_percent(parts, measure->pics.parts),
					 used ? "" : " of the ", used ? "" : measure->kind->unit,
					 symbols_base_name(symbols->objects[i].path));
	}
	if (count < 2)
		return false;
	notes_add(&recording->notes, "%s%s have no function name: stripped, told apart by unwind tables and by "
		  "what lies between; install the debug symbols", text,
		  count > STRIPPED_MOST ? " and others" : "");
	return true;
}

void diagnostics_note_names(struct recording *recording, const struct rows *rows)
{
	struct reasons reasons = { .count = 0 };
	const struct recording_measure *measure = rows->measure;
	bool several = note_stripped(recording, rows);
	uint64_t little = 0, parts;
	uint32_t objects = 0, last = 0;

	find_reasons(recording, rows, &reasons);
	for (uint32_t i = 0; i < recording->symbols.count && !notes_full(&recording->notes); i++) {
		parts = parts_told(recording, rows, &reasons, i);
		if (several && is_much(measure, parts) && is_stripped(recording, i))
			continue;
		if (is_much(measure, parts))
			note_lack(recording, measure, i, parts);
		if (!parts || is_much(measure, parts))
			continue;
		little += parts;
		objects++;
		last = i;
	}
	if (objects == 1)
		notes_add(&recording->notes, "%.2f%% of the %s, in '%s', have no function name: 'tea info' "
			  "tells why", pics_percent(little, measure->pics.parts), measure->kind->unit,
			  symbols_base_name(recording->symbols.objects[last].path));
	else if (objects)
		notes_add(&recording->notes, "%.2f%% of the %s, in %u objects, have no function "
			  "name: 'tea info' tells why", pics_percent(little, measure->pics.parts),
			  measure->kind->unit, objects);
}

/* Rows without lines for one reason, and the largest of them. */
struct lineless {
	uint64_t parts;
	const struct row *row;
};

static void note_lineless(struct recording *recording, const char *unit, enum elfobject_lineless why,
			  const struct lineless *lineless, double share)
{
	const struct symbols_location *location = &lineless->row->location;

	switch (why) {
	case ELFOBJECT_NO_DWARF:
		notes_add(&recording->notes, "%.2f%% of the %s are in functions without source lines: "
			  "build with -g, or install the debug symbols", share, unit);
		break;
	case ELFOBJECT_NO_UNIT:
		notes_add(&recording->notes, "%.2f%% of the %s are in functions that the debug "
			  "information of their object leaves out, such as '%s' of '%s': they came to it "
			  "compiled without -g", share, unit, location->function,
			  symbols_base_name(location->object->path));
		break;
	case ELFOBJECT_NO_LINE:
		notes_add(&recording->notes, "%.2f%% of the %s are at instructions that the compiler gave "
			  "no line, as it does with what it made of several", share, unit);
		break;
	}
}

/* They have no source at all. */
static bool is_stub(const struct symbols_location *location)
{
	const char *at = location->linkage ? strrchr(location->linkage, '@') : NULL;

	return at && !strcmp(at, "@plt");
}

void diagnostics_note_lines(struct recording *recording, const struct rows *rows)
{
	struct lineless found[ELFOBJECT_NO_LINE + 1] = { 0 };

	if (rows->by != ROWS_BY_LINE && !rows->annotated)
		return;
	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->rows[i];
		struct lineless *lineless = &found[symbols_lineless(&row->location)];

		if (row->line.file || !row->location.function || is_stub(&row->location))
			continue;
		if (!lineless->row || row->stack->parts > lineless->row->stack->parts)
			lineless->row = row;
		lineless->parts += row->stack->parts;
	}
	for (size_t why = 0; why <= ELFOBJECT_NO_LINE; why++) {
		double share = pics_percent(found[why].parts, rows->total.parts);

		if (share >= PERCENT_LITTLE)
			note_lineless(recording, rows->measure->kind->unit, why, &found[why], share);
	}
}

void diagnostics_note_threads(struct recording *recording)
{
	if (recording->run_threads > 1)
		notes_add(&recording->notes, "a profile adds up the cycles of its %llu threads: 'tea stack "
			  "--by thread' has slots of each", (unsigned long long)recording->run_threads);
}

void diagnostics_note_times(struct recording *recording, const struct rows *rows)
{
	size_t empty = 0;

	for (size_t i = 0; i < rows->count; i++)
		empty += !rows->rows[i].stack->parts;
	if (rows->measure->slices.count && recording->run_threads > 1)
		notes_add(&recording->notes, "%llu threads lie over each other, each from its own beginning: "
			  "each has a core and a clock of its own",
			  (unsigned long long)recording->run_threads);
	if (recording->threads_count > 1)
		notes_add(&recording->notes, "time is wall time: a slice adds up the %s of %zu threads, on "
			  "whichever CPU they ran", rows->measure->kind->unit, recording->threads_count);
	if (empty && !rows->measure->slices.count)
		notes_add(&recording->notes, "%zu of %zu slices have no sample: nothing that was recorded ran "
			  "in them (it waited, or others had the CPU), or they are shorter than a sampling "
			  "period", empty, rows->count);
}

int diagnostics_no_rows(const struct recording *recording, const char *unit, const char *selection,
			struct fault *fault)
{
	if (selection)
		return fault_set(fault, -ENODATA, "no %s in what '%s' leaves: ask for fewer conditions",
				 unit, selection);
	return fault_set(fault, -ENODATA, "'%s' has no %s at any place: 'tea info' lists what it has",
			 recording->path, unit);
}
