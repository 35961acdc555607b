/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * source.h - lines of source files, as far as they can be read
 */
#ifndef SOURCE_H
#define SOURCE_H

#include "base/keyindex.h"

struct source_file {
	const char *path;		/* the caller's */
	char *text;			/* NULL: not to be had */
	char **lines;
	uint8_t *indents;		/* columns of blanks in front of each */
	size_t count;
};

/* Zeroed memory, but for symfs, is no files yet. */
struct sources {
	const char *symfs;		/* looked below first; "": none */
	struct keyindex index;		/* by the address of path */
	struct source_file *files;
	size_t count;
};

/* Text of a line without blanks around it, or NULL. Lives until sources_deinit(). */
const char *sources_line(struct sources *sources, const char *path, int line);
/* Columns of blanks in front of that text; tabs stop at each eighth. */
unsigned int sources_indent(struct sources *sources, const char *path, int line);
void sources_deinit(struct sources *sources);

#endif /* SOURCE_H */
