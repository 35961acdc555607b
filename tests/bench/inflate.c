// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * inflate - multiplies the samples of a perf.data, for measuring readers
 *
 *	inflate FILE SAMPLES SEED OUTPUT
 *
 * It writes a valid perf.data: event, mappings and features are FILE's, its words and samples are
 * repeated, later each time, until there are SAMPLES of them. Addresses move within 64 bytes, at
 * random by SEED, so that there are more of them; those of struct tea_raw too, if no part of
 * variable size stands before it. FILE is a plain one: of one event, not compressed, not of pipe
 * mode. The event's attribute is cut to the fields that perf of Linux 6.1 knows, so that a host's
 * perf can read a guest's file.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "perfdata/perfdata.h"
#include "tea_abi.h"

#define HEADER_BYTES		104
#define ATTR_BYTES		128
#define SECTION_BYTES		16
#define DATA_OFFSET		40	/* of the data section's offset and size */
#define FEATURES_OFFSET		72
#define RECORD_ROUND		68
#define ROUND_RECORDS		20000	/* perf sorts no more than this at once */
#define ADDRESS_MASK		0x3e

struct inflater {
	struct perfdata perfdata;
	const char *path;
	FILE *output;
	uint64_t samples, wanted, written, pending;
	uint64_t begin_ns, end_ns, shift_ns;
	unsigned int seed;
};

static void fail(const char *what)
{
	fprintf(stderr, "inflate: %s\n", what);
	exit(1);
}

static void put(struct inflater *inflater, const void *bytes, size_t size)
{
	if (fwrite(bytes, 1, size, inflater->output) != size)
		fail("cannot write the output");
	inflater->written += size;
}

static void put_record(struct inflater *inflater, const struct stream_record *record,
		       const uint8_t *payload)
{
	put(inflater, &record->type, sizeof(record->type));
	put(inflater, &record->misc, sizeof(record->misc));
	put(inflater, &record->size, sizeof(record->size));
	if (record->size > STREAM_HEADER_BYTES)
	put(inflater, payload, record->size - STREAM_HEADER_BYTES);
}

static void put_round(struct inflater *inflater)
{
	const struct stream_record round = { .type = RECORD_ROUND, .size = STREAM_HEADER_BYTES };

	put_record(inflater, &round, NULL);
	inflater->pending = 0;
}

static bool repeats(uint32_t type)
{
	return type == PERF_RECORD_SAMPLE || type == PERF_RECORD_AUX_OUTPUT_HW_ID;
}

/* Where the time stands in a record that repeats. */
static size_t time_offset(const struct inflater *inflater, const struct stream_record *record)
{
	const struct perfdata_attr *attr = inflater->perfdata.attrs;

	if (record->type == PERF_RECORD_SAMPLE)
		return attr->sample.time;
	return record->size - STREAM_HEADER_BYTES - attr->trailer.bytes + attr->trailer.time;
}

static void note_time(struct inflater *inflater, const struct stream_record *record)
{
	uint64_t time;

	memcpy(&time, record->payload + time_offset(inflater, record), sizeof(time));
	if (!inflater->begin_ns || time < inflater->begin_ns)
		inflater->begin_ns = time;
	if (time > inflater->end_ns)
		inflater->end_ns = time;
}

static void move(struct inflater *inflater, uint8_t *address)
{
	uint64_t value;

	memcpy(&value, address, sizeof(value));
	value ^= (uint64_t)rand_r(&inflater->seed) & ADDRESS_MASK;
	memcpy(address, &value, sizeof(value));
}

/* The record's own address, and those of its slots. */
static void move_addresses(struct inflater *inflater, uint8_t *payload)
{
	const struct perfdata_attr *attr = inflater->perfdata.attrs;
	const uint64_t before = PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN;
	uint8_t *raw = payload + attr->sample.bytes + sizeof(uint32_t);
	struct tea_raw head;

	move(inflater, payload + attr->sample.ip);
	if ((attr->sample_type & (before | PERF_SAMPLE_RAW)) != PERF_SAMPLE_RAW)
		return;
	memcpy(&head, raw, sizeof(head));
	for (unsigned int i = 0; head.version == TEA_RAW_VERSION && i < TEA_SLOTS; i++)
		if (head.slots >> i & 1)
			move(inflater, raw + offsetof(struct tea_raw, pc) + i * sizeof(uint64_t));
}

static void repeat_record(struct inflater *inflater, const struct stream_record *record)
{
	uint8_t payload[UINT16_MAX];
	uint64_t value;

	memcpy(payload, record->payload, record->size - STREAM_HEADER_BYTES);
	memcpy(&value, payload + time_offset(inflater, record), sizeof(value));
	value += inflater->shift_ns;
	memcpy(payload + time_offset(inflater, record), &value, sizeof(value));
	if (record->type == PERF_RECORD_SAMPLE) {
		move_addresses(inflater, payload);
		inflater->samples++;
	}
	put_record(inflater, record, payload);
	if (++inflater->pending == ROUND_RECORDS)
		put_round(inflater);
}

