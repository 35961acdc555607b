// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * slowly.c - to be preloaded: a function takes its time, as with large files
 *
 * SLOW names it, and SLOW_MS has the time that each call sleeps.
 */
#include <dlfcn.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void *after_sleep(const char *name)
{
	const char *slow = getenv("SLOW"), *text = getenv("SLOW_MS");
	const long ms = text ? atol(text) : 0;
	const struct timespec delay = { ms / 1000, ms % 1000 * 1000000 };

	if (slow && !strcmp(slow, name))
		nanosleep(&delay, NULL);
	return dlsym(RTLD_NEXT, name);
}

#define SLOWLY(type, name, parameters, ...) \
type name parameters \
{ \
	return ((type (*) parameters)after_sleep(#name))(__VA_ARGS__); \
}

SLOWLY(ssize_t, pread, (int fd, void *to, size_t size, off_t offset), fd, to, size, offset)
SLOWLY(Dwfl *, dwfl_begin, (const Dwfl_Callbacks *callbacks), callbacks)
SLOWLY(int, fclose, (FILE *file), file)
