/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * callsites.h - where a function is called, among the instructions of a recording
 *
 * By code alone: direct calls, and jumps at a function's end, to the function or to its stub in
 * another object. A call of which no cycle was counted, or no sample taken, is not found.
 */
#ifndef CALLSITES_H
#define CALLSITES_H

#include "analysis/places/loops.h"
#include "analysis/places/rows.h"

struct callsites {
	const struct row *first;	/* the call with most cycles; NULL: none */
	struct loop loop;		/* around that one; end 0: there is none */
	size_t count;			/* with those that have a tenth of its cycles or more */
};

/*
 * Calls of the function of @callee, whose stubs are called @name, among @rows, which are by instruction.
 * Those within functions of that name do not count.
 */
struct callsites callsites_find(struct symbols *symbols, const struct rows *rows,
				const struct row *callee, const char *name);

#endif /* CALLSITES_H */
