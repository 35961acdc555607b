// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perfwriter_file.c - header, attributes and features around the records; see perfwriter.h
 */
#include <assert.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "perfwriter.h"

#define HEADER_BYTES	104
#define ATTR_BYTES	128		/* sizeof(struct perf_event_attr) of Linux 6.1 */
#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

/* Bit fields begin at the top on a big-endian machine. */
static uint64_t make_flags(const struct writer *writer)
{
	uint64_t flags = (1ULL << 18) | (writer->period ? 0 : 1ULL << 10) |
			 (writer->clocked ? 1ULL << 25 : 0), turned = 0;

	for (int i = 0; i < 64; i++)
		turned |= (flags >> i & 1) << (63 - i);
	return writer->file.big ? turned : flags;
}

static void put_attr(struct writer *writer, unsigned int event)
{
	struct bytes *file = &writer->file;
	size_t begin = file->size;
	bool tea = !event || (writer->second && !writer->waits);
	static const uint8_t zeros[ATTR_BYTES];

	bytes_u32(file, tea ? WRITER_TEA_TYPE : event == 2 ? PERF_TYPE_TRACEPOINT :
				 PERF_TYPE_SOFTWARE);
	bytes_u32(file, ATTR_BYTES);
	bytes_u64(file, event ? writer->second_config : writer->config);
	bytes_u64(file, writer->period ? writer->period : 4000);
	bytes_u64(file, writer->sample_type);
	bytes_u64(file, PERF_FORMAT_ID);
	bytes_u64(file, make_flags(writer));
	bytes_put(file, zeros, 80 - (file->size - begin));
	bytes_u64(file, !(writer->sample_type & PERF_SAMPLE_REGS_USER) ? 0 :
			 writer->registers ? writer->registers : 0x5);
	bytes_u32(file, 0);
	bytes_u32(file, writer->clocked ? CLOCK_MONOTONIC : 0);
	bytes_put(file, zeros, ATTR_BYTES - (file->size - begin));
}

/* A perf string: length with padding, text. */
static void put_string(struct writer *writer, const char *text)
{
	bytes_u32(&writer->file, (uint32_t)((strlen(text) + 1 + 63) / 64 * 64));
	bytes_text(&writer->file, text, 64);
}

static void put_build_ids(struct writer *writer)
{
	static const char path[] = "/bin/prog";
	static const uint8_t zeros[4];

	bytes_u32(&writer->file, 67);
	bytes_u16(&writer->file, PERF_RECORD_MISC_USER);
	bytes_u16(&writer->file, 36 + 16);
	bytes_u32(&writer->file, UINT32_MAX);
	bytes_put(&writer->file, writer->build_id, 20);
	bytes_put(&writer->file, zeros, 4);
	bytes_text(&writer->file, path, 16);
}

static void put_hostname(struct writer *writer)
{
	put_string(writer, "guest");
}

static void put_release(struct writer *writer)
{
	put_string(writer, "6.12.0-test");
}

static void put_arch(struct writer *writer)
{
	put_string(writer, "riscv64");
}

static void put_command(struct writer *writer)
{
	bytes_u32(&writer->file, 3);
	put_string(writer, "perf");
	put_string(writer, "record");
	put_string(writer, "-e tea//");
}

static void put_events(struct writer *writer)
{
	bytes_u32(&writer->file, writer->events);
	bytes_u32(&writer->file, ATTR_BYTES);
	for (unsigned int i = 0; i < writer->events; i++) {
		put_attr(writer, i);
		bytes_u32(&writer->file, 1);
		put_string(writer, !i ? writer->event : i == 2 ? "sched:sched_wakeup" :
				   writer->second ? writer->second : "cpu-clock");
		bytes_u64(&writer->file, i + 1);
	}
}

static void put_pmus(struct writer *writer)
{
	bytes_u32(&writer->file, 2);
	bytes_u32(&writer->file, PERF_TYPE_SOFTWARE);
	put_string(writer, "software");
	bytes_u32(&writer->file, WRITER_TEA_TYPE);
	put_string(writer, writer->pmu);
}

static void put_caps(struct writer *writer)
{
	bytes_u32(&writer->file, 1);
	bytes_u32(&writer->file, 2);
	put_string(writer, "slots");
	put_string(writer, "4");
	put_string(writer, "version");
	put_string(writer, "1");
	put_string(writer, "tea");
}

/* Two CPUs' own first levels, and a second one for both. */
static void put_caches(struct writer *writer)
{
	static const struct {
		uint32_t level, sets, ways;
		const char *type, *size, *cpus;
	} caches[] = {
		{ 1, 64, 8, "Instruction", "32K", "0" }, { 1, 64, 8, "Data", "16K", "0" },
		{ 2, 2048, 16, "Unified", "2048K", "0-1" }, { 1, 64, 8, "Instruction", "64K", "1" },
		{ 1, 64, 8, "Data", "64K", "1" },
	};

	bytes_u32(&writer->file, 1);
	bytes_u32(&writer->file, COUNT(caches));
	for (size_t i = 0; i < COUNT(caches); i++) {
		bytes_u32(&writer->file, caches[i].level);
		bytes_u32(&writer->file, 64);
		bytes_u32(&writer->file, caches[i].sets);
		bytes_u32(&writer->file, caches[i].ways);
		put_string(writer, caches[i].type);
		put_string(writer, caches[i].size);
		put_string(writer, caches[i].cpus);
	}
}

static void put_cpus(struct writer *writer)
{
	bytes_u32(&writer->file, writer->cpus);
	bytes_u32(&writer->file, writer->cpus);
}

