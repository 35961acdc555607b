// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * observer_counts.c - exact counts of executions and events, or of executions alone
 *
 * Where nothing else is observed there is no model: executions.h counts, or a lane of its own.
 */
#include <errno.h>
#include <inttypes.h>

#include "jsonout.h"
#include "observers.h"
#include "observers/counts.h"

static int init(void *self, struct observers *observers, unsigned int number)
{
	(void)observers;
	(void)number;
	return tea_counts_init(self);
}

static void deinit(void *self)
{
	tea_counts_deinit(self);
}

static void run(void *self, const struct tea_retired *records, size_t count)
{
	for (size_t i = 0; i < count; i++)
		tea_counts_record(self, &records[i]);
}

static int merge(void *self, const void *more)
{
	tea_counts_add(self, more);
	return ((struct tea_counts *)self)->failed ? -ENOMEM : 0;
}

static const char *const classes[TEA_CLASSES_COUNT] = {
#define TEA_X(id, name, ...) name,
	TEA_CLASSES(TEA_X)
#undef TEA_X
};

/* Of the events beyond the paper's only those that there were. */
static void put_events(FILE *file, const struct tea_counts_row *row)
{
	const size_t count = jsonout_length(row->events, TEA_EVENTS_COUNT);

	jsonout_list(file, row->events,
		     count > TEA_PAPER_EVENTS_COUNT ? count : TEA_PAPER_EVENTS_COUNT);
}

static void put_nothing(FILE *file, const struct tea_counts_row *row)
{
	(void)row;
	fputs("[]", file);
}

/* The last member of "counts". */
static void put_rows(FILE *file, const struct tea_counts *counts,
		     void (*put_last)(FILE *file, const struct tea_counts_row *row))
{
	const char *comma = "";

	fputs("\n\"rows\":[", file);
	for (size_t i = 0; i < counts->capacity; i++) {
		const struct tea_counts_row *row = &counts->rows[i];

		if (!row->executions)
			continue;
		fprintf(file, "%s\n[\"0x%" PRIx64 "\",\"%s\",%" PRIu64 ",", comma, row->pc,
			classes[row->class], row->executions);
		put_last(file, row);
		fputc(']', file);
		comma = ",";
	}
	fputs("]}", file);
}

static int put(FILE *file, const void *self, const struct observers *observers)
{
	const struct tea_counts *counts = self;

	(void)observers;
	fprintf(file, ",\n\"branches\":%" PRIu64 ",\"conditional_branches\":%" PRIu64
		",\"mispredicts\":%" PRIu64, counts->branches, counts->conditional,
		counts->mispredicts);
	fprintf(file, ",\n\"counts\":{\"with_events\":%" PRIu64 ",\"combined\":%" PRIu64
		",\"unexplained\":", counts->with_events, counts->combined);
	jsonout_list(file, counts->unexplained, TEA_COUNTS_STALL_MAX + 1);
	fputc(',', file);
	put_rows(file, counts, put_events);
	return 0;
}

const struct observer observer_counts = {
	.name = "counts", .bytes = sizeof(struct tea_counts), .init = init, .deinit = deinit,
	.all = run, .merge = merge, .put = put,
};

static void run_executed(void *self, const struct tea_retired *records, size_t count)
{
	for (size_t i = 0; i < count; i++)
		tea_counts_executed(self, records[i].site, records[i].pc, records[i].insn.class,
				    !(records[i].psv & TEA_PSV_FL_MO));
}

/* Beside counts there is nothing to add. */
static int put_executed(FILE *file, const void *self, const struct observers *observers)
{
	const struct tea_counts *counts = self;

	if (observers->set & 1U << OBSERVERS_NUMBER_counts)
		return 0;
	fprintf(file, ",\n\"branches\":%" PRIu64 ",\"conditional_branches\":%" PRIu64, counts->branches,
		counts->conditional);
	fputs(",\n\"counts\":{", file);
	put_rows(file, counts, put_nothing);
	return 0;
}

const struct observer observer_executions = {
	.name = "executions", .bytes = sizeof(struct tea_counts), .init = init, .deinit = deinit,
	.all = run_executed, .merge = merge, .put = put_executed,
};
