// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_perfdata.c - perf.data: headers, features, records, and files that are not whole
 */
#include "tools/clitest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "perfdata/perfdata.h"
#include "tools/perfwriter.h"

#define RECORD_AUXTRACE		71
#define RECORD_COMPRESSED	81
#define RECORD_ROUND		68

static const struct writer_where here = { .cpu = 1, .pid = 7, .tid = 8, .time_ns = 1000, .id = 1 };

static void write_some(struct writer *writer)
{
	uint16_t psv[] = { 0x40, 0x140 };

	writer_comm(writer, &here, "prog", true);
	writer_mmap(writer, &here, 7, 0x10000, 0x2000, 0x1000, "/bin/prog");
	writer_fork(writer, &here, 9, 9);
	writer_group(writer, &here, 2, psv, 2, 0x10010, 1001);
	writer_user(writer, RECORD_ROUND, "", 0);
	writer_lost(writer, &here, 5);
	writer_throttle(writer, &here);
	writer_lost_samples(writer, &here, 6);
}

/* A heap copy of exactly @size bytes, so that the sanitizer sees a read behind it. */
static uint8_t *exact_copy(const struct writer *writer, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1);

	assert_non_null(copy);
	memcpy(copy, writer->file.data, size);
	return copy;
}

static struct input input;
static struct notes notes;

static int open_bytes(struct perfdata *perfdata, const void *bytes, size_t size,
		      struct fault *fault)
{
	input_open_bytes(&input, bytes, size);
	return perfdata_open(perfdata, &input, &notes, fault);
}

static void close_bytes(struct perfdata *perfdata)
{
	perfdata_close(perfdata);
	notes_deinit(&notes);
}

static int walk_all(struct perfdata *perfdata, struct fault *fault)
{
	struct perfdata_record record;
	int more;

	do
		more = perfdata_next(perfdata, &record, fault);
	while (more > 0);
	return more;
}

static void reads_header_and_features(void **state)
{
	struct perfdata perfdata;
	struct writer writer;
	struct fault fault;

	(void)state;
	writer_init(&writer, WRITER_SAMPLE_TYPE);
	writer.build_ids = true;
	writer.build_id[0] = 0xab;
	writer.wall_ns = 1700000000000000000;
	write_some(&writer);
	writer_finish(&writer);
	assert_int_equal(open_bytes(&perfdata, writer.file.data, writer.file.size, &fault),
			 0);
	assert_int_equal(perfdata.attrs_count, 1);
	assert_true(perfdata.attrs[0].frequency);
	assert_true(perfdata.attrs[0].id_all);
	assert_int_equal(perfdata.attrs[0].period, 4000);
	assert_string_equal(perfdata.attrs[0].pmu, "tea");
	assert_string_equal(perfdata.attrs[0].name, "tea//");
	assert_string_equal(perfdata.info.hostname, "guest");
	assert_string_equal(perfdata.info.release, "6.12.0-test");
	assert_string_equal(perfdata.info.arch, "riscv64");
	assert_int_equal(perfdata.info.command_count, 3);
	assert_string_equal(perfdata.info.command[2], "-e tea//");
	assert_int_equal(perfdata.info.caps_count, 2);
	assert_string_equal(perfdata.info.caps[1].name, "version");
	assert_string_equal(perfdata.info.caps[1].pmu, "tea");
	assert_int_equal(perfdata.info.caches_count, 5);
	assert_int_equal(perfdata.info.caches[2].level, 2);
	assert_string_equal(perfdata.info.caches[2].type, "Unified");
	assert_string_equal(perfdata.info.caches[4].size, "64K");
	assert_int_equal(perfdata.info.wall_ns, 1700000000000000050);
	assert_int_equal(perfdata.info.clock_ns, 50);
	assert_int_equal(perfdata.info.build_ids_count, 1);
	assert_string_equal(perfdata.info.build_ids[0].path, "/bin/prog");
	assert_int_equal(perfdata.info.build_ids[0].bytes[0], 0xab);
	close_bytes(&perfdata);
	writer_deinit(&writer);
}

static void next(struct perfdata *perfdata, struct perfdata_record *record, uint32_t type)
{
	struct fault fault = { "" };
	int more = perfdata_next(perfdata, record, &fault);

	assert_string_equal(fault.text, "");
	assert_int_equal(more, 1);
	assert_int_equal(record->head.type, type);
}

