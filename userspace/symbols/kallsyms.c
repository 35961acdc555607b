// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * kallsyms.c - lines of "address type name [module]"; see kallsyms.h
 */
#include "kallsyms.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Files in /proc have no size: read until the end. */
static int read_whole(const char *path, char **text)
{
	FILE *file = fopen(path, "re");
	size_t capacity = 1 << 20, size = 0, got;
	char *bytes, *grown;

	if (!file)
		return -errno;
	bytes = malloc(capacity);
	while (bytes && (got = fread(bytes + size, 1, capacity - size - 1, file)) > 0) {
		size += got;
		if (size < capacity - 1)
			continue;
		capacity *= 2;
		grown = realloc(bytes, capacity);
		if (!grown)
			free(bytes);
		bytes = grown;
	}
	fclose(file);
	if (!bytes)
		return -ENOMEM;
	bytes[size] = '\0';
	*text = bytes;
	return 0;
}

static int add_line(struct kallsyms *kallsyms, char *line, const char *reference)
{
	char *rest, *name;
	uint64_t address = strtoull(line, &rest, 16);

	if (rest == line || rest[0] != ' ' || !rest[1] || rest[2] != ' ')
		return 0;
	name = rest + 3;
	name[strcspn(name, "\t ")] = '\0';
	if (!strcmp(name, reference))
		kallsyms->text_start = address;
	if (!address || !strchr("tTwW", rest[1]))
		return 0;
	return symtab_add(&kallsyms->functions, name, address, 0, isupper((unsigned char)rest[1]) != 0);
}

int kallsyms_open(struct kallsyms *kallsyms, const char *path, const char *reference)
{
	char *line, *rest;
	int error;

	*kallsyms = (struct kallsyms){ 0 };
	error = read_whole(path, &kallsyms->text);
	rest = kallsyms->text;
	while (!error && (line = strsep(&rest, "\n")))
		error = add_line(kallsyms, line, reference);
	if (!error && !kallsyms->functions.count)
		error = -EACCES;
	if (error)
		kallsyms_close(kallsyms);
	else
		symtab_seal(&kallsyms->functions, UINT64_MAX);
	return error;
}

void kallsyms_close(struct kallsyms *kallsyms)
{
	symtab_deinit(&kallsyms->functions);
	free(kallsyms->text);
	*kallsyms = (struct kallsyms){ 0 };
}
