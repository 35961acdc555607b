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
	uint8_t class;			/* enum tea_class */
	struct runratio_sums sums;
	uint64_t sum;			/* of all groups */
	uint64_t parts;			/* of cycles in the windows */
	const struct runratio_executed *donor;	/* of one that no window met; NULL: none */
	const struct runratio_pool *pool;	/* the donor's */
};

/* Instructions of a class and an order of magnitude of executions in the run, each of which few windows met. */
struct runratio_pool {
	struct runratio_sums executions, parts;
};

#define RUNRATIO_MAGNITUDES	64

struct runratio_table {
	struct runratio_executed *list;	/* by pc */
	size_t count;
	struct runratio_pool (*pools)[RUNRATIO_MAGNITUDES];	/* [enum tea_class] */
};

/* Those of the run, none of which windows have met. Returns 0 or -ENOMEM. */
int runratio_init(struct runratio_table *table, const struct tea_counts *counts);
void runratio_deinit(struct runratio_table *table);
/* Windows have executed the instruction at @pc. */
void runratio_meet(struct runratio_table *table, uint64_t pc, const struct runratio_sums *sums);
/* All are met; and windows have @parts of cycles of the one at @pc. */
void runratio_spend(struct runratio_table *table, uint64_t pc, const struct runratio_sums *parts);
/*
 * All are met, and have their parts. What no window met is imputed: an execution costs what it costs
 * those of its class that are executed about as often, and that few windows met; and its events are those of
 * the nearest of these, its donor (a hot deck, as surveys have it). Code that is met often is cheaper.
 */
void runratio_impute(struct runratio_table *table);
/* NULL: it was not executed in the run. */
struct runratio_executed *runratio_find(const struct runratio_table *table, uint64_t pc);

/* @parts of @sum, scaled to @all. */
uint64_t runratio_scale(uint64_t parts, uint64_t sum, uint64_t all);
/*
 * What the run has where windows have @sums, and by how much more without each group; of an
 * instruction that may be NULL: then it is scaled as windows are. Of one with a donor, @sums are the donor's.
 */
uint64_t runratio_estimate(const struct runratio_sums *sums, const struct runratio_executed *at,
			   int64_t deviations[RUNRATIO_GROUPS]);

#endif /* TEA_RUNRATIO_H */
