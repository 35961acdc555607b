/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * runestimate.h - the cycles of a run, from those of its windows
 *
 * An instruction's cycles are a ratio, its cycles per execution in the windows, times its exact number
 * of executions (executions.h). That varies far less than cycles of windows that are scaled to the
 * run: a window with more of a loop has more of both.
 *
 *	windows --> cycles by (pc, PSV, state, privilege) \  weighted sums,
 *	        --> executions by instruction             /  in RUNRATIO_GROUPS groups
 *	rows: executions of the run x sum of cycles / sum of executions
 *
 * Windows are dealt to the groups in turn. The same estimate with a group left out deviates as chance
 * makes it: the delete-a-group jackknife, which is good for any sum of rows and any ratio of sums, as
 * instructions of a window vary together. Cycles of what is no execution, an interrupt, are scaled.
 * Instructions that no window met have the rows of others (runratio_impute()).
 * Slots of the stages (runstages.h) have an estimate beside, where they are asked for.
 */
#ifndef TEA_RUNESTIMATE_H
#define TEA_RUNESTIMATE_H

#include "observers/counts.h"
#include "observers/spans.h"
#include "observers/stacks.h"
#include "isa/block.h"
#include "runratio.h"
#include "runstages.h"
#include "windows.h"

/* Executions of a static instruction. */
struct runestimate_site {
	uint64_t pc;
	uint64_t here;			/* in the window that is open, or was closed last */
	struct runratio_sums sums;
	uint64_t executions, parts;	/* in all windows so far, without their weights */
};

struct runestimate {
	struct tea_spans spans;		/* of the window */
	struct tea_stacks stacks;	/* the rows, with parts of the window */
	struct runratio_sums *sums;	/* [row] */
	size_t sums_count;
	uint32_t *row_sites;		/* [row]; 0: not known */
	size_t row_sites_count;
	uint64_t executions, parts;	/* in all windows so far */
	struct allotment allotment;	/* how far they deviate */
	struct runestimate_site *sites;	/* [site] */
	size_t sites_count;
	uint32_t *rows_met, *sites_met;	/* in the window, by number */
	size_t rows_met_size, sites_met_size;
	size_t rows_met_count, sites_met_count;
	struct runstages *stages;	/* NULL: they are not asked for */
	const struct window *window;	/* that is open; NULL: none */
	const struct window *last;	/* that was closed last, to which those met belong; NULL: none */
	bool failed;			/* memory ran out: contents are not complete */
};

/* @cycle_parts: of tea_cycle_parts(). Returns 0 or -ENOMEM. */
int runestimate_init(struct runestimate *estimate, uint32_t cycle_parts);
void runestimate_deinit(struct runestimate *estimate);
/* Estimate stages of a core of @params, too; records are explained. Returns 0 or -ENOMEM. */
int runestimate_add_stages(struct runestimate *estimate, const struct tea_params *params);

/* The core is empty in cycle @now, and what comes is modelled. */
static inline void runestimate_restart(struct runestimate *estimate, cycle_t now)
{
	if (estimate->stages)
		runstages_restart(estimate->stages, now);
}
/* Records that lead to a window. */
static inline void runestimate_lead(struct runestimate *estimate, const struct tea_retired *records,
				    size_t count)
{
	if (estimate->stages)
		runstages_records(estimate->stages, records, count);
}
/* @window begins, with the cycle @now. */
void runestimate_open(struct runestimate *estimate, const struct window *window, cycle_t now);
/* Its next records, of one privilege, and what was executed to make them. */
static inline void runestimate_records(struct runestimate *estimate, const struct tea_retired *records,
				    size_t count)
{
	tea_spans_run(&estimate->spans, records, count);
	runestimate_lead(estimate, records, count);
}
void runestimate_step(struct runestimate *estimate, const struct tea_op *op);
void runestimate_run(struct runestimate *estimate, const struct tea_run *run);
/* It is over, if there is one. */
void runestimate_close(struct runestimate *estimate);

/*
 * Add the sums of another thread, which has the same sites, and has stages, too, if this one does;
 * both are closed. 0 or -ENOMEM.
 */
int runestimate_add(struct runestimate *estimate, const struct runestimate *more);
/* Take out those of the last window of @more, which was added. */
void runestimate_drop_last(struct runestimate *estimate, const struct runestimate *more);

/* Sums of another run: of rows, whose parts do not count, and of instructions. */
struct runestimate_totals {
	struct tea_stacks_row *rows;
	struct runratio_sums *sums;	/* of each row */
	size_t rows_count;
	struct runestimate_site *sites;	/* one for each pc */
	size_t sites_count;
};

/* Add them, behind all threads. 0 or -ENOMEM. */
int runestimate_add_totals(struct runestimate *estimate, const struct runestimate_totals *more);
/* What there is, without zeros, in the order of keys and of pcs. 0 or -ENOMEM. */
int runestimate_totals(const struct runestimate *estimate, struct runestimate_totals *totals);
void runestimate_totals_deinit(struct runestimate_totals *totals);

/* The estimated rows, in the order of their keys, and for each how far it deviates without a group. */
struct runestimate_rows {
	struct tea_stacks_row *rows;
	int64_t (*deviations)[RUNRATIO_GROUPS];
	size_t count;
	uint64_t parts;			/* of all rows, whole cycles */
	uint64_t unmet, unmet_executions;	/* instructions that no window has, and theirs */
	struct runstages_rows stages;	/* none where they were not asked for */
};

/* With the executions of all of the run. Returns 0 or -ENOMEM. */
int runestimate_make(const struct runestimate *estimate, const struct tea_counts *counts,
		  struct runestimate_rows *rows);
void runestimate_rows_deinit(struct runestimate_rows *rows);

#endif /* TEA_RUNESTIMATE_H */
