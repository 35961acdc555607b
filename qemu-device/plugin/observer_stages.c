// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * observer_stages.c - where the slots of dispatch, issue and commit go
 *
 * The sum of all threads by instruction, and the sums of each thread.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "jsonout.h"
#include "observers.h"
#include "observers/stages.h"
#include "stagejson.h"

struct sums {
	uint64_t cycles, instructions;
	uint64_t slots[TEA_STACKS_COUNT][TEA_COMPONENTS_COUNT];
};

struct staged {
	struct tea_stages stages;
	struct sums *threads;		/* that were merged, the longest first; NULL: it is one itself */
	size_t count;
};

static int init(void *self, struct observers *observers, unsigned int number)
{
	struct staged *staged = self;

	(void)number;
	return tea_stages_init(&staged->stages, observers->params, 0, true);
}

static void deinit(void *self)
{
	struct staged *staged = self;

	tea_stages_deinit(&staged->stages);
	free(staged->threads);
}

static void run(void *self, const struct tea_retired *records, size_t count)
{
	for (size_t i = 0; i < count; i++)
		tea_stages_record(&((struct staged *)self)->stages, &records[i]);
}

static void cut(void *self)
{
	tea_stages_cut(&((struct staged *)self)->stages, TEA_COMPONENT_FRONTEND);
}

static struct sums sum_up(const struct tea_stages *stages)
{
	struct sums sums = { .cycles = stages->cycles, .instructions = -stages->more };

	for (size_t row = 0; row < stages->rows_count; row++) {
		sums.instructions += stages->counts[row].passed;
		for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
			for (unsigned int k = 0; k < TEA_COMPONENTS_COUNT; k++)
				sums.slots[i][k] += stages->rows[row].slots[i][k];
		}
	}
	return sums;
}

static int compare_sums(const void *left, const void *right)
{
	const struct sums *a = left, *b = right;

	if (a->cycles != b->cycles)
		return a->cycles < b->cycles ? 1 : -1;
	return memcmp(a, b, sizeof(*a));
}

static int merge(void *self, const void *more)
{
	struct staged *staged = self;
	const struct tea_stages *thread = &((const struct staged *)more)->stages;
	struct sums *bigger = reallocarray(staged->threads, staged->count + 1, sizeof(*bigger));

	if (!bigger)
		return -ENOMEM;
	staged->threads = bigger;
	staged->threads[staged->count++] = sum_up(thread);
	qsort(staged->threads, staged->count, sizeof(*staged->threads), compare_sums);
	tea_stages_add(&staged->stages, thread);
	return staged->stages.failed ? -ENOMEM : 0;
}

/* Most instructions lose slots for two or three causes at most. */
static void put_rows(FILE *file, const struct tea_stages *stages, unsigned int stack)
{
	const char *comma = "";

	fprintf(file, ",\n\"%s\":[", stagejson_stacks[stack]);
	for (size_t i = 0; i < stages->rows_count; i++) {
		const struct tea_stages_row *row = &stages->rows[i];

		if (!jsonout_length(row->slots[stack], TEA_COMPONENTS_COUNT))
			continue;
		fprintf(file, "%s\n[\"0x%" PRIx64 "\",", comma, stages->counts[i].pc);
		jsonout_short_list(file, row->slots[stack], TEA_COMPONENTS_COUNT);
		fputc(']', file);
		comma = ",";
	}
	fputc(']', file);
}

static void put_threads(FILE *file, const struct staged *staged)
{
	const struct sums own = sum_up(&staged->stages);
	const struct sums *threads = staged->threads ? staged->threads : &own;
	const size_t count = staged->threads ? staged->count : 1;

	fputs(",\n\"threads\":[", file);
	for (size_t i = 0; i < count; i++) {
		const struct sums *sums = &threads[i];

		fprintf(file, "%s\n{\"cycles\":%" PRIu64 ",\"instructions\":%" PRIu64, i ? "," : "",
			sums->cycles, sums->instructions);
		for (unsigned int k = 0; k < TEA_STACKS_COUNT; k++) {
			fprintf(file, ",\"%s\":", stagejson_stacks[k]);
			jsonout_short_list(file, sums->slots[k], TEA_COMPONENTS_COUNT);
		}
		fputc('}', file);
	}
	fputc(']', file);
}

static int put(FILE *file, const void *self, const struct observers *observers)
{
	const struct staged *staged = self;

	(void)observers;
	fprintf(file, ",\n\"stages\":{\"width\":%" PRIu32 ",", staged->stages.width);
	stagejson_components(file);
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++)
		put_rows(file, &staged->stages, i);
	put_threads(file, staged);
	fputc('}', file);
	return 0;
}

const struct observer observer_stages = {
	.name = "stages", .bytes = sizeof(struct staged), .explained = true, .init = init,
	.deinit = deinit, .all = run, .cut = cut, .merge = merge, .put = put,
};
