// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * observer_stalls.c - cycles in which nothing commits, and stalls, by signature
 */
#include <inttypes.h>

#include "jsonout.h"
#include "observers.h"
#include "observers/stalls.h"

static int init(void *self, struct observers *observers, unsigned int number)
{
	(void)number;
	return tea_stalls_init(self, observers->params);
}

static void deinit(void *self)
{
	tea_stalls_deinit(self);
}

static void run(void *self, const struct tea_retired *records, size_t count)
{
	for (size_t i = 0; i < count; i++)
		tea_stalls_record(self, &records[i]);
}

static int merge(void *self, const void *more)
{
	tea_stalls_add(self, more);
	return 0;
}

static const char *const events[TEA_STALLS_BITS] = {
#define TEA_X(bit, id, name, ...) [bit] = name,
	TEA_PAPER_EVENTS(TEA_X)
	TEA_STALLS_EVENTS(TEA_X)
#undef TEA_X
};

static void put_events(FILE *file, const struct tea_stalls *stalls)
{
	fputs("\"events\":[", file);
	for (unsigned int i = 0; i < TEA_STALLS_BITS; i++)
		fprintf(file, "%s[\"%s\",%" PRIu64 "]", i ? "," : "", events[i],
			stalls->executions[i]);
	fputc(']', file);
}

static int put(FILE *file, const void *self, const struct observers *observers)
{
	const struct tea_stalls *stalls = self;
	const char *comma = "";

	(void)observers;
	fprintf(file, ",\n\"stalls\":{\"compute\":%" PRIu64 ",", stalls->compute);
	put_events(file, stalls);
	fputs(",\n\"rows\":[", file);
	for (unsigned int i = 0; i < TEA_STALLS_SIGNATURES; i++) {
		const struct tea_stalls_row *row = &stalls->rows[i];
		const size_t states = sizeof(row->cycles) / sizeof(row->cycles[0]);

		if (!jsonout_length(row->cycles, states))
			continue;
		fprintf(file, "%s\n[%u,", comma, i);
		jsonout_list(file, row->cycles, states);
		fputc(',', file);
		jsonout_short_list(file, row->lengths, TEA_COUNTS_STALL_MAX + 1);
		fputc(']', file);
		comma = ",";
	}
	fputs("]}", file);
	return 0;
}

const struct observer observer_stalls = {
	.name = "stalls", .bytes = sizeof(struct tea_stalls), .explained = true, .init = init,
	.deinit = deinit, .all = run, .merge = merge, .put = put,
};
