/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * units.h - instructions, and the basic blocks and functions that they are in
 *
 * A block ends behind a transfer of control, at a gap between addresses, and where the number of
 * executions changes: code that is jumped into from elsewhere has been executed more often than the
 * code before it. Code whose function is not known (a stripped object) is one function an object.
 */
#ifndef UNITS_H
#define UNITS_H

#include <stddef.h>
#include <stdint.h>

#include "recording/recording.h"
#include "tea_abi.h"

enum units_granularity {
	UNITS_INSTRUCTION, UNITS_BLOCK, UNITS_FUNCTION, UNITS_PROGRAM, UNITS_GRANULARITIES,
};

/* An instruction that was executed, and its exact counts. */
struct units_instruction {
	uint64_t pc;
	uint64_t executions;
	uint64_t events[TEA_PAPER_EVENTS_COUNT];
	bool transfers;			/* control */
	uint32_t unit[UNITS_GRANULARITIES];
};

struct units {
	struct units_instruction *list;	/* by pc, once sealed */
	size_t count, capacity;
};

extern const char *const units_names[UNITS_GRANULARITIES];

/* Zeroed memory is empty. 0 or -ENOMEM. */
int units_add(struct units *units, const struct units_instruction *instruction);

/* All are added: sort, and number blocks and functions, which @recording knows. 0 or -ENOMEM. */
int units_seal(struct units *units, struct recording *recording);
void units_deinit(struct units *units);

/* The instruction at @pc, or NULL. */
const struct units_instruction *units_find(const struct units *units, uint64_t pc);

/* Where @pc is: object, function and offset. */
void units_locate(struct recording *recording, uint64_t pc, struct symbols_location *location);

#endif /* UNITS_H */
