/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pace.h - how long code takes that is not modelled: cycles an instruction, as of the last time
 *
 * By blocks of code in an address space, since code of one program differs most; where a block is
 * not known, by the page that it is in, then by address space and privilege, then by privilege alone. The last stretch that was
 * modelled counts, and those before it as much as a few instructions do.
 */
#ifndef TEA_PACE_H
#define TEA_PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "time/cycles.h"

#define PACE_BLOCKS	16384	/* rows: blocks that fall on one share it in turns */
#define PACE_PAGES	4096	/* likewise */
#define PACE_SPACES	64
#define PACE_PRIVILEGES	4	/* TEA_PRIV_... */
#define PACE_SHIFT	12	/* of a cycle: parts, log2 */

struct pace_row {
	uint64_t key;			/* of what it is; 0: nothing */
	uint64_t cycles, instructions;	/* seen */
	uint64_t parts;			/* of a cycle an instruction; 0: to be computed */
	uint64_t stretch;		/* that it learned in last */
};

struct pace {
	uint64_t stretch;		/* number of the one that is modelled */
	struct pace_row blocks[PACE_BLOCKS];
	struct pace_row pages[PACE_PAGES];
	struct pace_row spaces[PACE_SPACES];
	struct pace_row privileges[PACE_PRIVILEGES];
};

/* Where instructions are. */
struct pace_place {
	uint64_t pc;			/* where their block begins */
	uint16_t asid;
	uint8_t privilege;
};

/* So many instructions there took so many cycles. */
void pace_learn(struct pace *pace, const struct pace_place *place, uint64_t cycles,
		uint64_t instructions);

/* What one instruction there takes, in parts of a cycle. @known: by its block or page. */
uint64_t pace_parts(struct pace *pace, const struct pace_place *place, bool *known);

/* What one took on average where it learned last, in parts of a cycle. */
uint64_t pace_mean(const struct pace *pace);

#endif /* TEA_PACE_H */
