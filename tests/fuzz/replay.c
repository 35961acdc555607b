// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * replay.c - runs a fuzz target on files, and on what is left of them when cut off
 *
 *	replay FILE...
 *
 * As TAP. A target that fails crashes.
 */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

#define CUTS	40

static uint8_t *read_file(const char *path, size_t *size)
{
	FILE *file = fopen(path, "re");
	uint8_t *bytes = NULL;

	if (file && !fseek(file, 0, SEEK_END)) {
		*size = (size_t)ftell(file);
		bytes = malloc(*size + 1);
		rewind(file);
		if (bytes && fread(bytes, 1, *size, file) != *size)
			*size = 0;
		fclose(file);
	}
	return bytes;
}

/* A copy of its own, so that a sanitizer sees reads behind it. */
static void run(const uint8_t *bytes, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1);

	if (!copy)
		abort();
	for (size_t i = 0; i < size; i++)
		copy[i] = bytes[i];
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

int main(int argc, char **argv)
{
	int failures = 0;

	for (int i = 1; i < argc; i++) {
		size_t size = 0;
		uint8_t *bytes = read_file(argv[i], &size);

		for (size_t cut = 0; bytes && cut <= CUTS; cut++)
			run(bytes, size * cut / CUTS);
		printf("%s %d - %s\n", bytes && size ? "ok" : "not ok", i, basename(argv[i]));
		failures += !bytes || !size;
		free(bytes);
	}
	printf("1..%d\n", argc - 1);
	return failures || argc == 1;
}
