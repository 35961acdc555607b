// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perfwriter.c - perf.data files for tests; see perfwriter.h
 */
#include "perfwriter.h"

#include <assert.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zstd.h>

#include "tea_abi.h"

#define HEADER_BYTES	104
#define ATTR_BYTES	128		/* sizeof(struct perf_event_attr) of Linux 6.1 */
#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

void bytes_put(struct bytes *bytes, const void *data, size_t size)
{
	if (bytes->size + size > bytes->capacity) {
		bytes->capacity = 2 * (bytes->size + size);
		bytes->data = realloc(bytes->data, bytes->capacity);
		assert(bytes->data);
	}
	if (size)
		memcpy(bytes->data + bytes->size, data, size);
	bytes->size += size;
}

static void bytes_number(struct bytes *bytes, uint64_t value, size_t size)
{
	uint8_t data[8];

	for (size_t i = 0; i < size; i++)
		data[bytes->big ? size - 1 - i : i] = (uint8_t)(value >> (8 * i));
	bytes_put(bytes, data, size);
}

void bytes_u16(struct bytes *bytes, uint16_t value)
{
	bytes_number(bytes, value, 2);
}

void bytes_u32(struct bytes *bytes, uint32_t value)
{
	bytes_number(bytes, value, 4);
}

void bytes_u64(struct bytes *bytes, uint64_t value)
{
	bytes_number(bytes, value, 8);
}

/* Text and its NUL, padded with zeros to @align bytes. */
static void bytes_text(struct bytes *bytes, const char *text, size_t align)
{
	static const char zeros[64];
	size_t size = strlen(text) + 1;

	bytes_put(bytes, text, size);
	bytes_put(bytes, zeros, (align - size % align) % align);
}

void writer_init(struct writer *writer, uint64_t sample_type)
{
	*writer = (struct writer){ .pmu = "tea", .event = "tea//", .sample_type = sample_type,
				    .events = 1 };
}

void writer_set_big(struct writer *writer)
{
	writer->data.big = writer->file.big = true;
}

void writer_deinit(struct writer *writer)
{
	free(writer->data.data);
	free(writer->file.data);
}

static size_t record_begin(struct writer *writer, uint32_t type, uint16_t misc)
{
	size_t begin = writer->data.size;

	bytes_u32(&writer->data, type);
	bytes_u16(&writer->data, misc);
	bytes_u16(&writer->data, 0);
	return begin;
}

static void record_end(struct writer *writer, size_t begin)
{
	size_t size = writer->data.size - begin;

	assert(size <= UINT16_MAX);
	writer->data.data[begin + 6 + writer->data.big] = (uint8_t)size;
	writer->data.data[begin + 7 - writer->data.big] = (uint8_t)(size >> 8);
}

/* A CPU's number and 32 bits that are none of it. */
static void put_cpu(struct writer *writer, uint32_t cpu)
{
	bytes_u32(&writer->data, cpu);
	bytes_u32(&writer->data, 0);
}

static void put_sample_id(struct writer *writer, const struct writer_where *where)
{
	uint64_t type = writer->sample_type;

	if (type & PERF_SAMPLE_TID) {
		bytes_u32(&writer->data, where->pid);
		bytes_u32(&writer->data, where->tid);
	}
	if (type & PERF_SAMPLE_TIME)
		bytes_u64(&writer->data, where->time_ns);
	if (type & PERF_SAMPLE_ID)
		bytes_u64(&writer->data, where->id);
	if (type & PERF_SAMPLE_CPU)
		put_cpu(writer, where->cpu);
	if (type & PERF_SAMPLE_IDENTIFIER)
		bytes_u64(&writer->data, where->id);
}

void writer_comm(struct writer *writer, const struct writer_where *where, const char *comm,
		 bool exec)
{
	size_t begin = record_begin(writer, PERF_RECORD_COMM,
				    exec ? PERF_RECORD_MISC_COMM_EXEC : 0);

	bytes_u32(&writer->data, where->pid);
	bytes_u32(&writer->data, where->tid);
	bytes_text(&writer->data, comm, 8);
	put_sample_id(writer, where);
	record_end(writer, begin);
}

void writer_fork(struct writer *writer, const struct writer_where *where, uint32_t pid,
		 uint32_t tid)
{
	size_t begin = record_begin(writer, PERF_RECORD_FORK, 0);

	bytes_u32(&writer->data, pid);
	bytes_u32(&writer->data, where->pid);
	bytes_u32(&writer->data, tid);
	bytes_u32(&writer->data, where->tid);
	bytes_u64(&writer->data, where->time_ns);
	put_sample_id(writer, where);
	record_end(writer, begin);
}

