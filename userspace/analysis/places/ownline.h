/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ownline.h - the program's own line, for code from a library's header
 *
 * Containers of C++ are inlined from headers, those of Rust from its library's sources. The user
 * cannot change these, but the line that uses them. It is found by DWARF's inlined functions.
 */
#ifndef OWNLINE_H
#define OWNLINE_H

#include "symbols/symbols.h"

struct ownline {
	struct elfobject_line line;	/* file NULL: the code's own line, or none is the program's */
	const char *function;		/* that the line is in */
	const char *grows;		/* the function by which a container grows there; or NULL */
	struct elfobject_line call;	/* of the program's own code, inlined: where; file NULL: it is not */
	const char *caller;		/* which function that is in */
};

/* For the code at @location, whose own line is @line. */
struct ownline ownline_find(const struct symbols_location *location,
			    const struct elfobject_line *line);
/* Both are known, and the same. */
bool ownline_is_same(const struct ownline *a, const struct ownline *b);

#endif /* OWNLINE_H */
