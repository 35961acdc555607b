/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * codeplace.h - a place in a program's code, as options name it
 *
 *	FUNCTION		all of its code: by its name, of C++ and Rust with or without
 *				arguments, or by a part or pattern that only one function has
 *	FUNCTION+0xOFFSET	one instruction
 *	FILE:LINE		the code of a line, wherever it was inlined
 *	0xADDRESS		one instruction
 *	0xBEGIN-0xEND		the code from BEGIN to END, without END
 *	loop:PLACE		the innermost loop around the first instruction of a place
 *
 * OBJECT: may stand before any of these but a loop, for a library of the program; else it is the
 * program. Addresses are the object's own, as objdump and tea annotate print them.
 */
#ifndef CODEPLACE_H
#define CODEPLACE_H

#include <stddef.h>
#include <stdint.h>

#include "symbols/elflines.h"
#include "symbols/symbols.h"

/* Where objects are. */
struct codeplace_program {
	const char *path;
	const char *sysroot;		/* of libraries; NULL: the default */
};

struct codeplace {
	char *path;			/* of the object, from the root on, without links */
	struct elflines_range *ranges;	/* offsets in the file */
	size_t count;
};

/* 0, or a negative errno with @fault filled: for an unknown name it has the nearest one. */
int codeplace_find(struct codeplace *place, const struct codeplace_program *program,
		   const char *text, struct fault *fault);
void codeplace_deinit(struct codeplace *place);

/* "BEGIN-END[+BEGIN-END...]@PATH", as the plugin takes it; to be freed, NULL: no memory. */
char *codeplace_words(const struct codeplace *place);
/* Is the code of @path at @offset in it? */
bool codeplace_has(const struct codeplace *place, const char *path, uint64_t offset);

#endif /* CODEPLACE_H */
