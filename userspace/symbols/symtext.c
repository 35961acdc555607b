// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * symtext.c - one symbol a line; see symtext.h
 */
#include "symtext.h"

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

typedef int (*line_reader)(struct symtext *symtext, char *line, const char *reference);

static int add_kernel_symbol(struct symtext *symtext, char *line, const char *reference)
{
	char *rest, *name;
	uint64_t address = strtoull(line, &rest, 16);

	if (rest == line || rest[0] != ' ' || !rest[1] || rest[2] != ' ')
		return 0;
	name = rest + 3;
	name[strcspn(name, "\t ")] = '\0';
	if (!strcmp(name, reference))
		symtext->text_start = address;
	if (!address || !strchr("tTwWdDbBrRvV", rest[1]))
		return 0;
	return symtab_add(strchr("tTwW", rest[1]) ? &symtext->functions : &symtext->data, name, address,
			  0, isupper((unsigned char)rest[1]) != 0);
}

/* The name is the rest of the line: it may have spaces. */
static int add_jit_symbol(struct symtext *symtext, char *line, const char *reference)
{
	char *rest, *name;
	uint64_t start = strtoull(line, &rest, 16), size;

	(void)reference;
	if (rest == line || *rest != ' ')
		return 0;
	size = strtoull(rest + 1, &name, 16);
	if (name == rest + 1 || *name != ' ' || !size)
		return 0;
	return symtab_add(&symtext->functions, name + 1, start, size, 0);
}

static int read_lines(struct symtext *symtext, const char *path, line_reader reader,
		      const char *reference)
{
	char *line, *rest;
	int error;

	*symtext = (struct symtext){ 0 };
	error = read_whole(path, &symtext->text);
	rest = symtext->text;
	while (!error && (line = strsep(&rest, "\n")))
		error = reader(symtext, line, reference);
	if (error)
		symtext_close(symtext);
	else
		symtab_seal(&symtext->functions, UINT64_MAX);
	return error;
}

int symtext_open_kallsyms(struct symtext *symtext, const char *path, const char *reference)
{
	int error = read_lines(symtext, path, add_kernel_symbol, reference);

	if (!error && !symtext->functions.count) {
		symtext_close(symtext);
		error = -EACCES;
	}
	return error;
}

int symtext_open_perfmap(struct symtext *symtext, const char *path)
{
	return read_lines(symtext, path, add_jit_symbol, NULL);
}

const struct symtab *symtext_data(struct symtext *symtext)
{
	if (!symtext->data_sealed)
		symtab_seal(&symtext->data, UINT64_MAX);
	symtext->data_sealed = true;
	return &symtext->data;
}

void symtext_close(struct symtext *symtext)
{
	symtab_deinit(&symtext->data);
	symtab_deinit(&symtext->functions);
	free(symtext->text);
	*symtext = (struct symtext){ 0 };
}
