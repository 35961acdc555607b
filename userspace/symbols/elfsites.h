/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elfsites.h - an instruction's place in its source, in a form that compilers find again
 *
 * The place is a function, a line relative to the function's, and DWARF's discriminator, which
 * separates parts of one line: it stays when code above the function changes. An inlined
 * instruction has such a place in each of the functions; in all but the innermost it is that of the
 * call.
 */
#ifndef ELFSITES_H
#define ELFSITES_H

#include "elfobject.h"

#define ELFSITES_MOST	(ELFOBJECT_INLINES_MAX + 1)

struct elfsite {
	const char *function;		/* as the linker knows it */
	int line;			/* from the line where it is declared; negative: above that */
	unsigned int discriminator;	/* as DWARF has it */
};

/* For the instruction at @address, innermost first; returns how many, 0: DWARF does not have it. */
size_t elfsites_at(const struct elfobject *object, uint64_t address,
		   struct elfsite sites[ELFSITES_MOST]);

#endif /* ELFSITES_H */