static void check_where(const struct perfdata_record *record, uint64_t sample_type)
{
	assert_int_equal(record->where.pid, here.pid);
	assert_int_equal(record->where.tid, here.tid);
	assert_int_equal(record->where.time_ns, here.time_ns);
	if (sample_type & PERF_SAMPLE_CPU)
		assert_int_equal(record->where.cpu, here.cpu);
	if (sample_type & (PERF_SAMPLE_ID | PERF_SAMPLE_IDENTIFIER))
		assert_int_equal(record->where.id, here.id);
}

static void check_rest(const struct perfdata_sample *sample, uint64_t sample_type)
{
	struct cursor regs = sample->rest->user_regs;

	assert_int_equal(cursor_left(&sample->rest->callchain),
			 sample_type & PERF_SAMPLE_CALLCHAIN ? 16 : 0);
	if (sample_type & PERF_SAMPLE_REGS_USER) {
		assert_int_equal(cursor_u64(&regs), 0x1111);
		assert_int_equal(cursor_u64(&regs), 0x2222);
		assert_int_equal(cursor_left(&regs), 0);
	}
	assert_int_equal(cursor_left(&sample->rest->user_stack),
			 sample_type & PERF_SAMPLE_STACK_USER ? 32 : 0);
}

/* Records of pipe mode that stand before the data. */
static void skip_own(struct perfdata *perfdata, unsigned int count)
{
	struct perfdata_record record;
	struct fault fault;

	while (count--) {
		assert_int_equal(perfdata_next(perfdata, &record, &fault), 1);
		assert_in_range(record.head.type, 64, 80);
	}
}

/* A second pass sees only the wanted records, and keeps the first one's knowledge. */
static void check_again(struct perfdata *perfdata)
{
	struct perfdata_record record;
	struct fault fault;

	perfdata_rewind(perfdata, 1ULL << PERF_RECORD_SAMPLE);
	for (int i = 0; i < 2; i++) {
		next(perfdata, &record, PERF_RECORD_SAMPLE);
		assert_string_equal(record.attr->pmu, "tea");
		assert_string_equal(record.attr->name, "tea//");
	}
	assert_int_equal(perfdata_next(perfdata, &record, &fault), 0);
}

/* How the same records can be written. */
struct form {
	bool big, pipe;
	uint32_t packed;		/* type of compressed records, or 0 */
	size_t chunk;
};

static void check_form(uint64_t sample_type, unsigned int events, struct form form)
{
	struct perfdata_record record;
	struct perfdata perfdata;
	struct writer writer;
	struct fault fault;

	writer_init(&writer, sample_type);
	if (form.big)
		writer_set_big(&writer);
	writer.pipe = form.pipe;
	writer.events = events;
	writer.period = sample_type & PERF_SAMPLE_PERIOD ? 0 : 777;
	write_some(&writer);
	if (form.packed)
		writer_pack(&writer, form.packed, form.chunk);
	writer_finish(&writer);
	assert_int_equal(open_bytes(&perfdata, writer.file.data, writer.file.size, &fault),
			 0);
	if (form.pipe)
		skip_own(&perfdata, 2 * events + 7);
	next(&perfdata, &record, PERF_RECORD_COMM);
	check_where(&record, sample_type);
	assert_string_equal(record.task.comm, "prog");
	assert_true(record.task.exec);
	next(&perfdata, &record, PERF_RECORD_MMAP2);
	assert_string_equal(record.mmap.path, "/bin/prog");
	assert_int_equal(record.mmap.start, 0x10000);
	assert_int_equal(record.mmap.size, 0x2000);
	assert_int_equal(record.mmap.offset, 0x1000);
	next(&perfdata, &record, PERF_RECORD_FORK);
	assert_int_equal(record.task.pid, 9);
	assert_int_equal(record.task.parent_pid, 7);
	next(&perfdata, &record, PERF_RECORD_AUX_OUTPUT_HW_ID);
	check_where(&record, sample_type);
	if (!form.pipe)
		assert_string_equal(record.attr->pmu, "tea");
	for (uint64_t i = 0; i < 2; i++) {
		next(&perfdata, &record, PERF_RECORD_SAMPLE);
		check_where(&record, sample_type);
		assert_int_equal(record.sample.ip, 0x10010 + 4 * i);
		assert_int_equal(record.sample.period,
				 sample_type & PERF_SAMPLE_PERIOD ? 501 - i : 777);
		assert_true(!(sample_type & PERF_SAMPLE_RAW) == !record.sample.rest->raw);
		check_rest(&record.sample, sample_type);
	}
	next(&perfdata, &record, RECORD_ROUND);
	next(&perfdata, &record, PERF_RECORD_LOST);
	assert_int_equal(record.lost, 5);
	next(&perfdata, &record, PERF_RECORD_THROTTLE);
	next(&perfdata, &record, PERF_RECORD_LOST_SAMPLES);
	assert_int_equal(record.lost, 6);
	assert_int_equal(perfdata_next(&perfdata, &record, &fault), 0);
	check_again(&perfdata);
	close_bytes(&perfdata);
	writer_deinit(&writer);
}

