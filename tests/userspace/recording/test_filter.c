// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_filter.c - samples that a recording leaves out by its filters
 */
#include "tools/clitest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/perfwriter.h"
#include "recording/recording.h"

#define TEXT	0x10000
#define CYCLES	1000

static char directory[] = "/tmp/test_filter.XXXXXX";
static const char *path;

/* Sample i of 12: CPU i % 2, thread 10 + i % 3 named t0 to t2, time 100 * i, state i % 4. */
static void write_samples(uint64_t sample_type)
{
	static const uint16_t psvs[] = { 0, 0x40, 0x140, 8 };
	struct writer writer;

	writer_init(&writer, sample_type);
	for (uint32_t i = 0; i < 12; i++) {
		struct writer_where where = {
			.cpu = i % 2, .pid = 7 + i % 3, .tid = 10 + i % 3, .time_ns = 100 * (i + 1),
			.id = 1,
		};
		char comm[] = { 't', (char)('0' + i % 3), '\0' };

		writer_comm(&writer, &where, comm, false);
		writer_group(&writer, &where, 1 + i % 2, &psvs[i % 3], i % 4, TEXT, CYCLES);
	}
	path = writer_save(&writer, directory);
	writer_deinit(&writer);
}

static int load(struct recording *recording, const struct recording_filter *filter,
		struct fault *fault)
{
	struct recording_options options = { .path = path, .symfs = "/nowhere", .cpus = true };

	options.filter = *filter;
	return recording_open(recording, &options, fault);
}

static void expect(struct recording_filter filter, uint64_t samples, uint64_t cycles)
{
	struct recording recording;
	struct fault fault = { "" };

	if (load(&recording, &filter, &fault))
		fail_msg("%s", fault.text);
	assert_int_equal(recording.shown->samples, samples);
	assert_int_equal(recording.shown->filtered_samples, 12 - samples);
	assert_int_equal(recording.shown->pics.parts, cycles);
	recording_close(&recording);
}

static void filters_by_origin(void **state)
{
	static const char *const comms[] = { "t0", "t2" };
	static const uint32_t number[] = { 8 }, tids[] = { 12, 10 }, cpus[] = { 1 };

	(void)state;
	write_samples(WRITER_SAMPLE_TYPE | PERF_SAMPLE_CPU);
	expect((struct recording_filter){ 0 }, 12, 12 * CYCLES);
	expect((struct recording_filter){ .comms = { comms, 2 } }, 8, 8 * CYCLES);
	expect((struct recording_filter){ .pids = { number, 1 } }, 4, 4 * CYCLES);
	expect((struct recording_filter){ .tids = { tids, 2 } }, 8, 8 * CYCLES);
	expect((struct recording_filter){ .cpus = { cpus, 1 } }, 6, 6 * CYCLES);
	expect((struct recording_filter){ .cpus = { cpus, 1 }, .pids = { number, 1 } }, 2,
	       2 * CYCLES);
	expect((struct recording_filter){ .time_begin_ns = 300, .time_end_ns = 600 }, 4,
	       4 * CYCLES);
	expect((struct recording_filter){ .time_begin_ns = 1200 }, 1, CYCLES);
	expect((struct recording_filter){ .time_end_ns = UINT64_MAX }, 12, 12 * CYCLES);
	unlink(path);
}

/* A sample's slots go by their own signatures: a sample counts if one slot stays. */
static void filters_by_word(void **state)
{
	(void)state;
	write_samples(WRITER_SAMPLE_TYPE);
	expect((struct recording_filter){ .states = "drained" }, 3, 3 * CYCLES);
	expect((struct recording_filter){ .states = "Stalled,drained" }, 6, 6 * CYCLES);
	/* Samples 1 mod 3 begin with 0x40; those of two slots go on with the next PSV. */
	expect((struct recording_filter){ .categories = "ST-L1" }, 6,
	       2 * CYCLES + 4 * CYCLES / 2);
	expect((struct recording_filter){ .categories = "ST-L1,fl-mb" }, 8,
	       2 * CYCLES + 6 * CYCLES / 2);
	expect((struct recording_filter){ .events = "ST-LLC" }, 6, 2 * CYCLES + 4 * CYCLES / 2);
	unlink(path);
}

static void tells_places_by_cpu(void **state)
{
	struct recording_filter filter = { 0 };
	struct recording recording;
	struct fault fault;

	(void)state;
	write_samples(WRITER_SAMPLE_TYPE | PERF_SAMPLE_CPU);
	assert_int_equal(load(&recording, &filter, &fault), 0);
	assert_true(recording.has_cpus);
	/* One address of each thread on CPU 0, and two on CPU 1. */
	assert_int_equal(recording.places_count, 3 + 2 * 3);
	for (size_t i = 0; i < recording.places_count; i++)
		assert_in_range(recording.places[i].cpu, 0, 1);
	assert_int_equal(recording.shown->first_ns, 100);
	assert_int_equal(recording.shown->last_ns, 1200);
	recording_close(&recording);
	unlink(path);
}

static void refuses(uint64_t sample_type, struct recording_filter filter, const char *words)
{
	struct recording recording;
	struct fault fault;

	write_samples(sample_type);
	assert_int_equal(load(&recording, &filter, &fault), -ENODATA);
	assert_non_null(strstr(fault.text, words));
	unlink(path);
}

static void refuses_what_was_not_recorded(void **state)
{
	static const uint32_t number[] = { 99 };

	(void)state;
	refuses(WRITER_SAMPLE_TYPE, (struct recording_filter){ .cpus = { number, 1 } },
		"--sample-cpu");
	refuses(WRITER_SAMPLE_TYPE & ~(uint64_t)PERF_SAMPLE_TIME,
		(struct recording_filter){ .time_begin_ns = 5 }, "-T");
	refuses(WRITER_SAMPLE_TYPE, (struct recording_filter){ .pids = { number, 1 } },
		"none of its 12 samples");
}

static int make_directory(void **state)
{
	(void)state;
	return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
	(void)state;
	return rmdir(directory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(filters_by_origin),
		cmocka_unit_test(filters_by_word),
		cmocka_unit_test(tells_places_by_cpu),
		cmocka_unit_test(refuses_what_was_not_recorded),
	};

	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
