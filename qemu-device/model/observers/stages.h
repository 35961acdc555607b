/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stages.h - stage stacks: where the slots of dispatch, issue and commit go
 *
 * The rules are docs/stage-stacks.md. One pass over explained records, amortised O(1) for
 * each, with no loop over cycles but those in which something issues.
 *
 * Slots are numbered: cycle t has W t .. W t + W - 1. Each stage has a position, the first
 * slot that is not given out: what passes in cycle t moves it to W t at least, and by one. So
 * a carry is a position ahead of the time. Slots that are passed over are lost, and belong
 * to the operation that comes then:
 *
 *	position                                                             W d(i)
 *	    | redirect, front-end | itlb | l1i | ROB or queue full | registers, ... |
 *	                   W (r - F)          W r             W window
 *
 * Dispatch and commit are in order. Issue is not: how many issue is counted by cycle, and a
 * cycle is given out as soon as something is dispatched in it or later. Who is the oldest
 * operation without its operands then is a list of claims (claims.h); the oldest one that
 * waits at all is another, looked at in the holes of the first.
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

/* A static instruction: apart from its slots, which are touched where some are lost. */
struct tea_stages_site {
	uint64_t pc;
	uint64_t executions;		/* that committed */
};

struct tea_stages_row {
	uint64_t slots[TEA_STACKS_COUNT][TEA_COMPONENTS_COUNT];
};

struct tea_stages {
	/* all that was given out until the last tea_stages_cut(), [stack][privilege][component] */
	uint64_t slots[TEA_STACKS_COUNT][4][TEA_COMPONENTS_COUNT];
	uint64_t cycles;		/* likewise; each stack's slots sum to width times this */
	uint32_t width;			/* slots in a cycle */
	struct tea_stages_site *sites;	/* [site]; NULL: not asked for */
	struct tea_stages_row *rows;	/* likewise */
	size_t sites_count, rows_count;	/* as many rows as sites, but where memory ran out */
	bool failed;			/* memory ran out: contents are not complete */

	uint64_t executions[4];		/* that committed, [privilege] */
	uint64_t position[TEA_STACKS_COUNT];
	uint64_t begin;			/* first slot */
	struct tea_blame redirect;	/* behind the last record: why there was nothing; BASE: not */
	/* last of each register, behind them of none; BASE: none yet */
	struct tea_blame writers[UINT8_MAX + 1];
	uint32_t rename_latency;

	struct tea_causes causes;
	struct tea_exits exits;		/* in slots */
	struct tea_blame *blames;	/* beside them, by their back-end component */
	uint64_t head[TEA_STACKS_COUNT]; /* number of the ROB's head, as far as was asked */

	struct tea_issues issues;	/* earlier cycles of issue are given out */
	struct tea_claims unready, waiting;	/* to be the oldest without operands, the oldest */
};

/* The least width of all stages: slots in a cycle. */
uint32_t tea_stages_width(const struct tea_params *params);

/*
 * Count from cycle @now on, in which the pipeline is empty; @rows: by static instruction, too.
 * Returns 0 or -ENOMEM.
 */
int tea_stages_init(struct tea_stages *stages, const struct tea_params *params, cycle_t now,
		    bool rows);
void tea_stages_deinit(struct tea_stages *stages);

/* The next record, which is explained. */
void tea_stages_record(struct tea_stages *stages, const struct tea_retired *record);

/*
 * Give out all cycles up to the last record's commit: those in which it alone was there are
 * @rest. More records may come, and all goes on behind it. With rows O(static instructions).
 */
void tea_stages_cut(struct tea_stages *stages, enum tea_component rest);

/* Add those of another thread, whose sites are the same; both cut. */
void tea_stages_add(struct tea_stages *stages, const struct tea_stages *more);

#endif /* TEA_STAGES_H */
