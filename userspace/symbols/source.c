// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * source.c - reading source files; see source.h
 */
#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FILE_BYTES_MAX	(64 << 20)
#define TAB_COLUMNS	8

/* Behind its first @count directories, as far as it has them. */
static const char *strip(const char *path, size_t count)
{
	for (; count; count--) {
		const char *slash = strchr(path + 1, '/');

		if (!slash)
			break;
		path = slash;
	}
	return path;
}

static char *read_text(const char *root, const char *prefix, const char *path)
{
	char *full, *text = NULL;
	struct stat stat_of;
	FILE *file;

	if (asprintf(&full, "%s%s%s%s", root, prefix ? prefix : "",
		     prefix && path[0] != '/' ? "/" : "", path) < 0)
		return NULL;
	file = fopen(full, "re");
	free(full);
	if (!file)
		return NULL;
	if (!fstat(fileno(file), &stat_of) && S_ISREG(stat_of.st_mode) &&
	    stat_of.st_size < FILE_BYTES_MAX)
		text = calloc(1, (size_t)stat_of.st_size + 1);
	if (text && fread(text, 1, (size_t)stat_of.st_size, file) != (size_t)stat_of.st_size) {
		free(text);
		text = NULL;
	}
	fclose(file);
	return text;
}

static uint8_t indent_of(const char *line)
{
	unsigned int columns = 0;

	for (; (*line == ' ' || *line == '\t') && columns < UINT8_MAX - TAB_COLUMNS; line++)
		columns += *line == ' ' ? 1 : TAB_COLUMNS - columns % TAB_COLUMNS;
	return (uint8_t)columns;
}

static void split(struct source_file *file)
{
	char *rest = file->text, *line;

	while (rest && (line = strsep(&rest, "\n"))) {
		char **lines = array_grow(file->lines, file->count, sizeof(*lines));
		uint8_t *indents = lines ? array_grow(file->indents, file->count, 1) : NULL;

		if (lines)
			file->lines = lines;
		if (!indents)
			return;
		file->indents = indents;
		indents[file->count] = indent_of(line);
		line[strcspn(line, "\r")] = '\0';
		for (char *tab = line; (tab = strchr(tab, '\t'));)
			*tab = ' ';
		lines[file->count++] = line + strspn(line, " ");
	}
}

/* As the compiler wrote it, or below the directory @dir that it ran in. */
static char *find_text(const struct source_paths *paths, const char *dir, const char *path)
{
	char *text = NULL, *full;

	if (paths->symfs[0])
		text = read_text(paths->symfs, paths->prefix, path);
	if (!text)
		text = read_text("", paths->prefix, path);
	if (text || !dir || path[0] == '/' || asprintf(&full, "%s/%s", dir, path) < 0)
		return text;
	text = find_text(paths, NULL, full);
	free(full);
	return text;
}

static struct source_file *file_of(struct sources *sources, const char *path, const char *dir)
{
	const struct source_paths *paths = &sources->paths;
	struct key key = { .low = (uintptr_t)path };
	uint32_t at = keyindex_get(&sources->index, key);
	struct source_file *file;

	if (at != KEYINDEX_NONE)
		return &sources->files[at];
	at = KEYINDEX_APPEND(&sources->index, key, sources->files, sources->count);
	if (at == KEYINDEX_NONE)
		return NULL;
	file = &sources->files[at];
	file->path = path;
	if (paths->prefix)
		path = strip(path, paths->strip);
	file->text = find_text(paths, dir, path);
	split(file);
	return file;
}

/* The file that has the line, or NULL. */
static const struct source_file *find(struct sources *sources, const struct elfobject_line *line)
{
	const struct source_file *file = line->file ? file_of(sources, line->file, line->dir) : NULL;

	return file && line->line >= 1 && (size_t)line->line <= file->count ? file : NULL;
}

const char *sources_line(struct sources *sources, const struct elfobject_line *line)
{
	const struct source_file *file = find(sources, line);

	return file ? file->lines[line->line - 1] : NULL;
}

unsigned int sources_indent(struct sources *sources, const struct elfobject_line *line)
{
	const struct source_file *file = find(sources, line);

	return file ? file->indents[line->line - 1] : 0;
}

void sources_deinit(struct sources *sources)
{
	for (size_t i = 0; i < sources->count; i++) {
		free(sources->files[i].text);
		free(sources->files[i].lines);
		free(sources->files[i].indents);
	}
	free(sources->files);
	keyindex_deinit(&sources->index);
	sources->files = NULL;
	sources->count = 0;
}
