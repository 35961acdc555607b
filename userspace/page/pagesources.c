// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pagesources.c - source lines for a web page; see pagesources.h
 */
#include "pagesources.h"

#include <stdlib.h>


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

/* [PATH, [[FIRST, [INDENT, TEXT, ...]], ...]]: lines that follow each other are one piece. */
static void put_file(struct pagesources *sources, const struct pagesources_file *source,
		     struct jsonwriter *json)
{
	bool open = false;

	json_line(json);
	json_open_list(json, NULL);
	json_text(json, NULL, source->path);
	json_open_list(json, NULL);
	for (int line = 1; line <= source->lines + 1; line++) {
		const struct elfobject_line at = {
			.file = source->path, .dir = source->dir, .line = line,
		};
		bool wanted = line <= source->lines && source->wanted[line];

		if (open && !wanted) {
			json_close_list(json);
			json_close_list(json);
		} else if (wanted && !open) {
			json_open_list(json, NULL);
			json_signed(json, NULL, line);
			json_open_list(json, NULL);
		}
		open = wanted;
		if (!wanted)
			continue;
		json_whole(json, NULL, sources_indent(&sources->files, &at));
		json_text(json, NULL, sources_line(&sources->files, &at));
	}
	json_close_list(json);
	json_close_list(json);
}

void pagesources_put(struct pagesources *sources, struct jsonwriter *json)
{
	json_open_list(json, "sources");
	for (size_t i = 0; i < sources->count; i++)
		put_file(sources, &sources->items[i], json);
	json_close_list(json);
}

void pagesources_deinit(struct pagesources *sources)
{
	for (size_t i = 0; i < sources->count; i++)
		free(sources->items[i].wanted);
	free(sources->items);
	sources_deinit(&sources->files);
	texttable_deinit(&sources->paths);
}
