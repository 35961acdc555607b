// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_framechain.c - callchains as Linux makes them of frame pointers, and their valid part
 *
 * The code is subject_frames.S, interrupted in functions with frames of every kind.
 */
#include "tools/clitest.h"

#include <limits.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/perfwriter.h"
#include "recording/framechain.h"

#define PROGRAM		"build/tests/userspace/subjects/subject-frames"
#define GARBAGE		0x5a5a5a5a5a5a5a5aULL	/* not canonical */
#define CALLS_MOST	8

static struct elfobject program;

/* Where the program has it in memory: a name of the source, or an address. */
static uint64_t address_of(const char *name)
{
	uint64_t address;

	if (!strcmp(name, "garbage"))
		return GARBAGE;
	if (!strcmp(name, "user"))
		return (uint64_t)PERF_CONTEXT_USER;
	assert_true(elfobject_symbol(&program, name, &address));
	return address;
}

static void write_recording(const char *path, const char *at, const char *const *calls)
{
	static const uint16_t psv[4] = { 0 };
	const struct writer_where where = { .pid = 7, .tid = 7, .time_ns = 100 };
	uint64_t chain[CALLS_MOST];
	char object[PATH_MAX];
	struct writer writer;
	FILE *file;
	size_t count = 0;

	for (; calls[count]; count++)
		chain[count] = address_of(calls[count]);
	assert_non_null(realpath(PROGRAM, object));
	writer_init(&writer, WRITER_SAMPLE_TYPE | PERF_SAMPLE_CALLCHAIN);
	writer_comm(&writer, &where, "prog", true);
	writer_mmap(&writer, &where, 7, 0x10000, 0x10000, 0, object);
	writer.chain = chain;
	writer.chain_count = count;
	writer_group(&writer, &where, 1, psv, 0, address_of(at), 1000);
	writer_finish(&writer);
	file = fopen(path, "we");
	assert_non_null(file);
	assert_int_equal(fwrite(writer.file.data, 1, writer.file.size, file), writer.file.size);
	fclose(file);
	writer_deinit(&writer);
}

/* The reported callers, innermost first, as "middle outer"; "-" for those missing. */
static void expect_callers(const char *at, const char *const *calls, const char *expected)
{
	struct recording_options options = { .symfs = "", .chains = true };
	char path[] = "/tmp/test_framechain.XXXXXX", told[256] = "";
	struct recording recording;
	struct fault fault;
	int fd = mkstemp(path);
	uint32_t frame;

	assert_true(fd >= 0);
	close(fd);
	write_recording(path, at, calls);
	options.path = path;
	if (recording_open(&recording, &options, &fault))
		fail_msg("%s", fault.text);
	for (frame = recording.places[0].frame; frame != RECORDING_NO_FRAME;
	     frame = recording.frames[frame].parent) {
		const struct recording_frame *call = &recording.frames[frame];
		struct symbols_location location;
		bool missing = !strcmp(recording.symbols.objects[call->object].path, FRAMECHAIN_MISSING);

		symbols_locate(&recording.symbols, call->object, call->address, &location);
		assert_non_null(location.function);
		sprintf(told + strlen(told), "%s%s", told[0] ? " " : "", missing ? "-" : location.function);
	}
	if (strcmp(told, expected))
		fail_msg("at %s: '%s' instead of '%s'", at, told, expected);
	assert_int_equal(recording.shown->parts_without_callers != 0, strchr(expected, '-') != NULL);
	recording_close(&recording);
	unlink(path);
}

#define CALLS(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* In front of a function's first call ra is its caller; behind one it is where that returned to. */
static void functions_with_frame_pointers(void **state)
{
	(void)state;
	expect_callers("at_middle_before", CALLS("back_outer", "back_start"), "outer _start");
	expect_callers("at_middle_after", CALLS("back_middle_plain", "back_start"), "- _start");
}

static void leaves(void **state)
{
	(void)state;
	/* Linux reads the caller's frame record for the leaf's */
	expect_callers("at_bare", CALLS("back_middle_bare", "back_start"), "middle - _start");
	/* the leaf's own is none */
	expect_callers("at_framed", CALLS("back_middle_framed", "garbage"), "middle -");
	expect_callers("at_framed", CALLS("back_middle_framed", "back_outer", "back_start"), "middle -");
}

static void code_without_frame_pointers(void **state)
{
	(void)state;
	expect_callers("at_plain", CALLS("back_middle_plain", "back_outer"), "middle -");
	expect_callers("at_bare", CALLS("back_plain", "garbage"), "plain -");
	expect_callers("at_bare", CALLS("back_plain"), "plain -");
}

/* Addresses without code, and code without a call before it, were never returned to. */
static void addresses_of_no_caller(void **state)
{
	(void)state;
	expect_callers("at_middle_before", CALLS("back_outer", "garbage"), "outer -");
	expect_callers("at_middle_before", CALLS("garbage", "back_start"), "- _start");
	expect_callers("at_middle_before", CALLS("back_outer", "at_framed"), "outer -");
	expect_callers("at_middle_before", CALLS("at_framed", "back_start"), "- _start");
}

/* The first function has no caller: nothing follows it, and nothing is missing. */
static void nothing_before_the_start(void **state)
{
	(void)state;
	expect_callers("at_middle_before", CALLS("back_outer", "back_start", "garbage"), "outer _start");
	expect_callers("back_start", CALLS("back_start", "garbage"), "");
}

static int set_up(void **state)
{
	(void)state;
	return elfobject_open(&program, PROGRAM, "");
}

static int tear_down(void **state)
{
	(void)state;
	elfobject_close(&program);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_with_frame_pointers),
		cmocka_unit_test(leaves),
		cmocka_unit_test(code_without_frame_pointers),
		cmocka_unit_test(addresses_of_no_caller),
		cmocka_unit_test(nothing_before_the_start),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
