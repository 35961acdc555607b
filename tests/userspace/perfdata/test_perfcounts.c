// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_perfcounts.c - lines of perf stat: real ones, and impossible ones
 */
#include "tools/clitest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "perfdata/perfcounts.h"

/* perf 6.12 on a guest; the second part as a user without rights, the third in de_DE. */
static const char recorded[] =
	"# started on Thu Jan  1 00:00:00 2026\n"
	"\n"
	"370791.50;cycles;tea/dispatch_base/;804900;100.00;;\n"
	"<not counted>;cycles;tea/commit_base/;0;100.00;;\n"
	"<not supported>;;tea/event=2,components=1/;0;100.00;;\n"
	"5403.75;cycles;tea/commit_base/u;160400;87.50;;\n"
	"\n"
	"230899;;instructions;236500;100.00;0.997550;insn per cycle\n"
	"0,25;cycles;tea/flops_base/;236500;33,33;;\n";

static const struct perfcount wanted[] = {
	{ "tea/dispatch_base/", PERFCOUNT_COUNTED, 370791.5, 804900, 100 },
	{ "tea/commit_base/", PERFCOUNT_NOT_COUNTED, 0, 0, 100 },
	{ "tea/event=2,components=1/", PERFCOUNT_NOT_SUPPORTED, 0, 0, 100 },
	{ "tea/commit_base/u", PERFCOUNT_COUNTED, 5403.75, 160400, 87.5 },
	{ "instructions", PERFCOUNT_COUNTED, 230899, 236500, 100 },
	{ "tea/flops_base/", PERFCOUNT_COUNTED, 0.25, 236500, 33.33 },
};

static void lines_are_counts(void **state)
{
	struct perfcounts counts;
	struct perfcount count;
	struct fault fault;

	(void)state;
	perfcounts_init(&counts, recorded, strlen(recorded));
	for (size_t i = 0; i < COUNT(wanted); i++) {
		assert_int_equal(perfcounts_next(&counts, &count, &fault), 1);
		assert_string_equal(count.event, wanted[i].event);
		assert_int_equal(count.state, wanted[i].state);
		assert_float_equal(count.value, wanted[i].value, 1e-9);
		assert_int_equal(count.running_ns, wanted[i].running_ns);
		assert_float_equal(count.percent, wanted[i].percent, 1e-9);
	}
	assert_int_equal(perfcounts_next(&counts, &count, &fault), 0);
	assert_int_equal(perfcounts_next(&counts, &count, &fault), 0);
}

static void other_lines_are_refused(void **state)
{
	static const char *const lines[] = {
		"370791.50;cycles;tea/dispatch_base/;804900",		/* cut off */
		"370791.50,cycles,tea/dispatch_base/,804900,100.00,,",	/* another separator */
		";cycles;tea/dispatch_base/;804900;100.00;;",
		"-1;cycles;tea/dispatch_base/;804900;100.00;;",
		"1.2.3;cycles;tea/dispatch_base/;804900;100.00;;",
		".5;cycles;tea/dispatch_base/;804900;100.00;;",
		"1e9;cycles;tea/dispatch_base/;804900;100.00;;",
		"nan;cycles;tea/dispatch_base/;804900;100.00;;",
		"1234567890123456789012345;cycles;tea/dispatch_base/;804900;100.00;;",
		"<not known>;cycles;tea/dispatch_base/;804900;100.00;;",
		"1;cycles;;804900;100.00;;",
		"1;cycles;tea/dispatch_base/;some;100.00;;",
		"1;cycles;tea/dispatch_base/;804900;;;",
		"1;cycles;tea/dispatch_base/;804900;100.01;;",
		"Workload failed: No such file or directory",
	};
	struct perfcounts counts;
	struct perfcount count;
	struct fault fault;
	char text[256];

	(void)state;
	for (size_t i = 0; i < COUNT(lines); i++) {
		snprintf(text, sizeof(text), "# \n\n%s\n", lines[i]);
		perfcounts_init(&counts, text, strlen(text));
		assert_int_equal(perfcounts_next(&counts, &count, &fault), -EINVAL);
		assert_non_null(strstr(fault.text, "line 3 "));
	}
}

/* The longest name is perf's longest, and no more is written. */
static void long_names_are_refused(void **state)
{
	struct perfcounts counts;
	struct perfcount count;
	struct fault fault;
	char text[1000];

	(void)state;
	memset(text, 'a', sizeof(text));
	memcpy(text, "1;;", 3);
	memcpy(text + sizeof(text) - 10, ";1;1;;;;;;", 10);
	perfcounts_init(&counts, text, sizeof(text));
	assert_int_equal(perfcounts_next(&counts, &count, &fault), -EINVAL);
}

static void read_all(const char *text, size_t size)
{
	char *copy = malloc(size ? size : 1);	/* so that the sanitizer sees a read behind it */
	struct perfcounts counts;
	struct perfcount count;
	struct fault fault;

	assert_non_null(copy);
	memcpy(copy, text, size);
	perfcounts_init(&counts, copy, size);
	while (perfcounts_next(&counts, &count, &fault) > 0) {
		assert_true(memchr(count.event, '\0', sizeof(count.event)) != NULL);
		assert_true(count.value >= 0 && count.percent <= 100);
	}
	free(copy);
}

/* Any input ends the file, or fails with a sentence. */
static void any_bytes_are_read(void **state)
{
	char text[sizeof(recorded)];

	(void)state;
	for (size_t size = 0; size < sizeof(recorded); size++)
		read_all(recorded, size);
	for (size_t at = 0; at < sizeof(recorded); at++) {
		for (unsigned int byte = 0; byte < 256; byte++) {
			memcpy(text, recorded, sizeof(text));
			text[at] = (char)byte;
			read_all(text, sizeof(text));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_counts),
		cmocka_unit_test(other_lines_are_refused),
		cmocka_unit_test(long_names_are_refused),
		cmocka_unit_test(any_bytes_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