static void put_times(struct writer *writer)
{
	bytes_u64(&writer->file, writer->first_ns);
	bytes_u64(&writer->file, writer->last_ns);
}

static void put_clock(struct writer *writer)
{
	bytes_u32(&writer->file, 1);
	bytes_u32(&writer->file, CLOCK_MONOTONIC);
	bytes_u64(&writer->file, writer->wall_ns + 50);
	bytes_u64(&writer->file, 50);
}

static const struct {
	unsigned int bit;
	void (*put)(struct writer *writer);
} features[] = {
	{ 2, put_build_ids }, { 3, put_hostname }, { 4, put_release }, { 6, put_arch },
	{ 7, put_cpus }, { 11, put_command }, { 12, put_events }, { 16, put_pmus },
	{ 20, put_caches }, { 21, put_times }, { 29, put_clock }, { 31, put_caps },
};

/* Not every file has these. */
static bool is_there(const struct writer *writer, size_t feature)
{
	return (features[feature].put != put_build_ids || writer->build_ids) &&
	       (features[feature].put != put_cpus || writer->cpus) &&
	       (features[feature].put != put_times || writer->last_ns) &&
	       (features[feature].put != put_clock || writer->wall_ns);
}

static void patch_u64(struct writer *writer, size_t at, uint64_t value)
{
	for (int i = 0; i < 8; i++)
		writer->file.data[at + (size_t)(writer->file.big ? 7 - i : i)] =
			(uint8_t)(value >> (8 * i));
}

static void put_features(struct writer *writer)
{
	uint64_t bits = 0;
	size_t table = writer->file.size, index = 0;

	for (size_t i = 0; i < COUNT(features); i++)
		if (is_there(writer, i))
			bits |= 1ULL << features[i].bit;
	patch_u64(writer, 72, bits);
	for (int i = 0; i < __builtin_popcountll(bits); i++) {
		bytes_u64(&writer->file, 0);
		bytes_u64(&writer->file, 0);
	}
	for (size_t i = 0; i < COUNT(features); i++) {
		size_t begin = writer->file.size;

		if (!(bits >> features[i].bit & 1))
			continue;
		features[i].put(writer);
		patch_u64(writer, table + 16 * index, begin);
		patch_u64(writer, table + 16 * index + 8, writer->file.size - begin);
		index++;
	}
}

static size_t own_begin(struct writer *writer, uint32_t type)
{
	size_t begin = writer->file.size;

	bytes_u32(&writer->file, type);
	bytes_u16(&writer->file, 0);
	bytes_u16(&writer->file, 0);
	return begin;
}

static void own_end(struct writer *writer, size_t begin)
{
	uint16_t size = (uint16_t)(writer->file.size - begin);

	writer->file.data[begin + 6 + writer->file.big] = (uint8_t)size;
	writer->file.data[begin + 7 - writer->file.big] = (uint8_t)(size >> 8);
}

/* Attributes, features and data, all as records. */
static void finish_pipe(struct writer *writer)
{
	struct bytes *file = &writer->file;

	bytes_put(file, file->big ? "2ELIFREP" : "PERFILE2", 8);
	bytes_u64(file, 16);
	for (unsigned int i = 0; i < writer->events; i++) {
		size_t begin = own_begin(writer, 64);

		put_attr(writer, i);
		bytes_u64(file, i + 1);
		own_end(writer, begin);
		begin = own_begin(writer, 78);
		bytes_u64(file, 2);
		bytes_u64(file, i + 1);
		bytes_text(file, i ? "cpu-clock" : writer->event, 8);
		own_end(writer, begin);
	}
	for (size_t i = 0; i < COUNT(features); i++) {
		size_t begin = own_begin(writer, 80);

		if (features[i].put == put_build_ids || features[i].put == put_events ||
		    !is_there(writer, i)) {
			file->size = begin;
			continue;
		}
		bytes_u64(file, features[i].bit);
		features[i].put(writer);
		own_end(writer, begin);
	}
	if (writer->build_ids)
		put_build_ids(writer);
	bytes_put(file, writer->data.data, writer->data.size);
}

void writer_finish(struct writer *writer)
{
	static const uint8_t zeros[HEADER_BYTES];
	struct bytes *file = &writer->file;
	size_t attrs = HEADER_BYTES + 8 * writer->events;

	file->size = 0;
	if (writer->pipe) {
		finish_pipe(writer);
		return;
	}
	bytes_put(file, zeros, HEADER_BYTES);
	memcpy(file->data, file->big ? "2ELIFREP" : "PERFILE2", 8);
	patch_u64(writer, 8, HEADER_BYTES);
	patch_u64(writer, 16, ATTR_BYTES + 16);
	patch_u64(writer, 24, attrs);
	patch_u64(writer, 32, (ATTR_BYTES + 16) * writer->events);
	patch_u64(writer, 40, attrs + (ATTR_BYTES + 16) * writer->events);
	patch_u64(writer, 48, writer->data.size);
	for (unsigned int i = 0; i < writer->events; i++)
		bytes_u64(file, i + 1);
	for (unsigned int i = 0; i < writer->events; i++) {
		put_attr(writer, i);
		bytes_u64(file, HEADER_BYTES + 8 * i);
		bytes_u64(file, 8);
	}
	bytes_put(file, writer->data.data, writer->data.size);
	put_features(writer);
}

const char *writer_save(struct writer *writer, const char *directory)
{
	static char path[4096];
	FILE *file;

	writer_finish(writer);
	snprintf(path, sizeof(path), "%s/test.perf.data", directory);
	file = fopen(path, "we");
	assert(file);
	assert(fwrite(writer->file.data, 1, writer->file.size, file) == writer->file.size);
	assert(!fclose(file));
	return path;
}
