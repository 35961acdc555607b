/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stages.h - stage stacks: where the slots of dispatch, issue and commit go
 *
 * The rules are docs/stage-stacks.md. One pass over explained records, amortised O(1) for
 * each, with no loop over cycles but those in which something issues.
 *
 * Slots are numbered: cycle t has W t .. W t + W - 1. Each stage has a position, the first slot
 * that is not given out: an operation that passes in cycle t moves it to W t at least, and by one.
 * So a carry is a position ahead of the time. Slots that are passed over are lost. The cause that
 * the next operation to be dispatched waits for is the same at all stages, at issue a cycle later:
 * it is found once, for one piece of time after the other, up to its dispatch:
 *
 *	last dispatch                                                           d(i)
 *	    | redirect, front-end | itlb | l1i | ROB or queue full | registers, ... |
 *	                        r - F          r                 window
 *
 * Dispatch and commit are in order. Issue is not: issues are counted by cycle, and a cycle is given
 * out as soon as something is dispatched in it or later. The oldest operation without its operands
 * then is found in a list of claims (claims.h); the oldest one that waits at all in another, which
 * is looked at in the holes of the first.
 *
 * Base is given to operations in program order: to all but the last, as many as a stage's
 * carry is. So it is counted once for all stages, and exact after tea_stages_cut().
 */
#ifndef TEA_STAGES_H
#define TEA_STAGES_H

#include <stddef.h>

#include "causes.h"
#include "claims.h"
#include "exits.h"
#include "issues.h"
#include "model.h"
#include "tea_abi.h"

/*
 * Sums are kept in rows: one for each static instruction, or for each privilege level. They are in
 * two arrays: passing is counted for each operation, slots are touched only where some are lost.
 */
struct tea_stages_count {
	uint64_t pc;			/* of a static instruction */
	uint64_t passed;		/* micro-operations that committed */
};

struct tea_stages_row {
	uint64_t slots[TEA_STACKS_COUNT][TEA_COMPONENTS_COUNT];
};

struct tea_stages {
	/* all that was given out until the last tea_stages_cut(): [site], or [privilege] */
	struct tea_stages_row *rows;
	struct tea_stages_count *counts; /* the same */
	size_t rows_count, counts_count; /* as many of one as of the other, but where memory ran out */
	uint64_t more;			/* micro-operations that committed, than operations */
	uint64_t cycles;		/* the same; each stack's slots sum to width times this */
	uint32_t width;			/* slots in a cycle */
	bool by_site;
	bool failed;			/* memory ran out: contents are not complete */

	uint64_t position[TEA_STACKS_COUNT];
	uint64_t begin;			/* first slot */
	struct tea_blame redirect;	/* behind the last record: why there was nothing; BASE: not */
	/* last of each register, behind them of none; BASE: none yet */
	struct tea_blame writers[UINT8_MAX + 1];
	cycle_t writer_begins[UINT8_MAX + 1]; /* beside them, for late components: from when */
	uint32_t rename_latency;

	struct tea_causes causes;
	struct tea_exits exits;
	struct tea_blame *blames;	/* beside them, by their back-end component */
	cycle_t *begins;		/* beside them, for late components: from when */
	uint64_t head;			/* number of the ROB's head, as far as was asked */

	struct tea_issues issues;	/* earlier cycles of issue are given out */
	struct tea_claims unready, waiting;	/* to be the oldest without operands, the oldest */
};

/* The least width of all stages: slots in a cycle. */
uint32_t tea_stages_width(const struct tea_params *params);

/*
 * Count from cycle @now on, in which the pipeline is empty; @by_site: by static instruction,
 * else by privilege level. Returns 0 or -ENOMEM.
 */
int tea_stages_init(struct tea_stages *stages, const struct tea_params *params, cycle_t now,
		    bool by_site);
void tea_stages_deinit(struct tea_stages *stages);

/*
 * Count anew from cycle @now on, in which the pipeline is empty. Only rows before row @rows, which are
 * cleared, have sums.
 */
void tea_stages_restart(struct tea_stages *stages, cycle_t now, size_t rows);

/* The next record, which is explained. */
void tea_stages_record(struct tea_stages *stages, const struct tea_retired *record);

/*
 * Give out all cycles up to the last record's commit: those in which it alone was there are
 * @rest. More records may come, and all goes on behind it. O(rows).
 */
void tea_stages_cut(struct tea_stages *stages, enum tea_component rest);

/* Add the stacks of another thread, which has the same rows; both cut. */
void tea_stages_add(struct tea_stages *stages, const struct tea_stages *more);

#endif /* TEA_STAGES_H */
