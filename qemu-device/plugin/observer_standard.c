// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * observer_standard.c - samples of implementations that a draft standard allows
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "observers.h"
#include "observers/standard.h"
#include "tea_regs.h"

static int init(void *self, struct observers *observers, unsigned int number)
{
	(void)number;
	return tea_standard_init(self, &tea_standard_tables, observers->period, TEA_DITHER_RESET(0),
				 observers->cycle_parts);
}

static void deinit(void *self)
{
	tea_standard_deinit(self);
}

static void run(void *self, const struct tea_retired *records, size_t count)
{
	for (size_t i = 0; i < count; i++)
		tea_standard_record(self, &records[i]);
}

static void cut(void *self)
{
	tea_standard_cut(self);
}

static int merge(void *self, const void *more)
{
	tea_standard_add(self, more);
	return tea_standard_failed(self) ? -ENOMEM : 0;
}

/* A list of [address, PSV, counts]. Returns 0 or -ENOMEM. */
static int put_rows(FILE *file, const struct tea_tally *tally)
{
	const struct tea_tally_row **rows;

	if (tally->failed || tea_tally_sorted(tally, &rows))
		return -ENOMEM;
	fputs(",\"rows\":[", file);
	for (size_t i = 0; i < tally->used; i++) {
		fprintf(file, "%s\n[\"0x%" PRIx64 "\",%" PRIu64, i ? "," : "", rows[i]->first,
			rows[i]->second);
		for (unsigned int k = 0; k < tally->counts; k++)
			fprintf(file, ",%" PRIu64, rows[i]->counts[k]);
		fputc(']', file);
	}
	fputs("]}", file);
	free(rows);
	return 0;
}

static int put_tagged(FILE *file, const char *name, const struct tea_standard_tagged *tagged)
{
	fprintf(file, "{\"name\":\"%s\",\"overflows\":%" PRIu64 ",\"collisions\":%" PRIu64
		",\"filtered\":%" PRIu64 ",\"samples\":%" PRIu64 ",\"saturated\":%" PRIu64
		",\"squares\":[", name, tagged->overflows, tagged->collisions, tagged->filtered,
		tagged->samples, tagged->saturated);
	for (unsigned int i = 0; i < TEA_STANDARD_WEIGHTS; i++)
		fprintf(file, "%s%.0f", i ? "," : "", tagged->squares[i]);
	fputc(']', file);
	return put_rows(file, &tagged->rows);
}

static int put(FILE *file, const void *self, const struct observers *observers)
{
	const struct tea_standard *standard = self;
	const struct tea_standard_tables *tables = standard->tables;
	int err = 0;

	(void)observers;
	fputs(",\n\"standard\":{\"overflow\":[", file);
	for (unsigned int i = 0; i < tables->overflow_count && !err; i++) {
		fprintf(file, "%s\n{\"name\":\"%s\",\"samples\":%" PRIu64, i ? "," : "",
			tables->overflow[i].name, standard->overflow[i].samples);
		err = put_rows(file, &standard->overflow[i].rows);
	}
	fputs("],\"decoded\":[", file);
	for (unsigned int i = 0; i < tables->decoded_count && !err; i++) {
		fputs(i ? ",\n" : "\n", file);
		err = put_tagged(file, tables->decoded[i].name, &standard->decoded[i]);
	}
	fputs("]}", file);
	return err;
}

const struct observer observer_standard = {
	.name = "standard", .bytes = sizeof(struct tea_standard), .init = init, .deinit = deinit,
	.all = run, .cut = cut, .merge = merge, .put = put,
};
