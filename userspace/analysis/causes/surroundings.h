/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * surroundings.h - why an instruction waits, by the loop around it
 *
 * The code shows how a load's address is made, which store its data come from, and whether the loop
 * only waits for another thread. The events show whether a mispredicted branch keeps the load from
 * starting, and whether the ROB holds as many misses of the loop as can be under way. The stages,
 * if the recording has them, show what the loop waits for, which then explains all its instructions
 * without an event, whichever of them shows the cycles.
 */
#ifndef SURROUNDINGS_H
#define SURROUNDINGS_H

#include "advice.h"
#include "analysis/places/addressing.h"
#include "analysis/places/loops.h"
#include "analysis/places/rows.h"
#include "symbols/disasm.h"
#include "waitparts.h"

struct surroundings {
	struct loop loop;		/* end 0: there is none */
	struct addressing addressing;	/* of a load; of others unknown */
	uint64_t from;			/* the load that brings its address, where one does; or 0 */
	uint64_t restart;		/* the mispredicted branch that it starts behind; or 0 */
	uint64_t awaited, store;	/* a load that is waited for, and the store that has its data; or 0 */
	size_t reloads;			/* loads of bytes that a store may have changed */
	uint64_t reloaded;		/* the first of them */
	unsigned int classes;		/* all that, as classes of advice */
	struct waitlimit limit;		/* of the loop */
	const struct advice *limit_advice; /* all of the loop waits for it; NULL: not, or nothing helps */
	char limit_text[DISASM_TEXT];	/* the instruction there; "": it is no large part of the slots */
};

struct surroundings_whole {
	const struct recording *recording;
	const struct rows *rows;	/* all, by instruction */
	const struct waitparts *waits;
	const struct disasm *disasm;
};

/* For the instruction of @row, of class @class. */
void surroundings_find(struct surroundings *surroundings, const struct surroundings_whole *whole,
		       const struct row *row, unsigned int class);

#endif /* SURROUNDINGS_H */
