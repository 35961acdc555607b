/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * branchstack.h - the last taken branches, and the sums of their samples
 *
 * As the driver reads them with each sample of taken branches (docs/tea-interface.md, section
 * 12). Stream i of a stack, the newest record being 0, runs from the target of record i + 1 to
 * the source of record i, with no taken branch between; the streams of a sample share it.
 *
 *	records	newest:  s0 -> t0    s1 -> t1    s2 -> t2  ...
 *	streams          t1 .. s0    t2 .. s1    ...
 *
 * Transfers that are no branches leave no record, and streams go on behind them.
 */
#ifndef TEA_BRANCHSTACK_H
#define TEA_BRANCHSTACK_H

#include "tally.h"

#define TEA_BRANCHSTACK_DEPTH	16	/* records, a power of two: as many as the driver reads */
#define TEA_BRANCHSTACK_PARTS	360360	/* of a sample: any number of its streams share it evenly */

struct tea_branchstack {
	struct { uint64_t from, to; } records[TEA_BRANCHSTACK_DEPTH];
	uint64_t count;			/* all branches so far; the newest is at count - 1 */
	struct tea_tally streams;	/* first and last instruction: parts, 0 */
	struct tea_tally branches;	/* source and target: records, those that were the newest */
};

/* Returns 0 or -ENOMEM, with nothing left behind. */
int tea_branchstack_init(struct tea_branchstack *stack);
void tea_branchstack_deinit(struct tea_branchstack *stack);

static inline void tea_branchstack_push(struct tea_branchstack *stack, uint64_t from, uint64_t to)
{
	const uint64_t at = stack->count++ % TEA_BRANCHSTACK_DEPTH;

	stack->records[at].from = from;
	stack->records[at].to = to;
}

/* A sample: count its records and streams, without the @lost newest ones. */
void tea_branchstack_sample(struct tea_branchstack *stack, unsigned int lost);

#endif /* TEA_BRANCHSTACK_H */