void writer_mmap(struct writer *writer, const struct writer_where *where, uint32_t pid,
		 uint64_t start, uint64_t size, uint64_t offset, const char *path)
{
	bool kernel = pid == UINT32_MAX;
	size_t begin = record_begin(writer, kernel ? PERF_RECORD_MMAP : PERF_RECORD_MMAP2,
				    kernel ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER);
	static const uint8_t inode[32];

	bytes_u32(&writer->data, pid);
	bytes_u32(&writer->data, kernel ? 0 : pid);
	bytes_u64(&writer->data, start);
	bytes_u64(&writer->data, size);
	bytes_u64(&writer->data, offset);
	if (!kernel)
		bytes_put(&writer->data, inode, sizeof(inode));
	bytes_text(&writer->data, path, 8);
	put_sample_id(writer, where);
	record_end(writer, begin);
}

static void put_number(struct writer *writer, const struct writer_where *where, uint32_t type,
		       uint64_t number)
{
	size_t begin = record_begin(writer, type, 0);

	if (type == PERF_RECORD_LOST)
		bytes_u64(&writer->data, where->id);
	bytes_u64(&writer->data, number);
	put_sample_id(writer, where);
	record_end(writer, begin);
}

void writer_word(struct writer *writer, const struct writer_where *where, uint64_t word)
{
	put_number(writer, where, PERF_RECORD_AUX_OUTPUT_HW_ID, word);
}

void writer_lost(struct writer *writer, const struct writer_where *where, uint64_t count)
{
	put_number(writer, where, PERF_RECORD_LOST, count);
}

void writer_lost_samples(struct writer *writer, const struct writer_where *where,
			 uint64_t count)
{
	put_number(writer, where, PERF_RECORD_LOST_SAMPLES, count);
}

void writer_throttle(struct writer *writer, const struct writer_where *where)
{
	size_t begin = record_begin(writer, PERF_RECORD_THROTTLE, 0);

	bytes_u64(&writer->data, where->time_ns);
	bytes_u64(&writer->data, where->id);
	bytes_u64(&writer->data, where->id);
	put_sample_id(writer, where);
	record_end(writer, begin);
}

void writer_user(struct writer *writer, uint32_t type, const void *payload, uint16_t size)
{
	size_t begin = record_begin(writer, type, 0);

	bytes_put(&writer->data, payload, size);
	record_end(writer, begin);
}

static void put_chain(struct writer *writer, uint64_t ip)
{
	bytes_u64(&writer->data, 2 + writer->chain_count);
	bytes_u64(&writer->data, (int64_t)ip < 0 ? PERF_CONTEXT_KERNEL : PERF_CONTEXT_USER);
	bytes_u64(&writer->data, ip);
	for (size_t i = 0; i < writer->chain_count; i++)
		bytes_u64(&writer->data, writer->chain[i]);
}

/* Two registers and some stack, of which the kernel could copy half. */
static void put_user(struct writer *writer)
{
	static const uint8_t stack[64];

	if (writer->sample_type & PERF_SAMPLE_REGS_USER) {
		bytes_u64(&writer->data, PERF_SAMPLE_REGS_ABI_64);
		bytes_u64(&writer->data, 0x1111);
		bytes_u64(&writer->data, 0x2222);
	}
	if (writer->sample_type & PERF_SAMPLE_STACK_USER) {
		bytes_u64(&writer->data, sizeof(stack));
		bytes_put(&writer->data, stack, sizeof(stack));
		bytes_u64(&writer->data, sizeof(stack) / 2);
	}
}

void writer_raw_sample(struct writer *writer, const struct writer_where *where, uint64_t ip,
		       uint64_t period, const void *raw, uint32_t raw_size)
{
	uint64_t type = writer->sample_type;
	struct bytes *data = &writer->data;
	size_t begin = record_begin(writer, PERF_RECORD_SAMPLE,
				    (int64_t)ip < 0 ? PERF_RECORD_MISC_KERNEL :
				    PERF_RECORD_MISC_USER);

	if (type & PERF_SAMPLE_IDENTIFIER)
		bytes_u64(data, where->id);
	if (type & PERF_SAMPLE_IP)
		bytes_u64(data, ip);
	if (type & PERF_SAMPLE_TID) {
		bytes_u32(data, where->pid);
		bytes_u32(data, where->tid);
	}
	if (type & PERF_SAMPLE_TIME)
		bytes_u64(data, where->time_ns);
	if (type & PERF_SAMPLE_ID)
		bytes_u64(data, where->id);
	if (type & PERF_SAMPLE_CPU)
		put_cpu(writer, where->cpu);
	if (type & PERF_SAMPLE_PERIOD)
		bytes_u64(data, period);
	if (type & PERF_SAMPLE_CALLCHAIN) {
		put_chain(writer, ip);
	}
	if (type & PERF_SAMPLE_RAW) {
		bytes_u32(data, raw_size);
		bytes_put(data, raw, raw_size);
	}
	put_user(writer);
	record_end(writer, begin);
}

void writer_sample(struct writer *writer, const struct writer_where *where, uint64_t ip,
		   uint64_t period)
{
	writer_raw_sample(writer, where, ip, period, "\0\0\0", 4);
}

