// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * fuzz_check.c - profiles that tea info --check looks at
 */
#include "fuzz.h"

#include <unistd.h>

#include "import/profilecheck.h"

static void count(void *context, const char *where, const char *what)
{
	*(size_t *)context += *where && *what;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct profilecheck found;
	struct fault fault;
	size_t told = 0;
	char path[64];
	int fd = fuzz_file(bytes, size, path);
	long faults = profilecheck_file(path, count, &told, &found, &fault);

	if (faults >= 0 && (size_t)faults != told)
		abort();
	close(fd);
	return 0;
}
