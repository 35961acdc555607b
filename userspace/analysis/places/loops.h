/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loops.h - the innermost loop around an instruction, by its function's code
 */
#ifndef LOOPS_H
#define LOOPS_H

#include "symbols/symbols.h"

struct loop {
	uint64_t begin, end;		/* end: behind the jump back; 0: no loop */
	size_t instructions;
};

/*
 * The shortest run of code that has the location's address, that a jump back closes, and whose
 * beginning can lead to that jump.
 */
struct loop loop_find(const struct symbols_location *location);

#endif /* LOOPS_H */
