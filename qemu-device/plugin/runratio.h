/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * runratio.h - from sums of windows to those of a run, by executions
 *
 * What windows have of an instruction, divided by its executions there, times its executions in the
 * run. Sums of windows are weighted, and in groups, to which windows are dealt in turn: the same
 * without a group tells how far chance makes it deviate (runestimate.h).
 */
#ifndef TEA_RUNRATIO_H
#define TEA_RUNRATIO_H

#include "observers/counts.h"

#define RUNRATIO_GROUPS	16

/* Weighted sums, of each group. */
struct runratio_sums {
	uint64_t of[RUNRATIO_GROUPS];
};

void runratio_add(struct runratio_sums *sums, const struct runratio_sums *more);
/* Of all groups. */
uint64_t runratio_sum(const struct runratio_sums *sums);

/* An instruction: its executions in the run, and in the windows. */
struct runratio_executed {
	uint64_t pc, executions;
	struct runratio_sums sums;
	uint64_t sum;			/* of all groups */
};

struct runratio_table {
	struct runratio_executed *list;	/* by pc */
	size_t count;
};

/* Those of the run, none of which windows have met. Returns 0 or -ENOMEM. */
int runratio_init(struct runratio_table *table, const struct tea_counts *counts);
void runratio_deinit(struct runratio_table *table);
/* Windows have executed the instruction at @pc. */
void runratio_meet(struct runratio_table *table, uint64_t pc, const struct runratio_sums *sums);
/* NULL: it was not executed in the run. */
struct runratio_executed *runratio_find(const struct runratio_table *table, uint64_t pc);

/* @parts of @sum, scaled to @all. */
uint64_t runratio_scale(uint64_t parts, uint64_t sum, uint64_t all);
/*
 * What the run has where windows have @sums, and by how much more without each group; of an
 * instruction that may be NULL: then it is scaled as windows are.
 */
uint64_t runratio_estimate(const struct runratio_sums *sums, const struct runratio_executed *at,
			   int64_t deviations[RUNRATIO_GROUPS]);

#endif /* TEA_RUNRATIO_H */
