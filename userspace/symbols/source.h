/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * source.h - lines of source files, as far as they can be read
 */
#ifndef SOURCE_H
#define SOURCE_H

#include "base/keyindex.h"
#include "elfobject.h"

struct source_file {
	const char *path;		/* the caller's */
	char *text;			/* NULL: unavailable */
	char **lines;
	uint8_t *indents;		/* columns of blanks in front of each */
	size_t count;
};

/*
 * Paths of a source file: below symfs, then its own; for a relative one also where it was compiled.
 */
struct source_paths {
	const char *symfs;		/* "": none */
	const char *prefix;		/* in front of every path; NULL: none */
	size_t strip;			/* directories to remove before a prefix is added */
};

/* Zeroed memory, but for paths, is no files yet. */
struct sources {
	struct source_paths paths;
	struct keyindex index;		/* by the address of path */
	struct source_file *files;
	size_t count;
};

/* Text of a line without blanks around it, or NULL. Lives until sources_deinit(). */
const char *sources_line(struct sources *sources, const struct elfobject_line *line);
/* Columns of blanks in front of that text; tabs stop at each eighth. */
unsigned int sources_indent(struct sources *sources, const struct elfobject_line *line);
void sources_deinit(struct sources *sources);

#endif /* SOURCE_H */
