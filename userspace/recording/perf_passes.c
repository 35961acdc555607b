// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_passes.c - passes over the records of a perf.data, one if possible
 *
 * A sample is looked up when it comes: the names and mappings at the sample's time. One pass is
 * enough as long as each change stands in the file before the samples that are later than it. But
 * perf writes the CPUs' buffers one after the other. So the results of samples may have to be
 * dropped: the pass then begins again, and knows from its begin on all changes that it had read.
 * That happens mostly when a program starts, when little is lost. Later in the file, all changes
 * still to come are read first.
 */
#include <stdlib.h>
#include <string.h>

#include "perf_reader.h"

typedef int (*handler)(struct perf_pass *pass, const struct perfdata_record *record);

static const handler handlers[PERF_RECORD_MAX] = {
	[PERF_RECORD_MMAP] = perf_pass_change,
	[PERF_RECORD_MMAP2] = perf_pass_change,
	[PERF_RECORD_COMM] = perf_pass_change,
	[PERF_RECORD_FORK] = perf_pass_change,
	[PERF_RECORD_SAMPLE] = perf_pass_sample,
	[PERF_RECORD_AUX_OUTPUT_HW_ID] = perf_pass_sample,
	[PERF_RECORD_LOST] = perf_pass_lost,
	[PERF_RECORD_LOST_SAMPLES] = perf_pass_lost_samples,
	[PERF_RECORD_THROTTLE] = perf_pass_throttle,
	[PERF_RECORD_EXIT] = perf_pass_nothing,
	[PERF_RECORD_SWITCH] = perf_pass_nothing,
	[PERF_RECORD_SWITCH_CPU_WIDE] = perf_pass_nothing,
};

/* Does a reader notice every record? */
static bool notices(const struct perf_pass *pass)
{
	bool any = false;

	for (size_t i = 0; i < pass->readers_count; i++)
		any |= pass->readers[i].source->handlers->notice != NULL;
	return any;
}

static uint64_t handled(const struct perf_pass *pass)
{
	bool all = notices(pass);
	uint64_t types = 0;

	for (unsigned int type = 0; type < PERF_RECORD_MAX; type++)
		types |= (uint64_t)(handlers[type] && (all || handlers[type] != perf_pass_nothing)) <<
			 type;
	return types;
}

static int notice(struct perf_pass *pass, const struct perfdata_record *record)
{
	int error = 0;

	for (size_t i = 0; !error && i < pass->readers_count; i++) {
		struct perf_reader *reader = &pass->readers[i];

		if (reader->source->handlers->notice)
			error = reader->source->handlers->notice(reader, record);
	}
	return error;
}

/* 0, PERF_READER_RESTART or an error. */
static int walk(struct perf_pass *pass, uint64_t wanted)
{
	struct perfdata *perfdata = &pass->recording->perfdata;
	bool noticed = notices(pass);
	struct perfdata_record record;
	int more, error = 0;

	perfdata_rewind(perfdata, wanted);
	while (!error && (more = perfdata_next(perfdata, &record, pass->fault)) != 0) {
		if (more < 0)
			return more;
		error = handlers[record.head.type](pass, &record);
		if (!error && noticed)
			error = notice(pass, &record);
	}
	return error;
}

/* One for each hundred bytes of the file: some two records. */
static size_t count_cells(const struct input *input)
{
	size_t count = PERF_READER_CELLS_LEAST;

	while (count < PERF_READER_CELLS_MOST && count < input->size / 100)
		count *= 2;
	return count;
}

static void release_reader(struct perf_reader *reader)
{
	free(reader->cells);
	free(reader->weights);
	free(reader->pages);
	pairing_deinit(&reader->pairing);
	perf_waits_deinit(&reader->waits);
}

static void release(struct perf_pass *pass)
{
	for (size_t i = 0; i < pass->readers_count; i++)
		release_reader(&pass->readers[i]);
	unwinder_deinit(&pass->unwinder);
	free(pass->threads);
	free(pass->frames);
	keyindex_deinit(&pass->frame_index);
}

static int begin_reader(struct perf_reader *reader)
{
	struct recording *recording = reader->recording;

	*reader = (struct perf_reader){
		.pass = reader->pass, .recording = recording, .fault = reader->fault,
		.measure = reader->measure, .filter = reader->filter, .notes = reader->notes,
		.events = reader->events, .shown = reader->shown, .source = reader->source,
		.chains = reader->chains, .keeps = reader->keeps, .data = reader->data,
		.filters = filter_asks_anything(&reader->filter),
		.contexts = recording->options.cpus || reader->chains || reader->data,
		.cells_count = count_cells(&recording->input),
	};
	for (size_t i = 0; i < recording->perfdata.attrs_count; i++)
		reader->events[i].loss = (struct perf_loss){ 0 };
	reader->cells = aligned_alloc(64, reader->cells_count * sizeof(*reader->cells));
	reader->weights = calloc(reader->cells_count, sizeof(*reader->weights));
	reader->pages = reader->data ? perf_pages_create() : NULL;
	if (!reader->cells || !reader->weights || (reader->data && !reader->pages) ||
	    pairing_init(&reader->pairing))
		return perf_reader_no_memory(reader);
	memset(reader->cells, 0, reader->cells_count * sizeof(*reader->cells));
	return 0;
}

/* All that samples bring begins empty. */
static int begin(struct perf_pass *pass)
{
	struct recording *recording = pass->recording;
	int error = 0;

	release(pass);
	recording_forget(recording);
	recording->maps.hidden = 0;
	pass->known = pass->learnt;
	pass->again = pass->sampled = false;
	pass->latest = pass->undescribed = 0;
	pass->frame_index = (struct keyindex){ 0 };
	pass->threads = calloc(PERF_READER_THREADS, sizeof(*pass->threads));
	pass->last_thread = pass->threads;
	pass->frames = calloc(PERF_READER_FRAMES, sizeof(*pass->frames));
	unwinder_init(&pass->unwinder, &recording->maps, &recording->symbols);
	for (size_t i = 0; !error && i < pass->readers_count; i++)
		error = begin_reader(&pass->readers[i]);
	if (!error)
		error = perf_heap_begin(pass);
	if (!error && (!pass->threads || !pass->frames))
		error = fault_no_memory(pass->fault, "its records");
	return error;
}

int perf_pass_learn(struct perf_pass *pass)
{
	perf_pass_learn_rest(pass);
	return walk(pass, PERF_READER_CHANGES);
}

int perf_pass_read(struct perf_pass *pass)
{
	int error;

	do {
		error = begin(pass);
		if (!error)
			error = walk(pass, handled(pass));
	} while (error == PERF_READER_RESTART || (!error && pass->again));
	for (size_t i = 0; !error && i < pass->readers_count; i++) {
		error = perf_reader_settle(&pass->readers[i]);
		if (!error)
			recording_sort_kept(pass->readers[i].measure);
	}
	return error;
}

void perf_pass_deinit(struct perf_pass *pass)
{
	release(pass);
	perf_heap_deinit(pass);
	for (size_t i = 0; i < pass->readers_count; i++)
		free(pass->readers[i].events);
}
