/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * elfsites.h - where an instruction stands in its source, as compilers find it again
 *
 * By function, lines from the function's own, and DWARF's discriminator, which tells parts of one
 * line apart: that stays when code above the function changes. An inlined instruction has such a
 * place in each of the functions, in all but the innermost that of the call.
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

/* Of the instruction at @address, innermost first; returns how many, 0: DWARF does not tell. */
size_t elfsites_at(const struct elfobject *object, uint64_t address,
		   struct elfsite sites[ELFSITES_MOST]);

#endif /* ELFSITES_H */
