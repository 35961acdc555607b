/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loopcode.h - the decoded code of a loop, and whether the loop only waits for another thread
 */
#ifndef LOOPCODE_H
#define LOOPCODE_H

#include "addressing.h"
#include "loops.h"

struct loopcode {
	struct addressing_loop loop;
	uint64_t addresses[ADDRESSING_INSNS];	/* of its instructions */
};

/* The code of @loop, which @location is in. False: there is none, or none that is looked into. */
bool loopcode_read(struct loopcode *code, const struct symbols_location *location, const struct loop *loop);
/* Where in the loop the instruction at @address is; its count: nowhere. */
size_t loopcode_position(const struct loopcode *code, uint64_t address);
/*
 * A short loop that waits for another thread: no instruction depends on its own last result, or
 * stores, so the loop ends by a change from outside. A loop with a pause is one in any case.
 */
bool loopcode_is_spin(const struct loopcode *code);

#endif /* LOOPCODE_H */
