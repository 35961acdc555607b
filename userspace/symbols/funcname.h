/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * funcname.h - names of functions as people write and read them: shorter, and matched
 *
 * A name of C++ or Rust can be longer than any line. The least distinctive parts go first:
 * arguments, then arguments of templates, then namespaces. Names of C have none of these and stay
 * as they are.
 */
#ifndef FUNCNAME_H
#define FUNCNAME_H

#include <stdbool.h>
#include <stddef.h>

#define FUNCNAME_TEXT	1024

/*
 * The longest form of @name with at most @width bytes, else the shortest that there is: the end of
 * @name, or the text in @text.
 */
const char *funcname_fit(const char *name, size_t width, char text[FUNCNAME_TEXT]);

/* Bytes [begin, end) of a name. */
struct funcname_part {
	size_t begin, end;
};

/*
 * A form of @name with at most @width bytes, of 12 to 1,000, that has @part, by which it differs
 * from another name: in its place, or behind, "total [Point]". A long part is cut to its begin if
 * @begin, else to the text there without namespaces. The form is in @text.
 */
const char *funcname_tell(const char *name, struct funcname_part part, bool begin, size_t width,
			  char text[FUNCNAME_TEXT]);

/* How a name is meant, the better the higher. */
enum funcname_match {
	FUNCNAME_OTHER,			/* it is not */
	FUNCNAME_PART,			/* by a part of it */
	FUNCNAME_GLOB,			/* by a pattern of the shell, of all of it */
	FUNCNAME_INNER,			/* as views show it, or without its outer namespaces */
	FUNCNAME_BARE,			/* without arguments, and those of templates */
	FUNCNAME_EXACT,
};

/* How @pattern matches @name, or the linker's name of the function, @linkage (or NULL). */
enum funcname_match funcname_match(const char *pattern, const char *name, const char *linkage);

/*
 * The last parts of a name in namespaces, as many as @like has, without arguments: the part that
 * people remember. Returns @text.
 */
const char *funcname_last(const char *name, const char *like, char text[FUNCNAME_TEXT]);

#endif /* FUNCNAME_H */
