// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * observer_slices.c - cycles by signature, and slots of dispatch, issue and commit, over time
 *
 * Those of several threads are added up, each from its own beginning.
 */
#include <errno.h>
#include <inttypes.h>

#include "jsonout.h"
#include "observers.h"
#include "observers/slices.h"
#include "stagejson.h"

static int init(void *self, struct observers *observers, unsigned int number)
{
	(void)number;
	return tea_slices_init(self, observers->params, observers->cycle_parts);
}

static void deinit(void *self)
{
	tea_slices_deinit(self);
}

static void run(void *self, const struct tea_retired *records, size_t count)
{
	for (size_t i = 0; i < count; i++)
		tea_slices_record(self, &records[i]);
}

static cycle_t take_span(void *self, const struct tea_span *span)
{
	tea_slices_span(self, span);
	return 0;
}

static void cut(void *self)
{
	tea_slices_cut(self);
}

static int merge(void *self, const void *more)
{
	tea_slices_add(self, more);
	return ((const struct tea_slices *)self)->failed ? -ENOMEM : 0;
}

/* A list for each slice: of [signature, state, parts]. */
static void put_golden(FILE *file, const struct tea_slices *slices)
{
	fputs(",\n\"golden\":[", file);
	for (uint32_t i = 0; i < slices->count; i++) {
		const char *comma = "";

		fputs(i ? ",\n[" : "\n[", file);
		for (unsigned int kind = 0; kind < TEA_SLICES_KINDS; kind++) {
			const uint64_t parts = tea_slices_parts(slices, i, kind);

			if (!parts)
				continue;
			fprintf(file, "%s[%u,%u,%" PRIu64 "]", comma, kind / TEA_SLICES_STATES,
				kind % TEA_SLICES_STATES, parts);
			comma = ",";
		}
		fputc(']', file);
	}
	fputc(']', file);
}

static void put_stage(FILE *file, const struct tea_slices *slices, unsigned int stack)
{
	fprintf(file, ",\n\"%s\":[", stagejson_stacks[stack]);
	for (uint32_t i = 0; i < slices->count; i++) {
		fputs(i ? ",\n" : "\n", file);
		jsonout_short_list(file, slices->sums[i].slots[stack], TEA_COMPONENTS_COUNT);
	}
	fputc(']', file);
}

static void put_stages(FILE *file, const struct tea_slices *slices)
{
	fputs(",\n", file);
	stagejson_components(file);
	fputs(",\n\"instructions\":[", file);
	for (uint32_t i = 0; i < slices->count; i++)
		fprintf(file, "%s%" PRIu64, i ? "," : "", slices->sums[i].instructions);
	fputc(']', file);
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++)
		put_stage(file, slices, i);
}

static int put(FILE *file, const void *self, const struct observers *observers)
{
	const struct tea_slices *slices = self;

	(void)observers;
	fprintf(file, ",\n\"slices\":{\"cycles\":%" PRIu64, slices->length);
	put_golden(file, slices);
	put_stages(file, slices);
	fputc('}', file);
	return 0;
}

const struct observer observer_slices = {
	.name = "slices", .bytes = sizeof(struct tea_slices), .explained = true, .init = init,
	.deinit = deinit, .all = run, .span = take_span, .cut = cut, .merge = merge, .put = put,
};
