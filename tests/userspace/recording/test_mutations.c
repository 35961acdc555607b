// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_mutations.c - recordings with random damage: an error or a report, never a crash
 *
 * Under the sanitizers. The seed is printed; TEA_SEED repeats a run, TEA_MUTATIONS sets
 * how many files of each kind are tried.
 */
#include "tools/clitest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "analysis/places/rows.h"
#include "tools/perfwriter.h"

#define MUTATIONS	2000
#define EDITS_MAX	8

static unsigned int seed;

static unsigned long count_of(const char *variable, unsigned long otherwise)
{
	const char *text = getenv(variable);

	return text ? strtoul(text, NULL, 0) : otherwise;
}

static size_t below(size_t limit)
{
	return (size_t)random() % limit;
}

/* Values at the borders of the readers' checks. */
static void edit(uint8_t *bytes, size_t size)
{
	static const uint8_t values[] = { 0, 1, 7, 8, 0x7f, 0x80, 0xff };
	size_t at = below(size), run = 1 + below(8);

	switch (below(4)) {
	case 0:
		bytes[at] ^= (uint8_t)(1U << below(8));
		break;
	case 1:
		bytes[at] = values[below(sizeof(values))];
		break;
	case 2:
		memset(bytes + at, values[below(sizeof(values))], run < size - at ? run : size - at);
		break;
	default:
		memmove(bytes + at, bytes + below(size - at) , run < size - at ? 1 : 0);
		bytes[at] = (uint8_t)random();
	}
}

static void check_total(const struct recording *recording, const struct rows *rows)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < rows->count; i++)
		sum += rows->rows[i].stack->parts;
	assert_true(sum == recording->shown->pics.parts);
}

/* Reads the file on @fd through all floors. Returns whether it was a recording. */
static bool read_all(int fd, bool golden)
{
	struct recording_options options = {
		.symfs = "/nowhere", .of = { { golden ? MEASURE_GOLDEN : MEASURE_NONE } }, .cpus = true, .chains = true, .sequence = true,
	};
	struct recording recording;
	struct fault fault = { "" };
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	options.path = path;
	if (recording_open(&recording, &options, &fault)) {
		assert_string_not_equal(fault.text, "");
		return false;
	}
	for (enum rows_by by = 0; by < ROWS_BY_COUNT; by++) {
		const struct rows_options fold = { .by = by };
		struct rows rows;

		assert_int_equal(rows_fold(&rows, &recording, recording.shown, &fold), 0);
		if (by != ROWS_BY_TIME || recording.shown->sequence_count)
			check_total(&recording, &rows);
		rows_deinit(&rows);
	}
	recording_close(&recording);
	return true;
}

static void mutate(const uint8_t *bytes, size_t size, bool golden)
{
	unsigned long count = count_of("TEA_MUTATIONS", MUTATIONS), accepted = 0;
	int fd = memfd_create("mutation", MFD_CLOEXEC);
	uint8_t *copy = malloc(size);

	assert_true(fd >= 0 && copy);
	for (unsigned long i = 0; i < count; i++) {
		size_t length = below(10) ? size : below(size);

		memcpy(copy, bytes, size);
		for (size_t edits = 1 + below(EDITS_MAX); edits--;)
			edit(copy, size);
		assert_int_equal(ftruncate(fd, 0), 0);
		assert_int_equal(pwrite(fd, copy, length, 0), (ssize_t)length);
		accepted += read_all(fd, golden && i % 2);
	}
	print_message("# seed %u: %lu of %lu damaged files were still recordings\n", seed, accepted,
		      count);
	free(copy);
	close(fd);
}

static void write_recording(struct writer *writer)
{
	struct writer_where where = { .pid = 10, .tid = 10, .time_ns = 1, .id = 1 };
	uint16_t psv[4] = { 0x40, 0, 0x140, 8 };

	writer_comm(writer, &where, "prog", true);
	writer_mmap(writer, &where, 10, 0x10000, 0x1000, 0, "/bin/prog");
	writer_mmap(writer, &where, UINT32_MAX, 0xffffffff80000000, 0x10000, 0xffffffff80000000,
		    "[kernel.kallsyms]_text");
	writer_fork(writer, &where, 11, 11);
	for (unsigned int i = 0; i < 12; i++) {
		where.time_ns += 5;
		where.cpu = i % 2;
		where.tid = where.pid = 10 + i % 2;
		writer_group(writer, &where, 1 + i % 4, psv, i % 4, 0x10000 + 16 * i, 1000);
		writer_user(writer, 68, "", 0);
	}
	writer_lost(writer, &where, 3);
	writer_throttle(writer, &where);
}

