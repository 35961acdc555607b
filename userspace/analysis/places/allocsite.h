/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * allocsite.h - the name of a place that allocates memory
 *
 * It is the innermost call outside of what only passes memory on: the C and C++ libraries, other
 * allocators, and functions whose names say that they allocate, as xmalloc or operator new.
 */
#ifndef ALLOCSITE_H
#define ALLOCSITE_H

#include "recording/recording.h"

#define ALLOCSITE_TEXT	512

/* Does a function of that name, with its namespaces, only pass memory on? */
bool allocsite_is_wrapper(const char *function);

/*
 * "parse.c:42", without lines "parse_line", "prog+0x1234"; with @whole "malloc at parse.c:42 (in
 * parse_line)". Returns @text.
 */
const char *allocsite_text(struct recording *recording, const struct recording_site *site, bool whole,
			   char text[ALLOCSITE_TEXT]);

#endif /* ALLOCSITE_H */
