// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perfwriter.c - records of perf.data files for tests; see perfwriter.h
 */
#include "perfwriter.h"

#include <assert.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zstd.h>

#include "tea_abi.h"


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

void bytes_text(struct bytes *bytes, const char *text, size_t align)
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
	writer_mapping(writer, where, 0, pid, start, size, offset, path);
}

void writer_mapping(struct writer *writer, const struct writer_where *where, uint16_t misc, uint32_t pid,
		    uint64_t start, uint64_t size, uint64_t offset, const char *path)
{
	bool kernel = pid == UINT32_MAX;
	size_t begin = record_begin(writer, kernel ? PERF_RECORD_MMAP : PERF_RECORD_MMAP2,
				    misc | (kernel ? PERF_RECORD_MISC_KERNEL : PERF_RECORD_MISC_USER));
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

void writer_switch(struct writer *writer, const struct writer_where *where, uint16_t misc)
{
	size_t begin = record_begin(writer, PERF_RECORD_SWITCH, misc);

	put_sample_id(writer, where);
	record_end(writer, begin);
}

void writer_exit(struct writer *writer, const struct writer_where *where)
{
	size_t begin = record_begin(writer, PERF_RECORD_EXIT, 0);

	bytes_u32(&writer->data, where->pid);
	bytes_u32(&writer->data, where->pid);
	bytes_u32(&writer->data, where->tid);
	bytes_u32(&writer->data, where->tid);
	bytes_u64(&writer->data, where->time_ns);
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

static void put_branches(struct writer *writer)
{
	bytes_u64(&writer->data, writer->branches_count);
	for (size_t i = 0; i < writer->branches_count; i++) {
		bytes_u64(&writer->data, writer->branches[2 * i]);
		bytes_u64(&writer->data, writer->branches[2 * i + 1]);
		bytes_u64(&writer->data, 0);
	}
}

/* Two registers and some stack, of which the kernel could copy half. */
static void put_user(struct writer *writer)
{
	static const uint8_t stack[64];

	if (writer->registers) {
		bytes_u64(&writer->data, PERF_SAMPLE_REGS_ABI_64);
		for (uint64_t left = writer->registers; left; left &= left - 1)
			bytes_u64(&writer->data, writer->register_value);
	} else if (writer->sample_type & PERF_SAMPLE_REGS_USER) {
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

/* Weight, source and physical address of data, in perf's own words. */
static void put_memory(struct writer *writer)
{
	if (writer->sample_type & PERF_SAMPLE_WEIGHT)
		bytes_u64(&writer->data, 17);
	if (writer->sample_type & PERF_SAMPLE_DATA_SRC)
		bytes_u64(&writer->data, PERF_MEM_OP_LOAD | PERF_MEM_LVL_HIT << PERF_MEM_LVL_SHIFT);
	if (writer->sample_type & PERF_SAMPLE_PHYS_ADDR)
		bytes_u64(&writer->data, 0x80000add7);
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
	if (type & PERF_SAMPLE_ADDR)
		bytes_u64(data, 0xadd7);
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
	if (type & PERF_SAMPLE_BRANCH_STACK)
		put_branches(writer);
	put_user(writer);
	put_memory(writer);
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
	const unsigned int events = psv[0] | psv[1] | psv[2] | psv[3];
	const bool wide = events & ~TEA_PSV_PAPER;
	const unsigned int version = wide ? TEA_WORD_VERSION_WIDE : TEA_WORD_VERSION;
	uint64_t word = (uint64_t)state << TEA_WORD_STATE_SHIFT(version) |
			(uint64_t)(wide ? (unsigned int)__builtin_ctz(valid) : valid) <<
			TEA_WORD_SLOTS_SHIFT(version) |
			(uint64_t)privilege << TEA_WORD_PRIV_SHIFT(version) |
			(uint64_t)lost << TEA_WORD_LOST_SHIFT |
			(uint64_t)version << TEA_WORD_VERSION_SHIFT;

	for (unsigned int i = 0; i < TEA_SLOTS; i++)
		word |= (uint64_t)psv[i] << TEA_WORD_PSV_BITS(version) * i;
	return word;
}

void writer_slots(struct writer *writer, const struct writer_where *where,
		  const struct tea_raw *raw, const struct tea_raw_memory *memory, uint64_t period)
{
	uint8_t bytes[sizeof(*raw) + sizeof(*memory)];

	memcpy(bytes, raw, sizeof(*raw));
	if (memory)
		memcpy(bytes + sizeof(*raw), memory, sizeof(*memory));
	writer_raw_sample(writer, where, raw->pc[raw->picked], period, bytes,
			  (uint32_t)(sizeof(*raw) + (memory ? sizeof(*memory) : 0)));
}

/* A sample as the driver writes it with PERF_SAMPLE_RAW. */
static void put_slots(struct writer *writer, const struct writer_where *where, unsigned int slots,
		      const uint16_t psv[], unsigned int state, uint64_t ip, uint64_t period)
{
	struct tea_raw_memory memory = { { 0 }, { 0 } };
	struct tea_raw raw = {
		.version = TEA_RAW_VERSION, .size = sizeof(raw), .state = (uint8_t)state,
		.priv = (int64_t)ip < 0 ? TEA_PRIV_S : TEA_PRIV_U,
		.slots = (uint8_t)((1U << slots) - 1), .picked = (uint8_t)(writer->turn++ % slots),
		.time = where->time_ns,
	};

	for (unsigned int i = 0; i < slots; i++) {
		raw.psv[i] = psv[i];
		raw.pc[i] = ip + 4 * i;
		memory.addr[i] = 0xadd0 + i;
		memory.mem[i] = TEA_MEM_LOAD | TEA_MEM_ADDR |
				TEA_MEM_SOURCE_L1 << TEA_MEM_SOURCE_SHIFT |
				17ULL << TEA_MEM_LATENCY_SHIFT;
	}
	raw.size = (uint16_t)(raw.size + (writer->memory ? sizeof(memory) : 0));
	writer_slots(writer, where, &raw, writer->memory ? &memory : NULL, period);
}

void writer_group(struct writer *writer, const struct writer_where *where, unsigned int slots,
		  const uint16_t psv[], unsigned int state, uint64_t ip, uint64_t period)
{
	uint16_t all[TEA_SLOTS] = { 0 };

	if (writer->raw) {
		put_slots(writer, where, slots, psv, state, ip, period);
		return;
	}
	memcpy(all, psv, slots * sizeof(*psv));
	writer_word(writer, where, writer_make_word((1U << slots) - 1, all, state,
						    (int64_t)ip < 0 ? TEA_PRIV_S : TEA_PRIV_U, 0));
	for (unsigned int i = 0; i < slots; i++)
		writer_sample(writer, where, ip + 4 * i, period / slots + (i < period % slots));
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