static void check_records(uint64_t sample_type, unsigned int events)
{
	static const struct form forms[] = {
		{ 0 }, { .big = true }, { .pipe = true }, { .pipe = true, .big = true },
		{ .packed = WRITER_COMPRESSED, .chunk = 4096 },
		{ .packed = WRITER_COMPRESSED, .chunk = 1 },
		{ .packed = WRITER_COMPRESSED, .chunk = 100, .pipe = true },
		{ .packed = WRITER_COMPRESSED2, .chunk = 7 },
		{ .packed = WRITER_COMPRESSED2, .chunk = 64, .big = true },
	};

	for (size_t i = 0; i < COUNT(forms); i++)
		check_form(sample_type, events, forms[i]);
}

static void reads_records(void **state)
{
	const uint64_t least = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;

	(void)state;
	check_records(least, 1);
	check_records(WRITER_SAMPLE_TYPE, 1);
	check_records(WRITER_SAMPLE_TYPE | PERF_SAMPLE_CPU | PERF_SAMPLE_ID, 1);
	check_records(WRITER_SAMPLE_TYPE | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW, 1);
	check_records(WRITER_SAMPLE_TYPE | PERF_SAMPLE_RAW | WRITER_MEMORY_TYPE, 1);
	check_records(WRITER_SAMPLE_TYPE | PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_RAW |
		      WRITER_MEMORY_TYPE, 2);
	check_records(WRITER_SAMPLE_TYPE | PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_CPU, 2);
	check_records(WRITER_SAMPLE_TYPE | PERF_SAMPLE_ID, 2);
	check_records(WRITER_SAMPLE_TYPE | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER |
		      PERF_SAMPLE_STACK_USER, 1);
}

/* Unknown records are skipped by their size; an AUXTRACE is longer than its size says. */
static void skips_unknown_records(void **state)
{
	static const uint8_t aux[40] = { 16 }, trace[16] = { 0xff, 0xff, 0xff, 0xff };
	struct perfdata_record record;
	struct perfdata perfdata;
	struct writer writer;
	struct fault fault;

	(void)state;
	writer_init(&writer, WRITER_SAMPLE_TYPE);
	writer_user(&writer, 60, "12345678", 8);
	writer_user(&writer, 200, "1234", 4);
	writer_user(&writer, 0xffffffff, "", 0);
	writer_user(&writer, RECORD_AUXTRACE, aux, sizeof(aux));
	bytes_put(&writer.data, trace, sizeof(trace));
	writer_comm(&writer, &here, "last", false);
	writer_finish(&writer);
	assert_int_equal(open_bytes(&perfdata, writer.file.data, writer.file.size, &fault),
			 0);
	next(&perfdata, &record, 60);
	next(&perfdata, &record, 200);
	next(&perfdata, &record, 0xffffffff);
	next(&perfdata, &record, RECORD_AUXTRACE);
	next(&perfdata, &record, PERF_RECORD_COMM);
	assert_string_equal(record.task.comm, "last");
	close_bytes(&perfdata);
	writer_deinit(&writer);
}

