// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * debugfile.c - the places, as a table of patterns; see debugfile.h
 */
#include "debugfile.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debuginfod.h"

#define PLACES_MAX	12
#define DELETED		" (deleted)"

/*
 * %S symfs; %P the path recorded; %D the same without " (deleted)"; %K without a module's suffix of
 * compression; %C perf's cache; %I the build id, %b its first byte, %B the rest; %R the kernel's
 * release. A place whose pattern has an unknown part does not apply. The last one of all is a
 * debuginfod.
 */
static const char *const places[DEBUGFILE_KINDS][PLACES_MAX] = {
	[DEBUGFILE_PROGRAM] = {
		"%S%P", "%S%D", "%C/.build-id/%b/%B/elf", "%C%D/%I/elf", "%C/.build-id/%b/%B",
		"%S/usr/lib/debug/.build-id/%b/%B.debug", "/usr/lib/debug/.build-id/%b/%B.debug",
	},
	[DEBUGFILE_VDSO] = {
		"%C/.build-id/%b/%B/vdso", "%C/[vdso]/%I/vdso",
		"%S/lib/modules/%R/vdso/vdso.so", "%S/lib/modules/%R/vdso/vdso64.so",
		"%S/usr/lib/debug/lib/modules/%R/vdso/vdso.so",
	},
	[DEBUGFILE_VMLINUX] = {
		"%S/usr/lib/debug/boot/vmlinux-%R", "%S/usr/lib/debug/lib/modules/%R/vmlinux",
		"%S/boot/vmlinux-%R", "%S/boot/vmlinuz-%R", "%S/lib/modules/%R/build/vmlinux",
		"%S/usr/lib/debug/.build-id/%b/%B.debug", "%C/.build-id/%b/%B/elf",
		"/usr/lib/debug/boot/vmlinux-%R",
	},
	[DEBUGFILE_KALLSYMS] = {
		"%S/proc/kallsyms", "%C/.build-id/%b/%B/kallsyms",
		"%C/[kernel.kallsyms]/%I/kallsyms",
	},
	[DEBUGFILE_MODULE] = {
		"%S%P", "%S%K", "%S%K.xz", "%S%K.zst", "%S%K.gz", "%C/.build-id/%b/%B/elf",
		"%C%P/%I/elf", "%S/usr/lib/debug%P",
	},
	[DEBUGFILE_JIT] = { "%S%P" },
};


static void put_bytes(FILE *out, const struct debugfile_wanted *wanted, size_t from, size_t to)
{
	for (size_t i = from; i < to && i < wanted->build_id_size; i++)
		fprintf(out, "%02x", wanted->build_id[i]);
}

static bool put_text(FILE *out, const char *text)
{
	if (text)
		fputs(text, out);
	return text != NULL;
}

/* Only a path that says so is of a deleted file; for others it would be the same place twice. */
static bool put_undeleted(FILE *out, const struct debugfile_wanted *wanted, bool first)
{
	size_t length = strlen(wanted->path), tail = strlen(DELETED);
	bool deleted = length > tail && !strcmp(wanted->path + length - tail, DELETED);

	fprintf(out, "%.*s", (int)(deleted ? length - tail : length), wanted->path);
	return deleted || !first;
}

/* Up to the ".ko" that a module's file has. */
static void put_unpacked(FILE *out, const char *path)
{
	const char *end = strrchr(path, '/');

	end = strstr(end ? end : path, ".ko");
	fprintf(out, "%.*s", (int)(end ? (size_t)(end - path) + 3 : strlen(path)), path);
}

/* The text for @letter. Returns whether it is known. */
static bool put(FILE *out, char letter, const struct debugfile_search *search,
		const struct debugfile_wanted *wanted, bool cached)
{
	switch (letter) {
	case 'S':
		return put_text(out, search->symfs);
	case 'P':
		return put_text(out, wanted->path);
	case 'D':
		return put_undeleted(out, wanted, !cached);
	case 'K':
		put_unpacked(out, wanted->path);
		return true;
	case 'C':
		return put_text(out, search->cache);
	case 'R':
		return put_text(out, search->release);
	case 'b':
		put_bytes(out, wanted, 0, 1);
		return wanted->build_id_size > 1;
	case 'B':
		put_bytes(out, wanted, 1, SIZE_MAX);
		return wanted->build_id_size > 1;
	default:
		put_bytes(out, wanted, 0, SIZE_MAX);
		return wanted->build_id_size > 1;
	}
}

/* The place, for the caller to free; NULL if it does not apply. */
static char *fill(const char *pattern, const struct debugfile_search *search,
		  const struct debugfile_wanted *wanted)
{
	bool cached = !strncmp(pattern, "%C", 2), applies = true;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	for (const char *at = pattern; *at && applies; at++) {
		if (*at == '%')
			applies = put(out, *++at, search, wanted, cached);
		else
			fputc(*at, out);
	}
	if (fclose(out) || !applies) {
		free(text);
		return NULL;
	}
	return text;
}

char *debugfile_next(const struct debugfile_search *search, const struct debugfile_wanted *wanted,
		     size_t *position)
{
	while (*position < PLACES_MAX && places[wanted->kind][*position]) {
		char *place = fill(places[wanted->kind][(*position)++], search, wanted);

		if (place)
			return place;
	}
	if (*position > PLACES_MAX)
		return NULL;
	*position = PLACES_MAX + 1;
	if (!search->debuginfod || !wanted->build_id_size || wanted->kind == DEBUGFILE_KALLSYMS)
		return NULL;
	return debuginfod_executable(wanted->build_id, wanted->build_id_size);
}

static int is_copy(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* The @number-th of the directories in @directory, from the last one on, in which copies are by date. */
static char *nth_copy(const char *directory, size_t number)
{
	struct dirent **entries;
	int count = scandir(directory, &entries, is_copy, alphasort);
	char *path = NULL;

	if (count < 0)
		return NULL;
	if (number < (size_t)count &&
	    asprintf(&path, "%s/%s/kallsyms", directory, entries[(size_t)count - 1 - number]->d_name) < 0)
		path = NULL;
	while (count)
		free(entries[--count]);
	free(entries);
	return path;
}

char *debugfile_memory(const struct debugfile_search *search,
		       const struct debugfile_wanted *wanted, size_t *position)
{
	char *directory = fill("%C/[kernel.kcore]/%I", search, wanted), *path;

	if (!directory)
		return NULL;
	path = nth_copy(directory, (*position)++);
	free(directory);
	return path;
}

char *debugfile_cache(void)
{
	const char *home = getenv("HOME");
	char *cache;

	if (!home || !*home || asprintf(&cache, "%s/.debug", home) < 0)
		return NULL;
	return cache;
}
