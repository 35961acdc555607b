/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stalls.h - the events of cycles in which nothing commits, and the lengths of stalls
 *
 * Shows how much any other choice of events than TEA's nine could explain (TEA section 3,
 * "Performance event hierarchies"): a cycle is explained if the instruction that it belongs to
 * (spans.h) has one of the chosen events. So cycles are counted by signature, and stalls, the runs
 * of cycles of the stalled state, by signature and length. Signatures have the nine events of the
 * paper and some that a PSV could have beside them, all of the stalled state: in the other two
 * states they are not looked at.
 */
#ifndef TEA_STALLS_H
#define TEA_STALLS_H

#include "causes.h"
#include "counts.h"
#include "spans.h"

/* X(bit, identifier, name, description). */
#define TEA_STALLS_EVENTS(X) \
	X(9, ST_LD, "ST-LD", "load") \
	X(10, ST_OP, "ST-OP", "arithmetic that takes more than a cycle") \
	X(11, ST_DEP, "ST-DEP", "waited in an issue queue for an operand")

enum tea_stalls_bit {
#define TEA_X(bit, id, name, text) TEA_STALLS_##id = 1 << (bit),
	TEA_STALLS_EVENTS(TEA_X)
#undef TEA_X
};

#define TEA_STALLS_BITS		12	/* the paper's events and these */
#define TEA_STALLS_SIGNATURES	(1U << TEA_STALLS_BITS)

struct tea_stalls_row {
	uint64_t cycles[TEA_STATE_FLUSHED + 1];		/* [enum tea_commit_state] */
	uint64_t lengths[TEA_COUNTS_STALL_MAX + 1];	/* number of stalls, by length */
};

struct tea_stalls {
	struct tea_stalls_row *rows;		/* [signature] */
	uint64_t compute;			/* cycles */
	uint64_t executions[TEA_STALLS_BITS];	/* that had the event, [bit] */
	cycle_t now;				/* first cycle behind the last exit */
	bool last_flushed;			/* the last record flushed the pipeline; this is */
	uint16_t last_psv;			/* of it */
	cycle_t simple;				/* from issue to completion of one-cycle work */
	struct tea_causes causes;
};

/* Returns 0 or -ENOMEM. */
int tea_stalls_init(struct tea_stalls *stalls, const struct tea_params *params);
void tea_stalls_deinit(struct tea_stalls *stalls);

/* The next record, which is explained. */
void tea_stalls_record(struct tea_stalls *stalls, const struct tea_retired *record);

/* Add those of another thread. */
void tea_stalls_add(struct tea_stalls *stalls, const struct tea_stalls *more);

#endif /* TEA_STALLS_H */
