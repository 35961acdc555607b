// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hints.c - remedies near an instruction; see hints.h
 */
#include "hints.h"

#include <stdio.h>
#include <string.h>

#include "analysis/calls/callsites.h"

#define GROWTH_LEAST	0.05		/* of all cycles */
#define TAKEN_LEAST	0.25		/* of the instruction's cycles, */
#define TAKEN_SAMPLES	10		/* and samples */

static bool has_event(const struct explanation_item *item, uint16_t event)
{
	for (size_t i = 0; i < item->causes_count; i++)
		if (item->causes[i].category < SIGNATURE_UNKNOWN && item->causes[i].category & event)
			return true;
	return false;
}

/* The paper's lbm: while a load waits, the ROB is too full for the next iteration's. */
void hint_loop(struct explanation_item *item, const struct recording *recording)
{
	unsigned long rob = advice_knob_number(recording, "rob");

	if (rob && item->around.loop.instructions > rob && has_event(item, TEA_PSV_ST_L1) &&
	    item->around.addressing.kind != ADDRESSING_CHASE)
		snprintf(item->hints[HINT_LOOP], EXPLANATION_HINT_TEXT, "An iteration of the loop has up to "
			 "%zu instructions, more than the ROB holds (%lu): the next iteration's loads cannot "
			 "start while this one waits, so prefetch them by hand.",
			 item->around.loop.instructions, rob);
}

/* The paper's nab: instructions behind a flushing one cannot start early. */
void hint_flush(struct explanation_item *item, const char *near, uint64_t address,
		       size_t distance)
{
	if (item->causes_count && !item->causes[0].category &&
	    item->causes[0].advice->states == ADVICE_STALLED && !item->causes[0].chance)
		snprintf(item->hints[HINT_FLUSH], EXPLANATION_HINT_TEXT, "%s at %llx, %zu instruction%s before, "
			 "flushes the pipeline: it keeps this one from starting early.", near,
			 (unsigned long long)address, distance, distance == 1 ? "" : "s");
}

/* Remedies for callers of the C library. */
#define ONCE	"Where its result stays the same, call it once, before the loop, or keep it."
#define LESS	"Call it for less, or not at all: only what has changed, or is read."
#define COMPARE	"See how many comparisons a look-up takes. Where they are many: a hash function that spreads " \
		"better, more buckets, a sorted table. A stored hash compared first helps only where it has " \
		"more bits than have chosen the bucket."
#define KEEP	"Allocate less often: keep what is used again, or take many at once."
#define RARELY	"Call that less often, or on less."
#define SCAN	"That measures all that is left of the string at each call: give it one line, or use strtol() and " \
		"the like."
#define LEVELS	12		/* of calls, until one that has source lines */

static const struct library {
	const char *name, *remedy;
} library[] = {
	{ "memset", LESS }, { "memcpy", LESS }, { "memmove", LESS }, { "strcpy", LESS },
	{ "strcat", LESS }, { "memcmp", COMPARE }, { "memchr", ONCE }, { "strlen", ONCE },
	{ "strnlen", ONCE }, { "strcmp", COMPARE }, { "strncmp", COMPARE }, { "strchr", ONCE },
	{ "strrchr", ONCE }, { "strstr", ONCE }, { "malloc", KEEP }, { "free", KEEP },
	{ "calloc", KEEP }, { "realloc", KEEP }, { "_int_malloc", KEEP }, { "_int_free", KEEP },
};

/* The remedy by the function through which a library function is called. */
static const char *remedy_through(const struct library *found, const char *by)
{
	if (!by)
		return found->remedy;
	return strstr(by, "sscanf") && !strcmp(found->name, "strlen") ? SCAN : RARELY;
}

static const struct library *find_library(const struct symbols_location *location)
{
	const char *function = location->function;

	if (!function)
		return NULL;
	if (!strncmp(function, "__", 2))
		function += 2;
	for (size_t i = 0; i < sizeof(library) / sizeof(library[0]); i++)
		if (!strcmp(function, library[i].name))
			return &library[i];
	return NULL;
}

/* The caller of @callee: the first one up that has source lines, else the last that is found. */
static struct callsites find_caller(struct symbols *symbols, const struct rows *rows,
				    const struct row *callee, const char *name, const char **by)
{
	struct callsites sites = callsites_find(symbols, rows, callee, name), above = sites;

	for (int i = 0; i < LEVELS && above.count && !sites.first->line.file; i++) {
		const struct symbols_location *location = &sites.first->location;

		if (!location->linkage)
			break;
		above = callsites_find(symbols, rows, sites.first, location->linkage);
		if (!above.count)
			break;
		*by = location->function;
		sites = above;
	}
	return sites;
}

