// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * teapics.c - the library's interface over recording and rows; see teapics.h
 *
 * An entry is a row: those of an aggregate are made once, that of a place when visited.
 */
#include "teapics.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/places/rows.h"

/* Constants of teapics.h must match the rest. */
_Static_assert(TEAPICS_ERROR_BYTES >= sizeof(((struct fault *)NULL)->text), "errors fit");
_Static_assert(TEAPICS_SIGNATURE_BYTES == CATEGORY_TEXT, "signatures fit");
_Static_assert(TEAPICS_UNKNOWN == TEA_PSV_ST_CO && TEAPICS_ST_CO == SIGNATURE_UNKNOWN,
	       "ST-CO came when its bit meant unknown here: the two change places");
_Static_assert((int)TEAPICS_COMPUTE == TEA_STATE_COMPUTE &&
	       (int)TEAPICS_DRAINED == TEA_STATE_DRAINED &&
	       (int)TEAPICS_STALLED == TEA_STATE_STALLED &&
	       (int)TEAPICS_FLUSHED == TEA_STATE_FLUSHED, "states are those of the interface");

struct teapics {
	struct recording recording;
	char *path, *symfs, *event;
};

struct teapics_entry {
	const struct recording *recording;
	const struct row *row;
	bool has_thread, has_cpu, has_object;	/* it is of one of these */
	bool has_place;			/* of one function or less */
};

struct teapics_rows {
	struct rows rows;
	struct teapics_entry *entries;
};

static void release(struct teapics *pics)
{
	free(pics->path);
	free(pics->symfs);
	free(pics->event);
	free(pics);
}

struct teapics *teapics_open_event(const char *path, const char *symfs, const char *event,
				   char error[TEAPICS_ERROR_BYTES])
{
	struct teapics *pics = calloc(1, sizeof(*pics));
	struct recording_options options = { .cpus = true };
	struct fault fault = { .text = "out of memory" };

	if (pics) {
		options.path = pics->path = strdup(path);
		options.symfs = pics->symfs = strdup(symfs ? symfs : "");
		options.event = pics->event = event ? strdup(event) : NULL;
	}
	if (options.path && options.symfs && (options.event || !event) &&
	    !recording_open(&pics->recording, &options, &fault))
		return pics;
	if (error)
		strcpy(error, fault.text);
	if (pics)
		release(pics);
	return NULL;
}

struct teapics *teapics_open(const char *path, const char *symfs,
			     char error[TEAPICS_ERROR_BYTES])
{
	return teapics_open_event(path, symfs, NULL, error);
}

void teapics_close(struct teapics *pics)
{
	if (!pics)
		return;
	recording_close(&pics->recording);
	release(pics);
}

static double cycles_of(const struct recording *recording, uint64_t parts)
{
	return (double)parts / recording->shown->parts_per_unit;
}

double teapics_cycles(const struct teapics *pics)
{
	return cycles_of(&pics->recording, pics->recording.shown->pics.parts);
}

uint64_t teapics_samples(const struct teapics *pics)
{
	return pics->recording.shown->samples;
}

uint64_t teapics_lost(const struct teapics *pics)
{
	return pics->recording.shown->lost;
}

const char *teapics_host(const struct teapics *pics)
{
	return pics->recording.host;
}

const char *teapics_release(const struct teapics *pics)
{
	return pics->recording.release;
}

const char *teapics_command(const struct teapics *pics)
{
	return pics->recording.command;
}

const char *teapics_event(const struct teapics *pics)
{
	return pics->recording.shown->event;
}

const char *teapics_note(const struct teapics *pics, size_t index)
{
	const struct notes *notes = &pics->recording.notes;

	return index < notes->count ? notes->texts[index] : NULL;
}

const char *teapics_kind(const struct teapics *pics)
{
	return pics->recording.shown->kind->name;
}

const char *teapics_unit(const struct teapics *pics)
{
	return pics->recording.shown->kind->unit;
}

const char *teapics_entry_text(const struct teapics_entry *entry, enum teapics_text what)
{
	const struct row *row = entry->row;

	switch (what) {
	case TEAPICS_OBJECT:
		return entry->has_object ? row->location.object->path : NULL;
	case TEAPICS_SYMBOL:
		return entry->has_place ? row->location.function : NULL;
	case TEAPICS_FILE:
		return entry->has_place ? row->line.file : NULL;
	case TEAPICS_COMM:
		return entry->has_thread ? row->thread->comm : NULL;
	}
	return NULL;
}

bool teapics_entry_number(const struct teapics_entry *entry, enum teapics_number what,
			  uint64_t *number)
{
	const struct row *row = entry->row;
	bool has_line = entry->has_place && row->line.file;
	bool has_cpu = entry->has_cpu && row->cpu != RECORDING_NO_CPU;
	const struct {
		bool there;
		uint64_t value;
	} numbers[] = {
		[TEAPICS_ADDRESS] = { entry->has_place, row->location.address },
		[TEAPICS_OFFSET] = { entry->has_place, row->location.offset },
		[TEAPICS_LINE] = { has_line, (uint64_t)row->line.line },
		[TEAPICS_PID] = { entry->has_thread, entry->has_thread ? row->thread->pid : 0 },
		[TEAPICS_TID] = { entry->has_thread, entry->has_thread ? row->thread->tid : 0 },
		[TEAPICS_CPU] = { has_cpu, row->cpu },
	};

	if ((size_t)what >= sizeof(numbers) / sizeof(numbers[0]) || !numbers[what].there)
		return false;
	*number = numbers[what].value;
	return true;
}

