// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_jsonout.c - rows of a profile, against printf()
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "jsonout.h"

/* Each number in turn is each of these, as far as it can be. */
static void test_rows(void **state)
{
	static const uint64_t numbers[] = { 0, 1, 9, 10, 15, 16, 99, 511, 65535, UINT64_MAX };
	const size_t count = sizeof(numbers) / sizeof(numbers[0]);
	struct tea_stacks_row rows[sizeof(numbers) / sizeof(numbers[0])];
	char *text, *expected;
	size_t bytes, expected_bytes;
	FILE *file = open_memstream(&text, &bytes);
	FILE *other = open_memstream(&expected, &expected_bytes);

	(void)state;
	assert_true(file && other);
	fputs(",\n\"golden\":[", other);
	for (size_t i = 0; i < count; i++) {
		rows[i] = (struct tea_stacks_row){
			.pc = numbers[i], .psv = (uint16_t)numbers[(i + 1) % count],
			.state = i % 4, .privilege = i % 3, .parts = numbers[(i + 2) % count],
		};
		fprintf(other, "%s\n[\"0x%" PRIx64 "\",%u,%u,%u,%" PRIu64 "]", i ? "," : "",
			rows[i].pc, rows[i].psv, rows[i].state, rows[i].privilege, rows[i].parts);
	}
	fputc(']', other);
	jsonout_rows(file, "golden", rows, count);
	fclose(file);
	fclose(other);
	assert_string_equal(text, expected);
	free(text);
	free(expected);
}

/* The longest row there can be, and none. */
static void test_longest(void **state)
{
	const struct tea_stacks_row row = {
		.pc = UINT64_MAX, .psv = UINT16_MAX, .state = UINT8_MAX, .privilege = UINT8_MAX,
		.parts = UINT64_MAX,
	};
	char *text;
	size_t bytes;
	FILE *file = open_memstream(&text, &bytes);

	(void)state;
	assert_non_null(file);
	jsonout_rows(file, "one", &row, 1);
	jsonout_rows(file, "none", &row, 0);
	fclose(file);
	assert_string_equal(text, ",\n\"one\":[\n[\"0xffffffffffffffff\",65535,255,255,"
			    "18446744073709551615]],\n\"none\":[]");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_longest),
	};

	return cmocka_run_group_tests_name("jsonout", tests, NULL, NULL);
}
