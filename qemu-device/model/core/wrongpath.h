/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * wrongpath.h - private to the core: the wrong path behind a mispredict, until it is resolved
 *
 * Functional first: the wrong path is not executed, so it is made from known code and values
 * (Eyerman and others, "Simulating Wrong-Path Instructions in Decoupled Functional-First
 * Simulation", ISPASS 2023):
 *
 *	fetch	blocks from where the front-end was led, of code that was executed before
 *		(codemap.h), one a cycle, through TLB and L1I, each way that the base predictor,
 *		BTB and return stack predict, until fetch is sent back
 *	join	most wrong paths reach code of the right path. From there on both are the same
 *		instructions. A register that neither has written until then has the same
 *		value in both, and so have results computed from such registers alone. A load
 *		with such an address has the right path's address on the wrong path, too. If
 *		they join more than once, as in loops, it is where the fewest registers differ
 *	loads	those that could issue before the mispredict is resolved do, as requests to TLB
 *		and L1D in the cycle in which the wrong path makes them: their lines are there,
 *		or on their way, when the right path asks
 *
 * The operations of the right path are compared as they come, and each one that is also on the
 * wrong path is timed: dispatch by width and by entries in the ROB, operands by those of the wrong
 * path.
 *
 * Where operations pass without time a path is fetched as long as most of those that took time, and is
 * not compared.
 *
 * Not modelled: loads before the two paths join, stores, ports (older operations have booked
 * those), loads that older stores' data answer. After a mispredict on a wrong path the loads of the
 * older path are followed: it turns back, or leaves the right one again.
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
	bool warms;		/* operations that pass without time have one, too */
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
	uint32_t usual;		/* cycles of a path's fetch, in 16ths: about the median */
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
 * The branch or jump of @class at @pc is mispredicted, without time: the predictor and the L1I see a
 * path as long as those that took time.
 */
void tea_wrongpath_warm(struct tea_model *model, uint64_t pc, uint8_t class, uint8_t privilege,
			cycle_t now);

/*
 * While it is active: the operation at @pc of the right path comes next. @addr: of its data, or
 * TEA_NO_ADDRESS.
 */
void tea_wrongpath_step(struct tea_model *model, uint64_t pc, const struct tea_insn *insn,
			uint64_t addr, uint8_t privilege);

#endif /* TEA_WRONGPATH_H */
