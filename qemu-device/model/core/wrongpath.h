/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * wrongpath.h - private to the core: what a core does behind a mispredict until that is known
 *
 * Functional first: nobody executes the wrong path, so it is made from what is known (Eyerman and
 * others, "Simulating Wrong-Path Instructions in Decoupled Functional-First Simulation", ISPASS 2023):
 *
 *	fetch	blocks from where the front-end was led, of code that was executed before
 *		(codemap.h), one a cycle, through TLB and L1I, each way that the base predictor,
 *		BTB and return stack say, until fetch is sent back
 *	join	most wrong paths come to where the right one comes, too. From there on both are the
 *		same instructions, and a register that neither wrote until then has the same
 *		value in both, and so has what is computed from such. A load whose address is
 *		such has on the wrong path the address that the right path's has. Where they
 *		join more than once, as in loops, it is where the fewest registers differ
 *	loads	those that could issue before the mispredict is known do, as requests to TLB and
 *		L1D in the cycle in which the wrong path makes them: what they bring is there, or
 *		on its way, when the right path asks
 *
 * The operations of the right path are compared as they come, and each that the wrong path had,
 * too, is timed: dispatch by width and by room in the ROB, operands by those of the wrong path.
 *
 * Not modelled: loads before the two paths join, stores, ports (what issues there was booked by
 * older operations), loads that older stores' data answer. Of mispredicts on a wrong path the older
 * path's loads are followed: it turns back, or leaves the right one again.
 */
#ifndef TEA_WRONGPATH_H
#define TEA_WRONGPATH_H

#include "codepart.h"
#include "model.h"

#define TEA_WRONGPATH_BLOCKS	64	/* of fetch, most that are followed */
#define TEA_WRONGPATH_ROWS	129	/* of its view of the ROB */
#define TEA_WRONGPATH_REGS	(2 * TEA_REGS_FILE)	/* integer and floating point */
#define TEA_WRONGPATH_ROW	16	/* operations of one */

/* A fetch block of the wrong path, as far as it has operations. */
struct tea_wrongpath_block {
	uint64_t pc;
	uint64_t bytes;
	uint32_t before;	/* operations from the branch to it, */
	uint64_t written;	/* and registers that they write */
	cycle_t at;		/* it is fetched */
};

struct tea_wrongpath {
	struct tea_codemap map;
	struct tea_codeparts parts;
	bool modelled;
	bool active;		/* operations of the right path are compared with it */
	bool joined;		/* they are the same */
	struct tea_wrongpath_block blocks[TEA_WRONGPATH_BLOCKS];
	uint32_t blocks_count, blocks_most;
	uint32_t rob, loads_most, width;
	uint32_t ops;		/* of the wrong path behind the branch so far */
	uint32_t others;	/* of the right one, as far as it is compared, ... */
	uint32_t others_most;	/* ... which is so far */
	uint64_t written;	/* registers that they write, ... */
	unsigned int written_count;	/* ... so many */
	unsigned int differing;	/* registers, where they joined: so few, or none joined before */
	uint32_t loads;
	uint32_t slot;		/* of the dispatch group */
	uint64_t next_pc;	/* if the next one is of the same group */
	cycle_t begin;		/* the branch is dispatched, ... */
	cycle_t resolved;	/* ... and known to be mispredicted */
	cycle_t at;		/* the operation under way is dispatched */
	cycle_t branch_at;	/* and resolves, if it is a branch: late, if never */
	cycle_t rows[TEA_WRONGPATH_ROWS];	/* the ROB has room for so many */
	/* See struct tea_backend: at the branch, and now. Late: not the same value. */
	cycle_t ready_before[TEA_WRONGPATH_REGS], ready[TEA_WRONGPATH_REGS];
};

struct tea_model;

/* Returns 0, or -ENOMEM. */
int tea_wrongpath_init(struct tea_wrongpath *path, const struct tea_params *params);
void tea_wrongpath_deinit(struct tea_wrongpath *path);

/* The operation under way, @branch, is known to be mispredicted in @resolved. */
void tea_wrongpath_begin(struct tea_model *model, const struct tea_retired *branch,
			 cycle_t resolved);

/*
 * While it is active: the operation at @pc of the right path comes next. @addr: of its data, or
 * TEA_NO_ADDRESS.
 */
void tea_wrongpath_step(struct tea_model *model, uint64_t pc, const struct tea_insn *insn,
			uint64_t addr, uint8_t privilege);

#endif /* TEA_WRONGPATH_H */