double teapics_entry_cycles(const struct teapics_entry *entry)
{
	return cycles_of(entry->recording, entry->row->stack->parts);
}

double teapics_entry_state(const struct teapics_entry *entry, enum teapics_state state)
{
	return (size_t)state < PICS_STATES ?
	       cycles_of(entry->recording, entry->row->stack->states[state]) : 0;
}

size_t teapics_entry_signatures(const struct teapics_entry *entry)
{
	return entry->row->stack->shares_count;
}

/* From a category of @kind to the library's number for it, and back. */
static unsigned int swap_unknown(const struct category_kind *kind, unsigned int category)
{
	const unsigned int swapped = category & (TEAPICS_UNKNOWN | TEAPICS_ST_CO);

	if (!category_sets(kind) || !swapped || swapped == (TEAPICS_UNKNOWN | TEAPICS_ST_CO))
		return category;
	return category ^ (TEAPICS_UNKNOWN | TEAPICS_ST_CO);
}

double teapics_entry_signature(const struct teapics_entry *entry, size_t index,
			       unsigned int *signature)
{
	const struct pics_share *share = &entry->row->stack->shares[index];

	*signature = swap_unknown(entry->recording->shown->kind, share->category);
	return cycles_of(entry->recording, share->parts);
}

const char *teapics_category_name(const struct teapics *pics, unsigned int category,
				  char name[TEAPICS_SIGNATURE_BYTES])
{
	const struct category_kind *kind = pics->recording.shown->kind;
	unsigned int last = category_count(kind) - 1;

	category = swap_unknown(kind, category);
	return category_name(kind, (uint16_t)(category < last ? category : last), name);
}

const char *teapics_signature_name(unsigned int signature, char name[TEAPICS_SIGNATURE_BYTES])
{
	signature = swap_unknown(&category_signatures, signature);
	return category_name(&category_signatures, signature < SIGNATURE_UNKNOWN ?
			     (uint16_t)signature : SIGNATURE_UNKNOWN, name);
}

int teapics_each(struct teapics *pics,
		 int (*visit)(const struct teapics_entry *entry, void *context), void *context)
{
	struct recording *recording = &pics->recording;
	int answer = 0;

	for (size_t i = 0; !answer && i < recording->shown->pics.stacks_count; i++) {
		const struct pics_stack *stack = &recording->shown->pics.stacks[i];
		const struct recording_place *place = &recording->places[stack->place];
		struct row row = {
			.object = place->object, .thread = &recording->threads[place->thread],
			.cpu = place->cpu, .stack = stack,
		};
		struct teapics_entry entry = {
			.recording = recording, .row = &row, .has_thread = true, .has_cpu = true,
			.has_object = true, .has_place = true,
		};

		symbols_locate(&recording->symbols, place->object, place->address, &row.location);
		row.line = symbols_line(&row.location);
		answer = visit(&entry, context);
	}
	return answer;
}

static struct teapics_rows *aggregate(struct teapics *pics, enum rows_by by)
{
	struct teapics_rows *rows = calloc(1, sizeof(*rows));
	const struct rows_options options = { .by = by };

	if (!rows)
		return NULL;
	if (rows_fold(&rows->rows, &pics->recording, pics->recording.shown, &options)) {
		free(rows);
		return NULL;
	}
	rows->entries = calloc(rows->rows.count + 1, sizeof(*rows->entries));
	for (size_t i = 0; rows->entries && i < rows->rows.count; i++)
		rows->entries[i] = (struct teapics_entry){
			.recording = &pics->recording, .row = &rows->rows.rows[i],
			.has_thread = by == ROWS_BY_THREAD, .has_cpu = by == ROWS_BY_CPU,
			.has_object = by != ROWS_BY_THREAD && by != ROWS_BY_CPU,
			.has_place = by != ROWS_BY_THREAD && by != ROWS_BY_CPU &&
				     by != ROWS_BY_OBJECT,
		};
	if (rows->entries)
		return rows;
	teapics_rows_free(rows);
	return NULL;
}

struct teapics_rows *teapics_aggregate(struct teapics *pics, const char *by)
{
	for (unsigned int i = 0; rows_by_names[i]; i++)
		if (i < ROWS_BY_FIELD && !strcmp(by, rows_by_names[i]))
			return aggregate(pics, (enum rows_by)i);
	return NULL;
}

size_t teapics_rows_count(const struct teapics_rows *rows)
{
	return rows ? rows->rows.count : 0;
}

const struct teapics_entry *teapics_rows_at(const struct teapics_rows *rows, size_t index)
{
	return &rows->entries[index];
}

void teapics_rows_free(struct teapics_rows *rows)
{
	if (!rows)
		return;
	rows_deinit(&rows->rows);
	free(rows->entries);
	free(rows);
}
