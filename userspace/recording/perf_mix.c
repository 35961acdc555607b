// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_mix.c - records of tea/instructions/ and tea/taken/: for instruction mixes
 *
 * Instructions are added at their places, as the cycles of tea// are. Of taken branches the stack
 * is cut into streams, from each target to the source that follows.
 */
#include "perf_reader.h"

#define KERNEL_LEAST	(UINT64_C(1) << 63)

struct branch {
	uint64_t from, to;
};

static struct branch read_branch(struct cursor *cursor)
{
	struct branch branch = { .from = cursor_u64(cursor) };

	branch.to = cursor_u64(cursor);
	cursor_skip(cursor, sizeof(uint64_t));
	return branch;
}

static int locate(struct perf_reader *reader, const struct perf_moment *moment, uint64_t address,
		  struct recording_frame *where)
{
	return perf_reader_locate(reader, moment, address >= KERNEL_LEAST ? PERF_MODE_KERNEL :
				  PERF_MODE_USER, address, where);
}

/* An address 0 is one of a level that was not recorded. */
static int add_stream(struct perf_reader *reader, const struct perf_moment *moment,
		      struct recording_stream *stream)
{
	struct recording_streams *streams = &reader->recording->streams;
	struct recording_frame begin, end;
	int error;

	if (!stream->begin || !stream->end)
		return 0;
	streams->number++;
	error = locate(reader, moment, stream->begin, &begin);
	if (!error)
		error = locate(reader, moment, stream->end, &end);
	if (error)
		return error;
	if (begin.object != end.object || end.address < begin.address) {
		streams->broken++;
		return 0;
	}
	stream->object = begin.object;
	stream->begin = begin.address;
	stream->end = end.address;
	return recording_add_stream(reader->recording, stream) ? perf_reader_no_memory(reader) : 0;
}

/* Of N records N - 1 streams, of equal weight. */
static int read_stack(struct perf_reader *reader, const struct perfdata_record *record,
		      const struct perf_moment *moment, uint32_t thread)
{
	struct recording_streams *streams = &reader->recording->streams;
	struct cursor cursor = record->sample.rest->branches;
	size_t count = cursor_left(&cursor) / (3 * sizeof(uint64_t));
	struct branch newer;
	int error = 0;

	streams->samples++;
	streams->branches += (double)record->sample.period;
	if (count < 2) {
		streams->short_samples++;
		return 0;
	}
	streams->streamed += (double)record->sample.period;
	newer = read_branch(&cursor);
	for (size_t i = 1; !error && i < count; i++) {
		struct branch older = read_branch(&cursor);
		struct recording_stream stream = {
			.thread = thread, .begin = older.to, .end = newer.from, .count = 1,
			.branches = (double)record->sample.period / (double)(count - 1),
		};

		error = add_stream(reader, moment, &stream);
		newer = older;
	}
	return error;
}

static int read_sample(struct perf_reader *reader, const struct perfdata_record *record)
{
	struct pairing_slot slot;
	struct perf_moment moment;
	uint32_t thread = 0;
	int kept;

	if (record->attr->config == TEA_EVENT_INSTRUCTIONS)
		return perf_tea_handlers.sample(reader, record);
	pairing_sample(&reader->pairing, &record->where, &slot);
	kept = perf_reader_origin(reader, record, &moment, &thread);
	return kept > 0 ? read_stack(reader, record, &moment, thread) : kept;
}

static int read_word(struct perf_reader *reader, const struct perfdata_record *record)
{
	return perf_tea_handlers.word(reader, record);
}

static int read_lost(struct perf_reader *reader, const struct perfdata_record *record)
{
	return perf_tea_handlers.lost(reader, record);
}

/* Of the samples those of instructions are the recording's; its streams count theirs. */
static void finish(struct perf_reader *reader)
{
	perf_tea_handlers.finish(reader);
	reader->recording->filtered_samples = 0;
}

const struct perf_handlers perf_mix_handlers = {
	.sample = read_sample, .word = read_word, .lost = read_lost, .finish = finish,
};