uint64_t writer_make_word(unsigned int valid, const uint16_t psv[4], unsigned int state,
			  unsigned int privilege, unsigned int lost)
{
	uint64_t word = (uint64_t)state << TEA_META_STATE_SHIFT |
			(uint64_t)valid << TEA_META_VALID_SHIFT |
			(uint64_t)privilege << TEA_META_PRIV_SHIFT |
			(uint64_t)lost << TEA_WORD_LOST_SHIFT |
			(uint64_t)TEA_ABI_VERSION << TEA_WORD_VERSION_SHIFT;

	for (unsigned int i = 0; i < TEA_SLOTS; i++)
		word |= (uint64_t)psv[i] << TEA_META_PSV_SHIFT(i);
	return word;
}

void writer_group(struct writer *writer, const struct writer_where *where, unsigned int slots,
		  const uint16_t psv[], unsigned int state, uint64_t ip, uint64_t period)
{
	uint16_t all[TEA_SLOTS] = { 0 };

	memcpy(all, psv, slots * sizeof(*psv));
	writer_word(writer, where, writer_make_word((1U << slots) - 1, all, state,
						    (int64_t)ip < 0 ? TEA_PRIV_S : TEA_PRIV_U, 0));
	for (unsigned int i = 0; i < slots; i++)
		writer_sample(writer, where, ip + 4 * i, period / slots + (i < period % slots));
}

/* Bit fields begin at the top on a big-endian machine. */
static uint64_t make_flags(const struct writer *writer)
{
	uint64_t flags = (1ULL << 18) | (writer->period ? 0 : 1ULL << 10), turned = 0;

	for (int i = 0; i < 64; i++)
		turned |= (flags >> i & 1) << (63 - i);
	return writer->file.big ? turned : flags;
}

static void put_attr(struct writer *writer, bool tea)
{
	struct bytes *file = &writer->file;
	size_t begin = file->size;
	static const uint8_t zeros[ATTR_BYTES];

	bytes_u32(file, tea ? WRITER_TEA_TYPE : PERF_TYPE_SOFTWARE);
	bytes_u32(file, ATTR_BYTES);
	bytes_u64(file, 0);
	bytes_u64(file, writer->period ? writer->period : 4000);
	bytes_u64(file, writer->sample_type);
	bytes_u64(file, PERF_FORMAT_ID);
	bytes_u64(file, make_flags(writer));
	bytes_put(file, zeros, 80 - (file->size - begin));
	bytes_u64(file, writer->sample_type & PERF_SAMPLE_REGS_USER ? 0x5 : 0);
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
		put_attr(writer, i == 0);
		bytes_u32(&writer->file, 1);
		put_string(writer, i ? "cpu-clock" : writer->event);
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

static const struct {
	unsigned int bit;
	void (*put)(struct writer *writer);
} features[] = {
	{ 2, put_build_ids }, { 3, put_hostname }, { 4, put_release }, { 6, put_arch },
	{ 11, put_command }, { 12, put_events }, { 16, put_pmus }, { 20, put_caches },
	{ 31, put_caps },
};

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
		if (features[i].put != put_build_ids || writer->build_ids)
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

/* Attributes, features and data, as records all of them. */
static void finish_pipe(struct writer *writer)
{
	struct bytes *file = &writer->file;

	bytes_put(file, file->big ? "2ELIFREP" : "PERFILE2", 8);
	bytes_u64(file, 16);
	for (unsigned int i = 0; i < writer->events; i++) {
		size_t begin = own_begin(writer, 64);

		put_attr(writer, i == 0);
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

		if (features[i].put == put_build_ids || features[i].put == put_events) {
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
		put_attr(writer, i == 0);
		bytes_u64(file, HEADER_BYTES + 8 * i);
		bytes_u64(file, 8);
	}
	bytes_put(file, writer->data.data, writer->data.size);
	put_features(writer);
}

void writer_pack(struct writer *writer, uint32_t type, size_t chunk)
{
	struct bytes plain = writer->data;
	ZSTD_CCtx *zstd = ZSTD_createCCtx();
	size_t step;

	writer->data = (struct bytes){ .big = plain.big };
	for (size_t at = 0; at < plain.size; at += step) {
		static uint8_t packed[1 << 15];
		static const uint8_t zeros[8];
		ZSTD_outBuffer output = { packed, sizeof(packed), 0 };
		ZSTD_inBuffer input = { plain.data + at, chunk, 0 };
		size_t begin = record_begin(writer, type, 0);

		step = chunk < plain.size - at ? chunk : plain.size - at;
		input.size = step;
		assert(!ZSTD_compressStream2(zstd, &output, &input, ZSTD_e_flush));
		if (type == WRITER_COMPRESSED2)
			bytes_u64(&writer->data, output.pos);
		bytes_put(&writer->data, packed, output.pos);
		if (type == WRITER_COMPRESSED2)
			bytes_put(&writer->data, zeros, -output.pos % 8);
		record_end(writer, begin);
	}
	ZSTD_freeCCtx(zstd);
	free(plain.data);
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
