/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ownline.h - the program's own line, of code that a library's header put there
 *
 * Containers of C++ are inlined from headers, those of Rust from its library's sources: nobody can
 * change these, but the line that uses them. By the inlined functions of DWARF.
 */
#ifndef OWNLINE_H
#define OWNLINE_H

#include "symbols/symbols.h"

struct ownline {
	struct elfobject_line line;	/* file NULL: the code's own line, or none is the program's */
	const char *function;		/* that the line is in */
	const char *grows;		/* by which function a container gets more room there; or NULL */
	struct elfobject_line call;	/* of the program's own code, inlined: where; file NULL: it is not */
	const char *caller;		/* which function that is in */
};

/* Of the code at @location, whose own line is @line. */
struct ownline ownline_find(const struct symbols_location *location,
			    const struct elfobject_line *line);
/* Both are known, and the same. */
bool ownline_is_same(const struct ownline *a, const struct ownline *b);

#endif /* OWNLINE_H */
