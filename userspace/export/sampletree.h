/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sampletree.h - executions by function, line and inlined call, for AutoFDO
 *
 * A function's lines count from its declaration. Code inlined into it is a function of its own
 * below the line of the call, and so on. Several instructions of one line run as often as the line
 * does, so its count is that of the one that runs most.
 */
#ifndef SAMPLETREE_H
#define SAMPLETREE_H

#include "analysis/places/rows.h"
#include "mix/estimate.h"
#include "symbols/elfsites.h"

#define SAMPLETREE_NONE	UINT32_MAX

struct sampletree_call {
	const char *callee;
	double count;
	uint32_t next;			/* of the same line, or SAMPLETREE_NONE */
};

struct sampletree_line {
	unsigned int offset, discriminator;
	double count;
	uint32_t calls, next;		/* first of calls; next of the same function */
};

struct sampletree_function {
	const char *name;		/* as the linker knows it */
	unsigned int offset, discriminator;	/* of the call; of one that is not inlined, 0 */
	double total;			/* of its lines and of inlined functions */
	double head;			/* how often it was entered; 0 if inlined */
	uint32_t parent;		/* SAMPLETREE_NONE: it is not inlined */
	uint32_t lines, inlined, next;	/* first ones of each; next inlined one of the same parent */
};

/* Zeroed memory is empty. */
struct sampletree {
	struct sampletree_function *functions;
	struct sampletree_line *lines;
	struct sampletree_call *calls;
	size_t functions_count, lines_count, calls_count;
	double unknown;			/* executions of instructions that have no line */
	double all;
	struct keyindex function_index, line_index, call_index, name_index;
};

/* Only of the wanted code. 0 or -ENOMEM. */
int sampletree_build(struct sampletree *tree, struct recording *recording,
		     const struct estimate *estimate, const struct rows_options *wanted);
void sampletree_deinit(struct sampletree *tree);

#endif /* SAMPLETREE_H */
