/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pagesources.h - the lines of source files that a web page needs
 *
 * Files are numbered as they come; of each, the lines that have instructions are kept,
 * and some around them.
 */
#ifndef PAGESOURCES_H
#define PAGESOURCES_H

#include "export/texttable.h"
#include "output/jsonwriter.h"
#include "symbols/source.h"

struct pagesources_file {
	const char *path, *dir;		/* as of struct elfobject_line */
	uint8_t *wanted;		/* by line, from 1 on */
	int lines;
};

/* Zeroed memory, but for files.paths, is empty. */
struct pagesources {
	struct sources files;
	struct pagesources_file *items;
	size_t count;
	struct texttable paths;		/* numbers of files */
};

/* The file's number, with the line wanted; KEYINDEX_NONE when memory runs out. */
uint32_t pagesources_want(struct pagesources *sources, const struct elfobject_line *line);
/* The member "sources", see pagedata.h. */
void pagesources_put(struct pagesources *sources, struct jsonwriter *json);
void pagesources_deinit(struct pagesources *sources);

#endif /* PAGESOURCES_H */