/* "shout_line at shout.c:23, in a loop" */
static void describe_site(const struct callsites *sites, char *text, size_t size)
{
	const struct row *row = sites->first;
	size_t used;

	used = (size_t)snprintf(text, size, "%s", row->location.function ? row->location.function : "code");
	used = used < size ? used : size - 1;
	if (row->line.file)
		used += (size_t)snprintf(text + used, size - used, " at %s:%u",
					 symbols_base_name(row->line.file), row->line.line);
	used = used < size ? used : size - 1;
	snprintf(text + used, size - used, "%s", sites->loop.end ? ", in a loop" : "");
}

static uint64_t parts_of_function(const struct rows *rows, const struct row *of)
{
	uint64_t parts = 0;

	for (size_t i = 0; i < rows->count; i++)
		if (rows->rows[i].object == of->object &&
		    rows->rows[i].location.function_start == of->location.function_start)
			parts += rows->rows[i].stack->parts;
	return parts;
}

/* A function of every C library: its callers can change something. */
void hint_library(struct explanation_item *item, struct symbols *symbols, const struct rows *rows)
{
	const struct library *found = find_library(&item->row->location);
	const char *by = NULL;
	struct callsites sites;
	char site[EXPLANATION_HINT_TEXT / 2], *hint = item->hints[HINT_LIBRARY];
	double percent;

	if (!found)
		return;
	sites = find_caller(symbols, rows, item->row, found->name, &by);
	percent = pics_percent(parts_of_function(rows, item->row), rows->total.parts);
	if (!sites.count) {
		snprintf(hint, EXPLANATION_HINT_TEXT, "%s is the C library's, %.1f%% of all: the remedy is in "
			 "its callers, in how often they call it and for how much (tea record -g, then tea "
			 "report -g caller).", found->name, percent);
		return;
	}
	describe_site(&sites, site, sizeof(site));
	snprintf(hint, EXPLANATION_HINT_TEXT, "%s is the C library's, %.1f%% of all, so the remedy is in its "
		 "callers: %s%s%.60s%s. %s", found->name, percent, site, by ? ", through " : "", by ? by : "",
		 sites.count > 1 ? ", and others" : "", remedy_through(found, by));
	item->called = true;
}

/* Loads, as part of the work, that the compiler could not leave out. */
void hint_reloads(struct explanation_item *item)
{
	const struct surroundings *around = &item->around;

	/* a loop that waits for data of its own stores has that in its remedy */
	if (!around->reloads || !item->causes_count || item->causes[0].category ||
	    around->limit.group == WAITGROUP_FORWARD || around->classes & ADVICE_FORWARD)
		return;
	snprintf(item->hints[HINT_RELOADS], EXPLANATION_HINT_TEXT, "%zu load%s of an iteration, the first at %llx, "
		 "read%s again what a register could keep, since a store in between may have changed it: one of "
		 "bytes (char, uint8_t) may change anything. Work on local copies, or say restrict.",
		 around->reloads, around->reloads == 1 ? "" : "s",
		 (unsigned long long)around->reloaded, around->reloads == 1 ? "s" : "");
}

/*
 * A container that grows moves or chains again all its elements, each time it doubles: cycles of
 * the line that fills it, or of the function by which it grows.
 */
void hint_growth(struct explanation_item *item, const struct rows *rows)
{
	const char *grows = item->own.grows;
	uint64_t parts = 0;

	if (!item->own.line.file && !grows)
		return;
	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->rows[i];
		struct ownline own;

		if (row->object != item->row->object ||
		    row->location.function_start != item->row->location.function_start)
			continue;
		own = ownline_find(&row->location, &row->line);
		if (!own.grows || (item->own.line.file && !ownline_is_same(&own, &item->own)))
			continue;
		parts += row->stack->parts;
		grows = grows ? grows : own.grows;
	}
	if ((double)parts < GROWTH_LEAST * (double)rows->total.parts)
		return;
	snprintf(item->hints[HINT_GROWTH], EXPLANATION_HINT_TEXT, "%.1f%% of all is in %.80s, by which the "
		 "container grows: it moves or chains anew all that it has. Where it is known how much will "
		 "come, reserve() the room before.", pics_percent(parts, rows->total.parts), grows);
}

