// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_streams.c - every tests/model/core/streams/ file, to the cycle
 *
 * Without arguments: TAP, one test per file; a mismatch is shown as a diff of expected (-) and
 * actual (+) lines. With files as arguments: prints their results, for writing new ones. The
 * format is described in stream.h.
 */
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stream.h"

#define STREAMS	"tests/model/core/streams/*.stream"

/* The length of the line at @text, its newline included. */
static size_t line_bytes(const char *text)
{
	const char *end = strchr(text, '\n');

	return end ? (size_t)(end - text) + 1 : strlen(text);
}

/* Print both texts line by line, the equal ones once. */
static void print_diff(const char *expected, const char *actual)
{
	while (*expected || *actual) {
		size_t a = line_bytes(expected), b = line_bytes(actual);

		if (a == b && !memcmp(expected, actual, a)) {
			printf("#   %.*s", (int)a, expected);
		} else {
			if (a)
				printf("# - %.*s", (int)a, expected);
			if (b)
				printf("# + %.*s", (int)b, actual);
		}
		expected += a;
		actual += b;
	}
}

static bool check_stream(const char *path)
{
	char *actual = NULL, *expected = NULL;
	size_t actual_bytes, expected_bytes;
	FILE *actual_file = open_memstream(&actual, &actual_bytes);
	FILE *expected_file = open_memstream(&expected, &expected_bytes);
	bool good = actual_file && expected_file && !stream_run(path, actual_file, expected_file);

	if (actual_file)
		fclose(actual_file);
	if (expected_file)
		fclose(expected_file);
	if (good && strcmp(actual, expected)) {
		print_diff(expected, actual);
		good = false;
	}
	free(actual);
	free(expected);
	return good;
}

static int print_streams(int count, char **paths)
{
	FILE *nowhere = fopen("/dev/null", "w");
	int err = nowhere ? 0 : -1;

	for (int i = 0; i < count && !err; i++)
		err = stream_run(paths[i], stdout, nowhere);
	if (nowhere)
		fclose(nowhere);
	return err ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
	int status = EXIT_SUCCESS;
	glob_t files;

	if (argc > 1)
		return print_streams(argc - 1, argv + 1);
	if (glob(STREAMS, 0, NULL, &files)) {
		fprintf(stderr, "no '%s' here: run from the top of the tree\n", STREAMS);
		return EXIT_FAILURE;
	}
	printf("1..%zu\n", files.gl_pathc);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		bool good = check_stream(files.gl_pathv[i]);

		printf("%s %zu - %s\n", good ? "ok" : "not ok", i + 1,
		       strrchr(files.gl_pathv[i], '/') + 1);
		if (!good)
			status = EXIT_FAILURE;
	}
	globfree(&files);
	return status;
}