/* Types of Linux 7 and later, of which nothing is known here: all that have no reader. */
static void skips_what_is_newer(void **state)
{
	static const uint8_t payload[64];
	static const uint32_t known[] = {
		PERF_RECORD_MMAP, PERF_RECORD_LOST, PERF_RECORD_COMM, PERF_RECORD_EXIT,
		PERF_RECORD_FORK, PERF_RECORD_SAMPLE, PERF_RECORD_MMAP2,
		PERF_RECORD_LOST_SAMPLES, PERF_RECORD_AUX_OUTPUT_HW_ID,
		66 /* TRACING_DATA */, RECORD_AUXTRACE, 81, 83 /* COMPRESSED, COMPRESSED2 */,
	};
	struct perfdata_record record;
	struct perfdata perfdata;
	struct writer writer;
	struct fault fault;

	(void)state;
	for (uint32_t type = 1; type < 128; type++) {
		bool is_known = false;

		for (size_t i = 0; i < COUNT(known); i++)
			is_known |= known[i] == type;
		if (is_known)
			continue;
		writer_init(&writer, WRITER_SAMPLE_TYPE);
		for (uint16_t size = 0; size <= sizeof(payload); size += 8)
			writer_user(&writer, type, payload, size);
		writer_comm(&writer, &here, "last", false);
		writer_finish(&writer);
		assert_int_equal(open_bytes(&perfdata, writer.file.data, writer.file.size, &fault),
				 0);
		perfdata_rewind(&perfdata, 1ULL << PERF_RECORD_COMM);
		next(&perfdata, &record, PERF_RECORD_COMM);
		assert_string_equal(record.task.comm, "last");
		close_bytes(&perfdata);
		writer_deinit(&writer);
	}
}

/* Cut off anywhere: refused, or read as far as it goes with a note that says so. */
static void tells_of_every_truncation(void **state)
{
	struct writer writer;

	(void)state;
	writer_init(&writer, WRITER_SAMPLE_TYPE | PERF_SAMPLE_CPU);
	writer.build_ids = true;
	write_some(&writer);
	writer_finish(&writer);
	for (size_t size = 0; size < writer.file.size; size++) {
		uint8_t *copy = exact_copy(&writer, size);
		struct perfdata perfdata;
		struct fault fault = { "" };
		int error = open_bytes(&perfdata, copy, size, &fault);

		if (!error)
			error = walk_all(&perfdata, &fault);
		if (!error && !notes.count)
			fail_msg("%zu of %zu bytes were taken for a whole file", size,
				 writer.file.size);
		assert_int_equal(error < 0, fault.text[0] != '\0');
		close_bytes(&perfdata);
		free(copy);
	}
	writer_deinit(&writer);
}

static void refuse(const struct writer *writer, const char *words)
{
	uint8_t *copy = exact_copy(writer, writer->file.size);
	struct perfdata perfdata;
	struct fault fault = { "" };
	int error = open_bytes(&perfdata, copy, writer->file.size, &fault);

	if (!error) {
		error = walk_all(&perfdata, &fault);
		close_bytes(&perfdata);
	}
	assert_true(error < 0);
	if (!strstr(fault.text, words))
		fail_msg("'%s' does not say '%s'", fault.text, words);
	free(copy);
}

static void says_why(void **state)
{
	struct writer writer;

	(void)state;
	writer_init(&writer, WRITER_SAMPLE_TYPE);
	write_some(&writer);
	writer_finish(&writer);
	memcpy(writer.file.data, "PERFFILE", 8);
	refuse(&writer, "not a perf.data");
	memcpy(writer.file.data, "PERFILE2\x10\0\0\0\0\0\0", 16);
	refuse(&writer, "damaged");
	writer_finish(&writer);
	memset(writer.file.data + 40, 0xff, 8);
	refuse(&writer, "truncated");
	writer_user(&writer, RECORD_COMPRESSED, "1234", 4);
	writer_finish(&writer);
	refuse(&writer, "compressed records are damaged");
	writer_deinit(&writer);
	/* Two events without stream ids */
	writer_init(&writer, WRITER_SAMPLE_TYPE);
	writer.events = 2;
	write_some(&writer);
	writer_finish(&writer);
	refuse(&writer, "cannot be told apart");
	writer_deinit(&writer);
}

/* Records of size 0 to 7 would never end. */
static void refuses_short_records(void **state)
{
	struct perfdata perfdata;
	struct writer writer;
	struct fault fault;

	(void)state;
	for (uint8_t size = 0; size < 8; size++) {
		writer_init(&writer, WRITER_SAMPLE_TYPE);
		writer_user(&writer, RECORD_ROUND, "", 0);
		writer.data.data[6] = size;
		writer_finish(&writer);
		assert_int_equal(open_bytes(&perfdata, writer.file.data, writer.file.size,
						     &fault), 0);
		assert_int_equal(walk_all(&perfdata, &fault), -EINVAL);
		close_bytes(&perfdata);
		writer_deinit(&writer);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_header_and_features),
		cmocka_unit_test(reads_records),
		cmocka_unit_test(skips_unknown_records),
		cmocka_unit_test(skips_what_is_newer),
		cmocka_unit_test(tells_of_every_truncation),
		cmocka_unit_test(says_why),
		cmocka_unit_test(refuses_short_records),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