/* "table.used (bytes 8-15 of its line) in count_used at sharing.c:82, thread 125" */
static void describe_access(const struct sharing_access *access, bool named, char *text, size_t size)
{
	size_t used = (size_t)snprintf(text, size, "%.80s (bytes %u-%u of its line)", access->data, access->offset,
				       access->offset + access->bytes - 1);

	if (!named || used >= size)
		return;
	used += (size_t)snprintf(text + used, size - used, " in %.80s", access->location.function ?
				 access->location.function : "code without a name");
	if (access->source.file && used < size)
		used += (size_t)snprintf(text + used, size - used, " at %.60s:%d",
					 symbols_base_name(access->source.file), access->source.line);
	if (used < size)
		snprintf(text + used, size - used, ", thread %u", access->thread->tid);
}

/* The program that perf recorded, as its command has it. */
static const char *program_of(const struct recording *recording)
{
	const char *at = recording->command, *program = NULL;

	while (at && (at = strstr(at, " -- "))) {
		at += strlen(" -- ");
		program = at;
	}
	return program ? program : "PROGRAM";
}

/* The cost of @what, measured on a machine with @knob. */
static void hint_unshared(struct explanation_item *item, const struct recording *recording, const char *what,
			  const char *knob)
{
	const char *program = program_of(recording), *share = strstr(program, "/host/") ? " --share DIR" : "";
	const unsigned int harts = recording->perfdata.info.cpus_online;

	snprintf(item->hints[HINT_UNSHARED], EXPLANATION_HINT_TEXT, "What harts lose by %s, "
		 "in all: the time of this, with --plugin and without: qemu-device/guest/run --smp %u%s --plugin "
		 "%s=1 -- perf stat -a -e tea// -- %.200s", what, harts > 1 ? harts : 2, share, knob, program);
}

void hint_sharing(struct explanation_item *item, const struct recording *recording)
{
	static const char *const does[] = {
		[SHARING_LOAD] = "reads", [SHARING_STORE] = "writes", [SHARING_ATOMIC] = "updates",
	};
	const struct sharing_access *own = item->shared;
	char one[EXPLANATION_HINT_TEXT / 4], other[EXPLANATION_HINT_TEXT / 2];
	if (!own)
		return;
	describe_access(own, false, one, sizeof(one));
	describe_access(own->other, true, other, sizeof(other));
	snprintf(item->hints[HINT_SHARING], EXPLANATION_HINT_TEXT, "It %s %s, and another thread %s %s: %s.%s",
		 does[own->kind], one, does[own->other->kind], other,
		 own->same ? "the same data" : "other data in the same line",
		 own->code.counts && own->same ? " Nobody uses the result: it is a count." : "");
	hint_unshared(item, recording, "taking lines from each other", "sharing_perfect");
}

/* " Of all cycles that wait for memory, 43% are of thread 125 (sharing), most in read_all of sharing.c: ..." */
static void describe_reader(const struct taken *taken, const struct recording *recording, uint32_t thread,
			    char *text, size_t size)
{
	const struct taken_reader *reader = taken_largest_reader(taken, thread);
	struct elfobject_line line;

	text[0] = '\0';
	if (!reader)
		return;
	line = symbols_line(&reader->location);
	snprintf(text, size, " Of all cycles that wait for memory, %.0f%% are of thread %u (%.16s), most in %.60s%s%.60s: "
		 "run the two at different times, let that one work in blocks, or this one on fewer lines.",
		 pics_percent(taken->by_thread[reader->thread], taken->parts),
		 recording->threads[reader->thread].tid, recording->threads[reader->thread].comm,
		 reader->location.function ? reader->location.function : "code without a name",
		 line.file ? " of " : "", line.file ? symbols_base_name(line.file) : "");
}

void hint_taken(struct explanation_item *item, const struct recording *recording, const struct taken *taken)
{
	const struct taken_miss *miss = taken_at(taken, item->row->object, item->row->location.address);
	char reader[EXPLANATION_HINT_TEXT / 2];

	if (!miss || miss->samples < TAKEN_SAMPLES * PICS_SAMPLE ||
	    (double)miss->parts < TAKEN_LEAST * (double)item->row->stack->parts)
		return;
	describe_reader(taken, recording, miss->thread, reader, sizeof(reader));
	snprintf(item->hints[HINT_TAKEN], EXPLANATION_HINT_TEXT, "%.0f%% of its cycles are misses on lines that another "
		 "hart pushed out of the last-level cache.%s",
		 pics_percent(miss->parts, item->row->stack->parts), reader);
	if (!item->hints[HINT_UNSHARED][0])
		hint_unshared(item, recording, "sharing the last-level cache", "llc_private");
}