/* All records, or, from the second pass on, those that repeat. */
static void pass(struct inflater *inflater, bool first)
{
	struct stream *stream = &inflater->perfdata.stream;
	struct stream_record record;
	struct fault fault;

	stream_rewind(stream, PERFDATA_ALL_TYPES);
	while (stream_next(stream, &record, &fault) > 0 && inflater->samples < inflater->wanted) {
		if (!repeats(record.type) && first && record.type < 64)
			put_record(inflater, &record, record.payload);
		if (repeats(record.type) && first)
			note_time(inflater, &record);
		if (repeats(record.type) && !first)
			repeat_record(inflater, &record);
	}
}

/* Copies [@begin, @end) of the file. */
static void copy(struct inflater *inflater, uint64_t begin, uint64_t end)
{
	uint8_t buffer[4096];

	while (begin < end) {
		uint64_t size = end - begin < sizeof(buffer) ? end - begin : sizeof(buffer);

		if (input_read(inflater->perfdata.file, begin, buffer, size) != (ssize_t)size)
			fail("the file is not whole");
		put(inflater, buffer, size);
		begin += size;
	}
}

/* The features stay as they are, further back. */
static void put_features(struct inflater *inflater, uint64_t begin, uint64_t grown)
{
	uint64_t bits[4], section[2];
	int count = 0;

	if (input_read(inflater->perfdata.file, FEATURES_OFFSET, bits, sizeof(bits)) !=
	    sizeof(bits))
		fail("the file is not whole");
	for (int i = 0; i < 4; i++)
		count += __builtin_popcountll(bits[i]);
	for (int i = 0; i < count; i++) {
		if (input_read(inflater->perfdata.file, begin + 16 * (uint64_t)i, section,
			       sizeof(section)) != sizeof(section))
			fail("the file is not whole");
		section[0] += grown;
		put(inflater, section, sizeof(section));
	}
	copy(inflater, begin + 16 * (uint64_t)count, inflater->perfdata.file->size);
}

static void load(const struct inflater *inflater, uint64_t offset, void *to, size_t size)
{
	if (input_read(inflater->perfdata.file, offset, to, size) != (ssize_t)size)
		fail("the file is not whole");
}

/* Header, stream ids, one attribute. Returns where the data begin. */
static uint64_t put_head(struct inflater *inflater)
{
	uint64_t head[HEADER_BYTES / 8], attrs, ids[2], ids_bytes;
	uint64_t attr[ATTR_BYTES / 8];
	const uint32_t attr_bytes = ATTR_BYTES;

	load(inflater, 0, head, sizeof(head));
	attrs = head[3];
	load(inflater, attrs, attr, sizeof(attr));
	load(inflater, attrs + head[2] - SECTION_BYTES, ids, sizeof(ids));
	ids_bytes = ids[1];
	memcpy((uint8_t *)attr + 4, &attr_bytes, sizeof(attr_bytes));
	head[2] = ATTR_BYTES + SECTION_BYTES;
	head[3] = HEADER_BYTES + ids_bytes;
	head[4] = head[2];
	head[DATA_OFFSET / 8] = head[3] + head[4];
	put(inflater, head, sizeof(head));
	copy(inflater, ids[0], ids[0] + ids_bytes);
	put(inflater, attr, sizeof(attr));
	put(inflater, (uint64_t[]){ HEADER_BYTES, ids_bytes }, SECTION_BYTES);
	return inflater->written;
}

static void inflate(struct inflater *inflater)
{
	struct stream_part data = inflater->perfdata.stream.parts[0];
	uint64_t begin = put_head(inflater), size;

	pass(inflater, true);
	put_round(inflater);
	if (!inflater->begin_ns)
		fail("the file has no samples with times");
	while (inflater->samples < inflater->wanted) {
		pass(inflater, false);
		inflater->shift_ns += inflater->end_ns - inflater->begin_ns + 1000;
	}
	put_round(inflater);
	size = inflater->written - begin;
	put_features(inflater, data.end, inflater->written - data.end);
	if (fseek(inflater->output, DATA_OFFSET + 8, SEEK_SET) ||
	    fwrite(&size, sizeof(size), 1, inflater->output) != 1 || fclose(inflater->output))
		fail("cannot write the output");
}

int main(int argc, char **argv)
{
	struct inflater inflater = { 0 };
	struct notes notes = { 0 };
	struct input input;
	struct fault fault;

	if (argc != 5)
		fail("usage: inflate FILE SAMPLES SEED OUTPUT");
	inflater.wanted = strtoull(argv[2], NULL, 0);
	inflater.seed = (unsigned int)strtoul(argv[3], NULL, 0);
	if (input_open(&input, argv[1], &(struct progress){ 0 }, &fault) ||
	    perfdata_open(&inflater.perfdata, &input, &notes, &fault))
		fail(fault.text);
	if (inflater.perfdata.pipe || inflater.perfdata.attrs_count != 1)
		fail("give a plain file of one event");
	inflater.output = fopen(argv[4], "we");
	if (!inflater.output)
		fail("cannot make the output");
	inflate(&inflater);
	printf("%" PRIu64 " samples, seed %s\n", inflater.samples, argv[3]);
	perfdata_close(&inflater.perfdata);
	notes_deinit(&notes);
	input_close(&input);
	return 0;
}
