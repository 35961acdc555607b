// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pagesources.c - source lines for a web page; see pagesources.h
 */
#include "pagesources.h"

#include <stdlib.h>

#include "output/json.h"

#define LINES_AROUND	4

/* Lines of a file: as many as there are text of. */
static int count_lines(struct pagesources *sources, const struct elfobject_line *of)
{
	struct elfobject_line line = { .file = of->file, .dir = of->dir, .line = 1 };
	int count = 0;

	if (!sources_line(&sources->files, &line))
		return 0;
	for (int step = 1 << 30; step; step >>= 1) {
		line.line = count + step;
		if (sources_line(&sources->files, &line))
			count += step;
	}
	return count;
}

static uint32_t file_number(struct pagesources *sources, const struct elfobject_line *line)
{
	uint32_t number = texttable_number(&sources->paths, line->file);
	struct pagesources_file *grown, *file;

	if (sources->paths.failed)
		return KEYINDEX_NONE;
	if (number < sources->count)
		return number;
	grown = array_grow(sources->items, sources->count, sizeof(*grown));
	if (!grown)
		return KEYINDEX_NONE;
	sources->items = grown;
	file = &grown[sources->count++];
	*file = (struct pagesources_file){
		.path = line->file, .dir = line->dir, .lines = count_lines(sources, line),
	};
	file->wanted = calloc((size_t)file->lines + 1, 1);
	if (!file->wanted) {
		file->lines = 0;
		sources->paths.failed = true;
		return KEYINDEX_NONE;
	}
	return number;
}

uint32_t pagesources_want(struct pagesources *sources, const struct elfobject_line *wanted)
{
	uint32_t number = file_number(sources, wanted);
	const int line = wanted->line;
	struct pagesources_file *file;

	if (number == KEYINDEX_NONE)
		return number;
	file = &sources->items[number];
	if (line < 1 || line > file->lines || file->wanted[line] == 2)
		return number;
	for (int i = line - LINES_AROUND; i <= line + LINES_AROUND; i++)
		if (i >= 1 && i <= file->lines && !file->wanted[i])
			file->wanted[i] = 1;
	file->wanted[line] = 2;
	return number;
}

static void put_file(struct pagesources *sources, const struct pagesources_file *source,
		     FILE *file)
{
	bool open = false, first = true;

	fputc('[', file);
	json_put_text(file, source->path);
	fputs(",[", file);
	for (int line = 1; line <= source->lines; line++) {
		const struct elfobject_line at = {
			.file = source->path, .dir = source->dir, .line = line,
		};

		if (!source->wanted[line]) {
			fputs(open ? "]]" : "", file);
			open = false;
			continue;
		}
		if (!open)
			fprintf(file, "%s[%d,[", first ? "" : ",", line);
		fprintf(file, "%s%u,", open ? "," : "",
			sources_indent(&sources->files, &at));
		json_put_text(file, sources_line(&sources->files, &at));
		open = true;
		first = false;
	}
	fputs(open ? "]]]]" : "]]", file);
}

void pagesources_put(struct pagesources *sources, FILE *file)
{
	fputc('[', file);
	for (size_t i = 0; i < sources->count; i++) {
		fputs(i ? ",\n" : "\n", file);
		put_file(sources, &sources->items[i], file);
	}
	fputc(']', file);
}

void pagesources_deinit(struct pagesources *sources)
{
	for (size_t i = 0; i < sources->count; i++)
		free(sources->items[i].wanted);
	free(sources->items);
	sources_deinit(&sources->files);
	texttable_deinit(&sources->paths);
}
