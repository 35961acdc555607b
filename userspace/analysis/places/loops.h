/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loops.h - the innermost loop around an instruction, by its function's code
 */
#ifndef LOOPS_H
#define LOOPS_H

#include "functions.h"
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

/* A jump back in a function. */
struct loops_jump {
	uint64_t target, address;
	uint64_t end;			/* behind it */
	bool known, closes;		/* whether it closes a loop; once that is asked */
};

struct loops_function {
	struct loops_jump *jumps;	/* by address */
	size_t count;
};

/* Where many locations are asked for: a function's code is read once. Zeroed memory is empty. */
struct loops {
	struct functions functions;
	struct loops_function *items;	/* by number of function */
	size_t count;
};

/* The same loop, [@begin, @end), or 0 and 0, of @location, which has a function. 0 or -ENOMEM. */
int loops_find(struct loops *loops, uint32_t object, const struct symbols_location *location,
	       uint64_t *begin, uint64_t *end);
void loops_deinit(struct loops *loops);

#endif /* LOOPS_H */
