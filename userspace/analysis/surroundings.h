/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * surroundings.h - what the loop around an instruction tells of why it waits
 *
 * By its code, how a load's address is made, which store its data come from, and whether the loop does
 * nothing but wait for another thread. By its events, whether a mispredicted branch keeps the load from
 * starting, and whether the ROB holds as many misses of the loop as can be under way. And by the stages, where the recording has them, what the loop waits for: then that is what
 * its instructions without an event are told of, whichever of them shows the cycles.
 */
#ifndef SURROUNDINGS_H
#define SURROUNDINGS_H

#include "addressing.h"
#include "advice.h"
#include "loops.h"
#include "waitparts.h"
#include "rows.h"
#include "symbols/disasm.h"

struct surroundings {
	struct loop loop;		/* end 0: there is none */
	struct addressing addressing;	/* of a load; of others unknown */
	uint64_t from;			/* the load that brings its address, where one does; or 0 */
	uint64_t restart;		/* the mispredicted branch that it starts behind; or 0 */
	uint64_t awaited, store;	/* a load that is waited for, and the store that has its data; or 0 */
	size_t reloads;			/* loads of what a store may have changed, for all that is known */
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

/* Of the instruction of @row, of class @class. */
void surroundings_find(struct surroundings *surroundings, const struct surroundings_whole *whole,
		       const struct row *row, unsigned int class);

#endif /* SURROUNDINGS_H */
