// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * observer_path.c - the critical path: cycles by cause and instruction, and slopes
 *
 * The paths of all threads are summed up, as their cycles are; each thread's own sums are listed,
 * too.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "jsonout.h"
#include "observers.h"
#include "observers/path.h"
#include "tea_abi.h"

struct pathed {
	struct tea_path path;
	/* cycles of those that were merged, the longest first; NULL: it is one itself */
	uint64_t *threads;
	size_t count;
};

static int init(void *self, struct observers *observers, unsigned int number)
{
	(void)observers;
	(void)number;
	return tea_path_init(&((struct pathed *)self)->path);
}

static void deinit(void *self)
{
	struct pathed *pathed = self;

	tea_path_deinit(&pathed->path);
	free(pathed->threads);
}

static void run(void *self, const struct tea_retired *records, size_t count)
{
	for (size_t i = 0; i < count; i++)
		tea_path_record(&((struct pathed *)self)->path, &records[i]);
}

static void cut(void *self)
{
	tea_path_cut(&((struct pathed *)self)->path);
}

static int compare_cycles(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return *a < *b ? 1 : *a > *b ? -1 : 0;
}

static int merge(void *self, const void *more)
{
	struct pathed *pathed = self;
	const struct tea_path *thread = &((const struct pathed *)more)->path;
	uint64_t *bigger = reallocarray(pathed->threads, pathed->count + 1, sizeof(*bigger));

	if (!bigger)
		return -ENOMEM;
	pathed->threads = bigger;
	pathed->threads[pathed->count++] = thread->cycles;
	qsort(pathed->threads, pathed->count, sizeof(*pathed->threads), compare_cycles);
	tea_path_add(&pathed->path, thread);
	return pathed->path.failed ? -ENOMEM : 0;
}

static const struct {
	const char *name, *text;
	enum tea_cause component;
} causes[TEA_EDGES_CAUSES_COUNT] = {
#define TEA_X(id, name, component, text) [TEA_EDGES_##id] = { name, text, TEA_CAUSE_##component },
	TEA_EDGES_CAUSES(TEA_X)
#undef TEA_X
};

static const char *const components[TEA_CAUSES_COUNT] = {
#define TEA_X(index, id, name) [index] = name,
	TEA_CAUSES(TEA_X)
#undef TEA_X
};

static void put_causes(FILE *file)
{
	fputs("\"categories\":{\"name\":\"cause\",\"names\":\"causes\",\"unit\":\"cycles\",\"items\":[",
	      file);
	for (unsigned int i = 0; i < TEA_EDGES_CAUSES_COUNT; i++) {
		fprintf(file, "%s\n{\"name\":\"%s\",\"component\":\"%s\",\"text\":", i ? "," : "",
			causes[i].name, components[causes[i].component]);
		jsonout_string(file, causes[i].text);
		fputc('}', file);
	}
	fputs("]}", file);
}

/* The largest. */
static unsigned int find_most(const struct tea_path_row *row)
{
	unsigned int most = 0;

	for (unsigned int i = 1; i < TEA_EDGES_CAUSES_COUNT; i++)
		if (row->cycles[i] > row->cycles[most])
			most = i;
	return most;
}

/*
 * Negative cycles (see path.h) are subtracted from the largest cause of the instruction, or if that
 * is too small, @owed, from another one's.
 */
static void settle(struct tea_path_row *row, int64_t *owed)
{
	unsigned int most;

	for (unsigned int i = 0; i < TEA_EDGES_CAUSES_COUNT; i++) {
		if (row->cycles[i] < 0) {
			*owed -= row->cycles[i];
			row->cycles[i] = 0;
		}
	}
	most = find_most(row);
	if (*owed && row->cycles[most]) {
		const int64_t paid = *owed < row->cycles[most] ? *owed : row->cycles[most];

		row->cycles[most] -= paid;
		*owed -= paid;
	}
}

static void put_row(FILE *file, uint64_t pc, const struct tea_path_row *row, uint32_t cycle_parts,
		    const char **comma)
{
	for (unsigned int i = 0; i < TEA_EDGES_CAUSES_COUNT; i++) {
		if (!row->cycles[i])
			continue;
		fprintf(file, "%s\n[\"0x%" PRIx64 "\",%u,0,0,%" PRId64 "]", *comma, pc, i,
			row->cycles[i] * cycle_parts);
		*comma = ",";
	}
}

static void put_rows(FILE *file, const struct tea_path *path, uint32_t cycle_parts)
{
	const char *comma = "";
	int64_t owed = 0;

	fputs(",\n\"rows\":[", file);
	for (size_t i = 0; i < path->sums.rows_count; i++) {
		struct tea_path_row row = path->sums.rows[i];

		settle(&row, &owed);
		put_row(file, path->pcs[i], &row, cycle_parts, &comma);
	}
	fputc(']', file);
}

/* Core cycles in one more of the knob's units: as the model converts clocks of DRAM. */
static int64_t find_scale(const struct tea_params *params, const struct tea_param_info *info)
{
	const uint64_t mhz = params->core_mhz, dram_mhz = params->dram_mhz;
	const uint64_t now = tea_params_get(params, info);

	if (strcmp(info->unit, "DRAM clocks"))
		return 1;
	return (int64_t)(((now + 1) * mhz + dram_mhz - 1) / dram_mhz -
			 (now * mhz + dram_mhz - 1) / dram_mhz);
}

static void put_slopes(FILE *file, const struct tea_path *path, const struct tea_params *params)
{
	unsigned int knob = TEA_EDGES_NO_KNOB;

	fputs(",\n\"slopes\":{", file);
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];

		if (!info->slope)
			continue;
		knob++;
		fprintf(file, "%s\"%s\":%" PRId64, knob > 1 ? "," : "", info->name,
			path->sums.times[knob] * find_scale(params, info));
	}
	fputc('}', file);
}

static void put_threads(FILE *file, const struct pathed *pathed)
{
	fputs(",\n\"threads\":", file);
	if (pathed->threads)
		jsonout_list(file, pathed->threads, pathed->count);
	else
		jsonout_list(file, &pathed->path.cycles, 1);
}

static int put(FILE *file, const void *self, const struct observers *observers)
{
	const struct pathed *pathed = self;

	if (pathed->path.failed)
		return -ENOMEM;
	fputs(",\n\"path\":{", file);
	put_causes(file);
	put_slopes(file, &pathed->path, observers->params);
	put_rows(file, &pathed->path, observers->cycle_parts);
	put_threads(file, pathed);
	fputc('}', file);
	return 0;
}

const struct observer observer_path = {
	.name = "path", .bytes = sizeof(struct pathed), .explained = true, .followed = true,
	.init = init, .deinit = deinit, .all = run, .cut = cut, .merge = merge, .put = put,
};
