// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * modulelist.c - lines of "name size references users state address"; see modulelist.h
 */
#include "modulelist.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The kernel has underscores where a file's name may have hyphens. */
static bool same_letter(char a, char b)
{
	return a == b || (a == '-' && b == '_');
}

/* Is "/lib/modules/x/snd-timer.ko.xz", or "[snd_timer]", of the first word of @line? */
static bool is_of(const char *recorded, const char *line)
{
	const char *slash = strrchr(recorded, '/'), *name = slash ? slash + 1 : recorded;
	size_t length;

	name += name[0] == '[';
	length = strcspn(name, ".]");
	for (size_t i = 0; i < length; i++)
		if (!same_letter(name[i], line[i]))
			return false;
	return line[length] == ' ';
}

/* They are 0 in a list without addresses, as users other than root see it. */
static bool read_address(const char *line, uint64_t *address)
{
	const char *at = strstr(line, " 0x");

	*address = at ? strtoull(at, NULL, 16) : 0;
	return *address != 0;
}

int modulelist_address(const char *path, const char *recorded, uint64_t *address)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;
	int error = -ENOENT;

	if (!file)
		return errno == ENOENT ? -ENODATA : -errno;
	while (error == -ENOENT && getline(&line, &size, file) > 0)
		if (is_of(recorded, line))
			error = read_address(line, address) ? 0 : -EACCES;
	free(line);
	fclose(file);
	return error;
}
