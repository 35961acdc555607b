// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * datamake.c - writes a perf.data of accesses to memory, by a list of them
 *
 *	datamake FILE <LIST
 *
 * Lines of the list, with numbers in hexadecimal, and comments behind #:
 *
 *	code START BYTES OFFSET PATH	a mapping of process 0x64
 *	data START BYTES OFFSET PATH
 *	kern START BYTES OFFSET PATH	one of the kernel's code
 *	PC ACCESS ADDRESS		a sample of 1200 cycles, of one instruction: ACCESS is TEA_MEM_*
 *	PC				one without accesses in its record
 *	PC ACCESS ADDRESS TID CPU PSV COUNT	COUNT samples of a thread on a hart, with a signature
 *
 * And for the log of allocations, FILE.heap, which is written if there are any of them:
 *
 *	site FUNCTION CALLER...		number 0, 1, ...
 *	have SITE ADDRESS BYTES		it is allocated
 *	free ADDRESS
 *	lose				from here on there is no room
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/heapformat.h"
#include "perfwriter.h"

#define PROCESS	100
#define PERIOD	1200
#define LINE	512

static const struct {
	const char *name;
	uint32_t pid;
	uint16_t misc;
} kinds[] = {
	{ "code", PROCESS, 0 }, { "data", PROCESS, PERF_RECORD_MISC_MMAP_DATA }, { "kern", UINT32_MAX, 0 },
};

/* The log's records. */
struct heap {
	struct bytes bytes;
	uint32_t sites;
	uint64_t lost_ns;
};

static void put_site(struct heap *heap, const char *text)
{
	unsigned long long numbers[1 + HEAPFORMAT_CALLERS];
	size_t count = 0;
	int read;

	while (count < 1 + HEAPFORMAT_CALLERS && sscanf(text, "%llx%n", &numbers[count], &read) == 1) {
		text += read;
		count++;
	}
	bytes_u64(&heap->bytes, HEAPFORMAT_SITE | numbers[0] << 8 | (uint64_t)(count - 1) << 16 |
		  (uint64_t)heap->sites++ << 32);
	for (size_t i = 1; i < count; i++)
		bytes_u64(&heap->bytes, numbers[i]);
}

/* Is the line one of the log? */
static bool put_heap(struct heap *heap, const char *line, uint64_t time_ns)
{
	unsigned long long site, address, size;

	if (!strncmp(line, "site ", 5)) {
		put_site(heap, line + 5);
	} else if (sscanf(line, "have %llx %llx %llx", &site, &address, &size) == 3) {
		bytes_u64(&heap->bytes, HEAPFORMAT_ALLOC | time_ns << 8);
		bytes_u64(&heap->bytes, address);
		bytes_u64(&heap->bytes, size);
		bytes_u64(&heap->bytes, site);
	} else if (sscanf(line, "free %llx", &address) == 1) {
		bytes_u64(&heap->bytes, HEAPFORMAT_FREE | time_ns << 8);
		bytes_u64(&heap->bytes, address);
	} else if (!strncmp(line, "lose", 4)) {
		heap->lost_ns = time_ns;
	} else {
		return false;
	}
	return true;
}

/* Header and one chunk. */
static bool write_heap(const struct heap *heap, const char *path)
{
	const uint32_t room = (uint32_t)(sizeof(struct heapformat_chunk) + heap->bytes.size +
					 HEAPFORMAT_PAGE - 1) / HEAPFORMAT_PAGE * HEAPFORMAT_PAGE;
	const struct heapformat_header header = {
		.magic = HEAPFORMAT_MAGIC, .most = HEAPFORMAT_BYTES_MOST, .used = HEAPFORMAT_PAGE + room,
		.lost = heap->lost_ns ? 7 : 0, .processes = 1,
	};
	const struct heapformat_chunk chunk = {
		.magic = HEAPFORMAT_CHUNK, .bytes = room, .process = 1, .pid = PROCESS,
		.lost_ns = heap->lost_ns,
	};
	FILE *file = fopen(path, "wb");
	bool good = file && fwrite(&header, sizeof(header), 1, file) == 1 &&
		    !fseek(file, HEAPFORMAT_PAGE, SEEK_SET) && fwrite(&chunk, sizeof(chunk), 1, file) == 1 &&
		    fwrite(heap->bytes.data, 1, heap->bytes.size, file) == heap->bytes.size &&
		    !fflush(file) && !ftruncate(fileno(file), HEAPFORMAT_PAGE + room);

	return (!file || !fclose(file)) && good;
}

static void put_sample(struct writer *writer, const struct writer_where *where, const char *line)
{
	unsigned long long pc, access, address, psv, times = 1;
	struct writer_where at = *where;
	const int all = 7, count = sscanf(line, "%llx %llx %llx %x %x %llx %llx", &pc, &access, &address, &at.tid,
					  &at.cpu, &psv, &times);
	const bool accesses = count >= 3;
	struct tea_raw_memory memory = { .addr = { accesses ? address : 0 } };
	struct tea_raw raw = {
		.version = TEA_RAW_VERSION, .size = sizeof(raw), .slots = 1, .state = TEA_STATE_STALLED,
		.psv = { count == all ? (uint16_t)psv : TEA_PSV_ST_L1 }, .pc = { count >= 1 ? pc : 0 }, .priv = TEA_PRIV_U,
	};

	if ((int64_t)raw.pc[0] < 0)
		raw.priv = TEA_PRIV_S;
	if (accesses) {
		memory.mem[0] = access;
		raw.size += sizeof(memory);
	}
	for (unsigned long long i = 0; i < times; i++)
		writer_slots(writer, &at, &raw, accesses ? &memory : NULL, PERIOD);
}

static void put_line(struct writer *writer, const struct writer_where *where, const char *line)
{
	unsigned long long start, bytes, offset;
	char path[LINE];

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strncmp(line, kinds[i].name, 4))
			continue;
		if (sscanf(line + 4, "%llx %llx %llx %s", &start, &bytes, &offset, path) == 4)
			writer_mapping(writer, where, kinds[i].misc, kinds[i].pid, start, bytes, offset,
				       path);
		return;
	}
	put_sample(writer, where, line);
}

int main(int argc, char **argv)
{
	struct writer_where where = { .pid = PROCESS, .tid = PROCESS, .time_ns = 1, .id = 1 };
	char line[LINE];
	struct heap heap = { .sites = 0 };
	char path[LINE];
	struct writer writer;
	FILE *file;
	bool good;

	if (argc != 2) {
		fputs("datamake: usage: datamake FILE <LIST\n", stderr);
		return 1;
	}
	writer_init(&writer, WRITER_SAMPLE_TYPE | PERF_SAMPLE_CPU | PERF_SAMPLE_RAW | WRITER_MEMORY_TYPE);
	writer_comm(&writer, &where, "prog", true);
	while (fgets(line, sizeof(line), stdin)) {
		if (line[0] == '#')
			continue;
		where.time_ns++;
		if (!put_heap(&heap, line, where.time_ns))
			put_line(&writer, &where, line);
	}
	writer.clocked = heap.bytes.size;
	writer_finish(&writer);
	file = fopen(argv[1], "wb");
	good = file && fwrite(writer.file.data, 1, writer.file.size, file) == writer.file.size;
	good = (!file || !fclose(file)) && good;
	snprintf(path, sizeof(path), "%s" HEAPFORMAT_SUFFIX, argv[1]);
	if (heap.bytes.size)
		good = write_heap(&heap, path) && good;
	free(heap.bytes.data);
	writer_deinit(&writer);
	return good ? 0 : 1;
}
