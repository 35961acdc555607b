// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * export_bolt.c - branches and streams of one program, as text that perf2bolt -pa reads
 *
 *	B source target count mispredicted
 *	F begin end count
 *
 * Addresses are the file's own; an end in another file is "X:0". Mispredictions are not written:
 * BOLT counts them, but makes no decision by them alone.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/places/rows.h"
#include "export.h"
#include "mix/edges.h"
#include "mix/estimate.h"

#define ELSEWHERE	"X:0"

/* The exported program: its number of objects. */
struct target {
	struct recording *recording;
	uint32_t object;
	FILE *file;
};

static void put_address(const struct target *target, uint32_t object, uint64_t place)
{
	struct symbols_location location;

	if (object != target->object) {
		fputs(" " ELSEWHERE, target->file);
		return;
	}
	symbols_locate(&target->recording->symbols, object, place, &location);
	fprintf(target->file, " %" PRIx64, location.address);
}

static int put_branches(const struct target *target)
{
	struct edges edges;
	int error = edges_init(&edges, target->recording);

	for (size_t i = 0; !error && i < edges.count; i++) {
		const struct recording_edge *edge = &edges.items[i];
		uint64_t count = (uint64_t)llround(edge->branches);

		if ((edge->source_object != target->object && edge->target_object != target->object) ||
		    !count)
			continue;
		fputc('B', target->file);
		put_address(target, edge->source_object, edge->source);
		put_address(target, edge->target_object, edge->target);
		fprintf(target->file, " %" PRIu64 " 0\n", count);
	}
	edges_deinit(&edges);
	return error;
}

static void put_streams(const struct target *target, const struct estimate *estimate)
{
	for (size_t i = 0; i < estimate->streams_count; i++) {
		const struct recording_stream *stream = &estimate->streams[i];
		uint64_t count = (uint64_t)llround(stream->branches);

		if (stream->object != target->object || !count)
			continue;
		fputc('F', target->file);
		put_address(target, stream->object, stream->begin);
		put_address(target, stream->object, stream->end);
		fprintf(target->file, " %" PRIu64 "\n", count);
	}
}

/* Executions of the wanted code, by object, which the caller frees; NULL: out of memory. */
static double *executions_by_object(const struct export *export, const struct estimate *estimate)
{
	struct symbols *symbols = &export->recording->symbols;
	double *sums = calloc(symbols->count + 1, sizeof(*sums));

	for (size_t i = 0; sums && i < estimate->count; i++) {
		const struct estimate_item *item = &estimate->items[i];
		struct symbols_location location;

		symbols_locate(symbols, item->object, item->address, &location);
		if (rows_want(export->wanted, item->object, &location))
			sums[item->object] += item->executions;
	}
	return sums;
}

/* The file with most executions. */
static int choose(struct target *target, const struct export *export,
		  const struct estimate *estimate, struct fault *fault)
{
	const struct symbols *symbols = &export->recording->symbols;
	double *sums = executions_by_object(export, estimate), all = 0;
	uint32_t most = 0;

	if (!sums)
		return fault_no_memory(fault, "the objects");
	for (uint32_t i = 0; i < symbols->count; i++) {
		all += sums[i];
		if (sums[i] > sums[most])
			most = i;
	}
	if (symbols->count && sums[most] > 0 && sums[most] < all)
		notes_add(&export->recording->notes, "a profile for BOLT is of one file: this is of '%s', "
			  "which has %.2f%% of the executions; --dsos chooses another",
			  symbols->objects[most].path, 100 * sums[most] / all);
	target->object = most;
	free(sums);
	return all > 0 ? 0 : fault_set(fault, -ENODATA, "no streams in what is left: ask for fewer "
				       "conditions");
}

int export_bolt(const struct export *export, struct fault *fault)
{
	struct target target = { .recording = export->recording, .file = export->file };
	struct estimate estimate;
	int error = estimate_init(&estimate, export->recording, export->measure, ESTIMATE_CTR, fault);

	if (error)
		return error;
	error = choose(&target, export, &estimate, fault);
	if (!error && put_branches(&target))
		error = fault_no_memory(fault, "the branches");
	if (!error)
		put_streams(&target, &estimate);
	estimate_deinit(&estimate);
	return error;
}
