/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elflines.h - from a line of a source file to code: the reverse of elfobject_line()
 */
#ifndef ELFLINES_H
#define ELFLINES_H

#include "elfobject.h"

/* Code from begin on and before end, in the object's own addresses. */
struct elflines_range {
	uint64_t begin, end;
};

struct elflines {
	struct elflines_range *ranges;
	size_t count;
	int nearest;			/* where there are none: the nearest line that has code, 0:
					 * the file has none */
};

/*
 * The code of @line in @file, the last part or parts of a path, also as inlined elsewhere. 0 or
 * -ENOMEM.
 */
int elflines_find(struct elflines *lines, const struct elfobject *object, const char *file, int line);
void elflines_deinit(struct elflines *lines);

/* Last parts of the paths of all files that have code, ending in NULL; to be freed. NULL: no memory. */
const char **elflines_files(const struct elfobject *object);

#endif /* ELFLINES_H */
