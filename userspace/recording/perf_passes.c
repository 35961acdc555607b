// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_passes.c - over the records of a perf.data, once if that will do
 *
 * A sample is looked up in what is known when it comes: who was called what, and what was
 * mapped where, at the sample's time. One pass is enough as long as all that stands in the
 * file before the samples that it is not later than. But perf writes the CPUs' buffers one
 * after the other. So what samples have brought may have to be forgotten: the pass then
 * begins again, and what it had learnt is known from its begin on. That happens
 * mostly when a program starts, where little is lost. Later in the file, all that is still
 * to be learnt is read first.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "perf_reader.h"

#define RESTARTS_MOST	8
#define RESTART_PART	16		/* of the file, read twice by beginning again at once */
#define SORTED_MOST	(1ULL << 20)	/* changes sorted, some of them again and again */

/* What samples are looked up in. */
#define CHANGES	(1ULL << PERF_RECORD_MMAP | 1ULL << PERF_RECORD_MMAP2 | \
		 1ULL << PERF_RECORD_COMM | 1ULL << PERF_RECORD_FORK)

typedef int (*handler)(struct perf_reader *reader, const struct perfdata_record *record);

static const handler handlers[PERF_RECORD_MAX] = {
	[PERF_RECORD_MMAP] = perf_reader_change,
	[PERF_RECORD_MMAP2] = perf_reader_change,
	[PERF_RECORD_COMM] = perf_reader_change,
	[PERF_RECORD_FORK] = perf_reader_change,
	[PERF_RECORD_SAMPLE] = perf_reader_sample,
	[PERF_RECORD_AUX_OUTPUT_HW_ID] = perf_reader_word,
	[PERF_RECORD_LOST] = perf_reader_lost,
	[PERF_RECORD_LOST_SAMPLES] = perf_reader_lost_samples,
	[PERF_RECORD_THROTTLE] = perf_reader_throttle,
	[PERF_RECORD_EXIT] = perf_reader_nothing,
	[PERF_RECORD_SWITCH] = perf_reader_nothing,
	[PERF_RECORD_SWITCH_CPU_WIDE] = perf_reader_nothing,
};

static uint64_t handled(const struct perf_reader *reader)
{
	bool all = reader->source->handlers->notice;
	uint64_t types = 0;

	for (unsigned int type = 0; type < PERF_RECORD_MAX; type++)
		types |= (uint64_t)(handlers[type] && (all || handlers[type] != perf_reader_nothing)) <<
			 type;
	return types;
}

/* 0, PERF_READER_RESTART or an error. */
static int walk(struct perf_reader *reader, uint64_t wanted)
{
	const struct perf_handlers *source = reader->source ? reader->source->handlers : NULL;
	struct perfdata *perfdata = &reader->recording->perfdata;
	struct perfdata_record record;
	int more, error = 0;

	perfdata_rewind(perfdata, wanted);
	while (!error && (more = perfdata_next(perfdata, &record, reader->fault)) != 0) {
		if (more < 0)
			return more;
		error = handlers[record.head.type](reader, &record);
		if (!error && source && source->notice)
			error = source->notice(reader, &record);
	}
	return error;
}

/* The rest of this pass looks for changes only; the next one will know them all. */
static void learn_rest(struct perf_reader *reader)
{
	struct stream *stream = &reader->recording->perfdata.stream;

	stream->wanted &= CHANGES;
	stream->total *= 2;
	reader->learnt = UINT64_MAX;
	reader->again = true;
}

int perf_reader_late(struct perf_reader *reader, const struct perfdata_record *record)
{
	struct stream *stream = &reader->recording->perfdata.stream;
	uint64_t end = record->head.offset + record->head.size;

	if (reader->restarts == RESTARTS_MOST ||
	    reader->read_again + end > stream->total / RESTART_PART) {
		learn_rest(reader);
		return 0;
	}
	reader->restarts++;
	reader->read_again += end;
	reader->learnt = end;
	stream->done = 0;
	return PERF_READER_RESTART;
}

int perf_reader_seal(struct perf_reader *reader)
{
	struct maps *maps = &reader->recording->maps;

	if (maps_seal(maps))
		return perf_reader_no_memory(reader);
	if (maps->sorted > SORTED_MOST && !reader->again)
		learn_rest(reader);
	return 0;
}

/* One for each hundred bytes of the file: some two records. */
static size_t count_cells(const struct input *input)
{
	size_t count = PERF_READER_CELLS_LEAST;

	while (count < PERF_READER_CELLS_MOST && count < input->size / 100)
		count *= 2;
	return count;
}

static void release(struct perf_reader *reader)
{
	unwinder_deinit(&reader->unwinder);
	free(reader->threads);
	free(reader->cells);
	free(reader->weights);
	free(reader->frames);
	keyindex_deinit(&reader->frame_index);
	pairing_deinit(&reader->pairing);
	perf_waits_deinit(&reader->waits);
}

/* All that samples bring begins empty. */
static int begin(struct perf_reader *reader)
{
	struct recording *recording = reader->recording;

	release(reader);
	recording_forget(recording);
	recording->maps.hidden = 0;
	*reader = (struct perf_reader){
		.recording = recording, .fault = reader->fault, .events = reader->events,
		.shown = reader->shown, .source = reader->source,
		.known = reader->learnt, .learnt = reader->learnt, .restarts = reader->restarts,
		.read_again = reader->read_again,
	};
	for (size_t i = 0; i < recording->perfdata.attrs_count; i++)
		reader->events[i].loss = (struct perf_loss){ 0 };
	reader->filters = filter_asks_anything(&recording->options.filter);
	reader->keeps = recording->options.sequence && recording->has_times;
	reader->contexts = recording->options.cpus || recording->options.chains;
	reader->threads = calloc(PERF_READER_THREADS, sizeof(*reader->threads));
	reader->last_thread = reader->threads;
	reader->cells_count = count_cells(&recording->input);
	reader->cells = aligned_alloc(64, reader->cells_count * sizeof(*reader->cells));
	reader->weights = calloc(reader->cells_count, sizeof(*reader->weights));
	reader->frames = calloc(PERF_READER_FRAMES, sizeof(*reader->frames));
	if (!reader->threads || !reader->cells || !reader->weights || !reader->frames ||
	    pairing_init(&reader->pairing))
		return perf_reader_no_memory(reader);
	memset(reader->cells, 0, reader->cells_count * sizeof(*reader->cells));
	unwinder_init(&reader->unwinder, &recording->maps, &recording->symbols);
	return 0;
}

int perf_reader_learn(struct perf_reader *reader)
{
	learn_rest(reader);
	return walk(reader, CHANGES);
}

int perf_reader_read(struct perf_reader *reader)
{
	int error;

	do {
		error = begin(reader);
		if (!error)
			error = walk(reader, handled(reader));
	} while (error == PERF_READER_RESTART || (!error && reader->again));
	if (!error)
		error = perf_reader_settle(reader);
	if (!error)
		recording_sort_kept(reader->recording);
	return error;
}

void perf_reader_deinit(struct perf_reader *reader)
{
	release(reader);
	free(reader->events);
}