static void survives_damaged_perf_data(void **state)
{
	static const uint64_t chain[] = { 0x10104, (uint64_t)PERF_CONTEXT_USER, 0x10020 };
	static const struct {
		uint64_t type;
		bool pipe, big, raw;
		uint32_t packed;
	} forms[] = {
		{ .type = WRITER_SAMPLE_TYPE | PERF_SAMPLE_CPU },
		{ .type = WRITER_SAMPLE_TYPE | PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_RAW },
		{ .type = WRITER_SAMPLE_TYPE | PERF_SAMPLE_CALLCHAIN },
		{ WRITER_SAMPLE_TYPE | PERF_SAMPLE_CPU, .pipe = true },
		{ WRITER_SAMPLE_TYPE | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER |
		  PERF_SAMPLE_STACK_USER, .big = true },
		{ WRITER_SAMPLE_TYPE | PERF_SAMPLE_RAW, .raw = true },
		{ WRITER_SAMPLE_TYPE | PERF_SAMPLE_RAW | WRITER_MEMORY_TYPE, .pipe = true, .raw = true },
		{ WRITER_SAMPLE_TYPE, .packed = WRITER_COMPRESSED },
		{ WRITER_SAMPLE_TYPE, .packed = WRITER_COMPRESSED2, .pipe = true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(forms); i++) {
		struct writer writer;

		writer_init(&writer, forms[i].type);
		writer.events = forms[i].type & PERF_SAMPLE_IDENTIFIER ? 2 : 1;
		writer.build_ids = true;
		writer.pipe = forms[i].pipe;
		writer.raw = forms[i].raw;
		writer.memory = forms[i].raw && forms[i].pipe;
		writer.chain = chain;
		writer.chain_count = COUNT(chain);
		if (forms[i].big)
			writer_set_big(&writer);
		write_recording(&writer);
		if (forms[i].packed)
			writer_pack(&writer, forms[i].packed, 300);
		writer_finish(&writer);
		mutate(writer.file.data, writer.file.size, false);
		writer_deinit(&writer);
	}
}

static void mutate_profile(const char *path)
{
	static uint8_t text[8192];
	FILE *file = fopen(path, "re");
	size_t size;

	assert_non_null(file);
	size = fread(text, 1, sizeof(text), file);
	fclose(file);
	assert_in_range(size, 100, sizeof(text) - 1);
	mutate(text, size, true);
}

static void survives_damaged_profiles(void **state)
{
	(void)state;
	mutate_profile("tests/userspace/subjects/subject.profile.json");
	mutate_profile("tests/userspace/subjects/kinds.profile.json");
	mutate_profile("tests/userspace/subjects/vectors.profile.json");
	mutate_profile("tests/userspace/subjects/sampled.profile.json");
	mutate_profile("tests/userspace/subjects/merged.profile.json");
}

/* A file cannot ask for more memory or time than its size is worth. */
static void survives_huge_counts(void **state)
{
	struct writer writer;
	int fd = memfd_create("counts", MFD_CLOEXEC);

	(void)state;
	writer_init(&writer, WRITER_SAMPLE_TYPE);
	write_recording(&writer);
	writer_finish(&writer);
	for (size_t at = 0; at + 4 <= writer.file.size; at += 4) {
		uint8_t saved[4];

		memcpy(saved, writer.file.data + at, 4);
		memset(writer.file.data + at, 0xff, 4);
		assert_int_equal(ftruncate(fd, 0), 0);
		assert_int_equal(pwrite(fd, writer.file.data, writer.file.size, 0),
				 (ssize_t)writer.file.size);
		read_all(fd, false);
		memcpy(writer.file.data + at, saved, 4);
	}
	writer_deinit(&writer);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(survives_damaged_perf_data),
		cmocka_unit_test(survives_damaged_profiles),
		cmocka_unit_test(survives_huge_counts),
	};

	seed = (unsigned int)count_of("TEA_SEED", (unsigned long)time(NULL));
	print_message("# TEA_SEED=%u\n", seed);
	srandom(seed);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
