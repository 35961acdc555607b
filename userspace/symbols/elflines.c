// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * elflines.c - from a line of a source file to code; see elflines.h
 */
#include "elflines.h"

#include <elfutils/libdwfl.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* One row of a line table, and where the next one begins. */
struct entry {
	const char *file;
	int line;
	uint64_t begin, end;
};

/* 0 to go on. */
typedef int (*visit_entry)(void *context, const struct entry *entry);

/* The rows of a unit: each reaches to the next, the last of a sequence to nothing. */
static int visit_unit(const struct elfobject *object, Dwarf_Die *unit, Dwarf_Addr bias,
		      visit_entry visit, void *context)
{
	uint64_t to_own = bias - object->bias;
	Dwarf_Lines *lines;
	size_t count;
	int error = 0;

	if (dwarf_getsrclines(unit, &lines, &count))
		return 0;
	for (size_t i = 0; i + 1 < count && !error; i++) {
		Dwarf_Line *line = dwarf_onesrcline(lines, i);
		struct entry entry = { .file = dwarf_linesrc(line, NULL, NULL) };
		Dwarf_Addr begin, end;
		bool last = true;

		if (!entry.file || dwarf_lineendsequence(line, &last) || last ||
		    dwarf_lineno(line, &entry.line) || dwarf_lineaddr(line, &begin) ||
		    dwarf_lineaddr(dwarf_onesrcline(lines, i + 1), &end) || begin >= end)
			continue;
		entry.begin = begin + to_own;
		entry.end = end + to_own;
		error = visit(context, &entry);
	}
	return error;
}

static int visit_all(const struct elfobject *object, visit_entry visit, void *context)
{
	Dwarf_Die *unit = NULL;
	Dwarf_Addr bias;
	int error = 0;

	while (!error && (unit = dwfl_module_nextcu(object->module, unit, &bias)))
		error = visit_unit(object, unit, bias, visit, context);
	return error;
}

struct search {
	struct elflines *lines;
	const char *file;
	int line;
};

static bool ends_with(const char *path, const char *file)
{
	size_t length = strlen(path), end = strlen(file);

	return length >= end && !strcmp(path + length - end, file) &&
	       (length == end || path[length - end - 1] == '/');
}

static int add_range(struct elflines *lines, const struct entry *entry)
{
	struct elflines_range *last = lines->count ? &lines->ranges[lines->count - 1] : NULL, *grown;

	if (last && last->end == entry->begin) {
		last->end = entry->end;
		return 0;
	}
	grown = reallocarray(lines->ranges, lines->count + 1, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	lines->ranges = grown;
	grown[lines->count++] = (struct elflines_range){ entry->begin, entry->end };
	return 0;
}

static int match(void *context, const struct entry *entry)
{
	const struct search *search = context;
	int *nearest = &search->lines->nearest;

	if (!entry->line || !ends_with(entry->file, search->file))
		return 0;
	if (!*nearest || abs(entry->line - search->line) < abs(*nearest - search->line))
		*nearest = entry->line;
	return entry->line == search->line ? add_range(search->lines, entry) : 0;
}

int elflines_find(struct elflines *lines, const struct elfobject *object, const char *file, int line)
{
	struct search search = { .lines = lines, .file = file, .line = line };
	int error;

	*lines = (struct elflines){ 0 };
	error = visit_all(object, match, &search);
	if (error)
		elflines_deinit(lines);
	return error;
}

void elflines_deinit(struct elflines *lines)
{
	free(lines->ranges);
	*lines = (struct elflines){ 0 };
}

struct files {
	const char **names;
	size_t count;
};

static int note_file(void *context, const struct entry *entry)
{
	struct files *files = context;
	const char *slash = strrchr(entry->file, '/'), *name = slash ? slash + 1 : entry->file;
	const char **grown;

	/* of a unit the rows of one file mostly stand together */
	for (size_t i = files->count; i--;)
		if (!strcmp(files->names[i], name))
			return 0;
	grown = reallocarray(files->names, files->count + 2, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	files->names = grown;
	grown[files->count++] = name;
	grown[files->count] = NULL;
	return 0;
}

const char **elflines_files(const struct elfobject *object)
{
	struct files files = { .names = calloc(1, sizeof(*files.names)) };

	if (!files.names || visit_all(object, note_file, &files)) {
		free(files.names);
		return NULL;
	}
	return files.names;
}
