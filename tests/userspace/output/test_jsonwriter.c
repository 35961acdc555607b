// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_jsonwriter.c - commas, lines and keys stand where JSON wants them, and texts are safe
 */
#include "tools/clitest.h"

#include <stdlib.h>
#include <string.h>

#include "output/jsonwriter.h"

static char *written;
static size_t written_length;

static struct jsonwriter writer(void)
{
	return (struct jsonwriter){ .file = open_memstream(&written, &written_length) };
}

static void assert_written(struct jsonwriter *json, const char *expected)
{
	assert_int_equal(fclose(json->file), 0);
	assert_string_equal(written, expected);
	free(written);
}

static void values_are_parted_by_commas(void **state)
{
	struct jsonwriter json = writer();

	(void)state;
	json_open_object(&json, NULL);
	json_whole(&json, "zero", 0);
	json_whole(&json, "most", UINT64_MAX);
	json_signed(&json, "least", INT64_MIN);
	json_real(&json, "real", 2.0 / 3, 4);
	json_address(&json, "address", 0x10200);
	json_truth(&json, "yes", true);
	json_truth(&json, "no", false);
	json_null(&json, "null");
	json_text(&json, "text", "a");
	json_text(&json, "none", NULL);
	fputs("1,2", json_value(&json, "own"));
	json_close_document(&json);
	assert_written(&json, "{\"zero\":0,\"most\":18446744073709551615,\"least\":-9223372036854775808,"
		       "\"real\":0.6667,\"address\":\"0x10200\",\"yes\":true,\"no\":false,\"null\":null,"
		       "\"text\":\"a\",\"none\":null,\"own\":1,2}\n");
}

static void containers_are_values(void **state)
{
	struct jsonwriter json = writer();

	(void)state;
	json_open_object(&json, NULL);
	json_open_list(&json, "empty");
	json_close_list(&json);
	json_open_list(&json, "lists");
	for (unsigned int i = 0; i < 2; i++) {
		json_open_list(&json, NULL);
		json_whole(&json, NULL, i);
		json_whole(&json, NULL, i);
		json_close_list(&json);
	}
	json_close_list(&json);
	json_open_object(&json, "object");
	json_close_object(&json);
	json_whole(&json, "last", 1);
	json_close_document(&json);
	assert_written(&json, "{\"empty\":[],\"lists\":[[0,0],[1,1]],\"object\":{},\"last\":1}\n");
}

/* Rows begin lines, the first one too; so does an end where it is asked for. */
static void lines_begin_behind_commas(void **state)
{
	struct jsonwriter json = writer();

	(void)state;
	json_open_object(&json, NULL);
	json_open_list(&json, "rows");
	for (unsigned int i = 0; i < 2; i++) {
		json_open_row(&json);
		json_whole(&json, "i", i);
		json_close_object(&json);
	}
	json_line(&json);
	json_close_list(&json);
	json_line(&json);
	json_open_list(&json, "none");
	json_line(&json);
	json_close_list(&json);
	json_close_document(&json);
	assert_written(&json, "{\"rows\":[\n{\"i\":0},\n{\"i\":1}\n],\n\"none\":[\n]}\n");
}

/* The writer keeps no list of open elements. */
static void depth_has_no_limit(void **state)
{
	struct jsonwriter json = writer();

	(void)state;
	for (unsigned int i = 0; i < 100000; i++)
		json_open_list(&json, NULL);
	for (unsigned int i = 0; i < 100000; i++)
		json_close_list(&json);
	assert_int_equal(fclose(json.file), 0);
	assert_int_equal(written_length, 200000);
	assert_null(strchr(written, ','));
	free(written);
}

static void texts_and_keys_are_safe(void **state)
{
	struct jsonwriter json = writer();

	(void)state;
	json_open_object(&json, NULL);
	json_text(&json, "a\"b", "</script>&\"\\");
	json_text(&json, "bytes", "\xc3\xa4\xff\n");
	json_text(&json, "", "");
	json_close_document(&json);
	assert_written(&json, "{\"a\\\"b\":\"\\u003c/script\\u003e\\u0026\\\"\\\\\","
		       "\"bytes\":\"\xc3\xa4\\\\xff\\\\x0a\",\"\":\"\"}\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_parted_by_commas),
		cmocka_unit_test(containers_are_values),
		cmocka_unit_test(lines_begin_behind_commas),
		cmocka_unit_test(depth_has_no_limit),
		cmocka_unit_test(texts_and_keys_are_safe),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
