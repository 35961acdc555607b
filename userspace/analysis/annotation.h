/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * annotation.h - one function's instructions with their cycles
 *
 * Every instruction of the function is a row, with or without cycles, in the order of
 * addresses. Cycles at an address that is not an instruction's have a row too, so the
 * rows always sum to the function.
 */
#ifndef ANNOTATION_H
#define ANNOTATION_H

#include "rows.h"
#include "symbols/source.h"

struct annotation {
	struct symbols_location function;	/* at its start */
	uint32_t object;
	struct rows rows;		/* annotated */
	struct rows cycles;		/* owner of the stacks */
	struct sources sources;
	char **texts;			/* owned disassembly and inline names */
	size_t texts_count;
};

/*
 * Finds the function that @name means: "symbol", "object:symbol", or an address in it,
 * "0x..." or "object:0x...". Fills function and object. -ENOENT, or -EINVAL where
 * several have the name, with @fault filled: candidates in it.
 */
int annotation_find(struct annotation *annotation, struct recording *recording,
		    const char *name, struct fault *fault);
/* Fills the rows of the function found. */
int annotation_fill(struct annotation *annotation, struct recording *recording,
		    struct fault *fault);
void annotation_deinit(struct annotation *annotation);

#endif /* ANNOTATION_H */
