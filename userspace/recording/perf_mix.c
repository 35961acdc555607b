// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_mix.c - records of tea/instructions/ and tea/taken/: for instruction mixes
 *
 * Instructions are added at their places, as the cycles of tea// are. The stack of taken branches
 * is cut into streams, from each target to the source that follows.
 */
#include "perf_reader.h"

#define KERNEL_LEAST	(UINT64_C(1) << 63)

/* A record, looked up. Its sides are 0 where they are of a level that was not recorded. */
struct transfer {
	uint64_t from, to;
	struct recording_frame source, target;
};

static int locate(struct perf_reader *reader, const struct perf_moment *moment, uint64_t address,
		  struct recording_frame *where)
{
	return perf_reader_locate(reader, moment, address >= KERNEL_LEAST ? PERF_MODE_KERNEL :
				  PERF_MODE_USER, address, where);
}

static int read_transfer(struct perf_reader *reader, const struct perf_moment *moment,
			 struct cursor *cursor, struct transfer *transfer)
{
	int error;

	transfer->from = cursor_u64(cursor);
	transfer->to = cursor_u64(cursor);
	cursor_skip(cursor, sizeof(uint64_t));
	error = locate(reader, moment, transfer->from, &transfer->source);
	return error ? error : locate(reader, moment, transfer->to, &transfer->target);
}

/* From the target of one record to the source of the next one. */
static int add_stream(struct perf_reader *reader, uint32_t thread, const struct transfer *older,
		      const struct transfer *newer, double branches)
{
	struct recording_streams *streams = &reader->recording->streams;
	const struct recording_frame *begin = &older->target, *end = &newer->source;
	const struct recording_stream stream = {
		.thread = thread, .object = begin->object, .begin = begin->address,
		.end = end->address, .count = 1, .branches = branches,
	};

	if (!older->to || !newer->from)
		return 0;
	streams->number++;
	streams->streamed += branches;
	if (begin->object != end->object || end->address < begin->address) {
		streams->broken++;
		return 0;
	}
	return recording_add_stream(reader->recording, &stream) ? perf_reader_no_memory(reader) : 0;
}

static int add_edge(struct perf_reader *reader, uint32_t thread, const struct transfer *transfer,
		    bool newest, double branches)
{
	const struct recording_edge edge = {
		.thread = thread, .source_object = transfer->source.object,
		.target_object = transfer->target.object, .source = transfer->source.address,
		.target = transfer->target.address, .records = 1, .newest = newest,
		.branches = branches,
	};

	if (!transfer->from || !transfer->to)
		return 0;
	return recording_add_edge(reader->recording, &edge) ? perf_reader_no_memory(reader) : 0;
}

/* A stack of N records has N edges and N - 1 streams, all edges and all streams of equal weight. */
static int read_stack(struct perf_reader *reader, const struct perfdata_record *record,
		      const struct perf_moment *moment, uint32_t thread)
{
	struct recording_streams *streams = &reader->recording->streams;
	struct cursor cursor = record->sample.rest->branches;
	size_t count = cursor_left(&cursor) / (3 * sizeof(uint64_t));
	double branches = (double)record->sample.period;
	struct transfer newer = { 0 }, older;
	int error = 0;

	streams->samples++;
	streams->branches += branches;
	streams->short_samples += count < 2;
	for (size_t i = 0; !error && i < count; i++) {
		error = read_transfer(reader, moment, &cursor, &older);
		if (!error)
			error = add_edge(reader, thread, &older, !i, branches / (double)count);
		if (!error && i)
			error = add_stream(reader, thread, &older, &newer,
					   branches / (double)(count - 1));
		newer = older;
	}
	return error;
}

static int read_sample(struct perf_reader *reader, const struct perfdata_record *record)
{
	struct pairing_slot slot;
	struct perf_moment moment;
	struct tea_raw raw;
	uint32_t thread = 0;
	int kept, found;

	perf_reader_event(reader, record)->loss.samples++;
	if (record->attr->config == TEA_EVENT_INSTRUCTIONS)
		return perf_tea_handlers.sample(reader, record);
	found = perf_raw_read(reader, record, &raw);
	if (found < 0)
		return found;
	if (!found)
		pairing_sample(&reader->pairing, &record->where, &slot);
	kept = perf_reader_origin(reader, record, &moment, &thread);
	return kept > 0 ? read_stack(reader, record, &moment, thread) : kept;
}

static int read_word(struct perf_reader *reader, const struct perfdata_record *record)
{
	perf_reader_event(reader, record)->loss.told += tea_word_lost(record->word);
	return perf_tea_handlers.word(reader, record);
}

/* Lost records count for the event that came next in the buffer. */
static int read_lost(struct perf_reader *reader, const struct perfdata_record *record)
{
	struct perf_event *event = perf_reader_event(reader, record);

	if (event)
		event->loss.dropped += record->lost;
	return perf_tea_handlers.lost(reader, record);
}

/*
 * A sample with struct tea_raw has one record. Others have two, which a full buffer drops, and
 * the kernel counts, one by one.
 */
static uint64_t lost_of(const struct perf_loss *loss)
{
	uint64_t dropped = loss->dropped < loss->total ? loss->dropped : loss->total;
	uint64_t records = loss->raws ? 1 : 2;
	uint64_t lost = loss->total ? loss->total - (records - 1) * (dropped / 2) :
			loss->told + loss->dropped / records;

	return lost > loss->told ? lost : loss->told;
}

/*
 * The weight of a sample of @config relative to its period, with its part of the lost ones: the
 * losses of an event are counted for all threads together, by the words of whichever comes next.
 */
static double scale_of(struct perf_reader *reader, uint64_t config, const char *what)
{
	struct recording *recording = reader->recording;
	uint64_t samples = 0, lost = 0;

	for (size_t i = 0; i < recording->perfdata.attrs_count; i++) {
		const struct perf_event *event = &reader->events[i];

		if (!event->source || event->attr->config != config)
			continue;
		samples += event->loss.samples;
		lost += lost_of(&event->loss);
	}
	if (!samples || !lost)
		return 1;
	if (100 * lost >= samples)
		notes_add(reader->notes, "%llu sample%s of %s lost, %.1f%% of all: the others are taken "
			  "to stand for what is missing, which is not right where most was lost; record with "
			  "longer periods", (unsigned long long)lost, lost == 1 ? "" : "s", what,
			  pics_percent(lost, samples + lost));
	return (double)(samples + lost) / (double)samples;
}

/*
 * Only samples of instructions count as the recording's; its streams count their own, each of which
 * is one sample to pairing, too.
 */
static int finish(struct perf_reader *reader)
{
	struct recording *recording = reader->recording;
	uint64_t taken = recording->streams.samples;
	int error = perf_tea_handlers.finish(reader);

	reader->measure->filtered_samples -= taken < reader->measure->filtered_samples ? taken :
				       reader->measure->filtered_samples;
	reader->measure->scale = scale_of(reader, TEA_EVENT_INSTRUCTIONS, "instructions");
	recording->streams.branches *= scale_of(reader, TEA_EVENT_TAKEN, "taken branches");
	return error;
}

const struct perf_handlers perf_mix_handlers = {
	.sample = read_sample, .word = read_word, .lost = read_lost, .finish = finish,
};
