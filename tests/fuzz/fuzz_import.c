// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz_import.c - tables that tea import reads: what is made of one is a sound profile
 */
#include "fuzz.h"

#include <stdio.h>
#include <unistd.h>

#include "import/imported.h"
#include "import/profilecheck.h"

static void tell(void *context, const char *where, const char *what)
{
	(void)context;
	fprintf(stderr, "%s %s\n", where, what);
}

static void check_profile(const struct imported *imported)
{
	struct profilecheck found;
	struct fault fault;
	size_t length = 0;
	char *text = NULL, path[64];
	FILE *file = open_memstream(&text, &length);
	int fd;

	if (imported_write(imported, "fuzz", NULL, 0, file, &fault))
		abort();
	fclose(file);
	fd = fuzz_file((const uint8_t *)text, length, path);
	if (profilecheck_file(path, tell, NULL, &found, &fault))
		abort();
	close(fd);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct imported imported;
	struct fault fault;
	char path[64];
	int fd = fuzz_file(bytes, size, path);
	FILE *file = fopen(path, "re");

	if (!imported_read(&imported, file, 0, &fault)) {
		check_profile(&imported);
		imported_deinit(&imported);
	}
	fclose(file);
	close(fd);
	return 0;
}
