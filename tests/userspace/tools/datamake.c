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
 */
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>

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
		put_line(&writer, &where, line);
	}
	writer_finish(&writer);
	file = fopen(argv[1], "wb");
	good = file && fwrite(writer.file.data, 1, writer.file.size, file) == writer.file.size;
	good = (!file || !fclose(file)) && good;
	writer_deinit(&writer);
	return good ? 0 : 1;
}
