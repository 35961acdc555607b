/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * runstages.h - the stage stacks of a run, from those of its windows
 *
 * Slots are what the stages (observers/stages.h) give out from the first operation of a window to the
 * last. At dispatch and issue that was earlier than the window's cycles, at either end: so nothing is
 * given out for the end of what is seen. Stages begin with the lead-in, when the core is empty.
 *
 *	empty core ---- lead-in ----[---- window ----]
 *	                          before            less that: the window's, by (site, stage, component)
 *
 * An instruction's slots of a component at a stage are a ratio, as its cycles are (runratio.h). They are
 * then scaled, at each stage alike, so that all of them are the width times the run's estimated
 * cycles; and so they are without each group, of which the cycles have an estimate, too.
 *
 * Only the instructions since the core was empty have rows in the stages, by numbers of their own:
 * there may be a hundred times as many in the program.
 */
#ifndef TEA_RUNSTAGES_H
#define TEA_RUNSTAGES_H

#include "observers/stages.h"
#include "runratio.h"
#include "windows.h"

/* Slots of windows: of a site, in a list of its own. */
struct runstages_cell {
	uint32_t next;			/* 0: none */
	uint8_t stack, component;
	struct runratio_sums sums;
};

struct runstages_site {
	uint64_t pc;
	uint32_t row;			/* of the stages, since the core was empty; 0: none */
	uint32_t first;			/* of cells; 0: none */
};

struct runstages {
	struct tea_stages stages;
	struct runstages_site *sites;	/* [site] */
	size_t sites_count;
	uint32_t *of_rows;		/* sites, [row]; the first is of none */
	size_t of_rows_size, of_rows_count;
	struct tea_stages_row *before;	/* the window, [row] */
	size_t before_size, before_count;
	struct runstages_cell *cells;	/* the first is none */
	size_t cells_size, cells_count;
	bool failed;			/* memory ran out: contents are not complete */
};

/* Of a core of @params. Returns 0 or -ENOMEM. */
int runstages_init(struct runstages *runstages, const struct tea_params *params);
void runstages_deinit(struct runstages *runstages);

/* The core is empty in cycle @now. */
void runstages_restart(struct runstages *runstages, cycle_t now);
/* The next records, which are explained. */
void runstages_records(struct runstages *runstages, const struct tea_retired *records, size_t count);
/* The next record is the first of a window; the last was the last of @window. */
void runstages_open(struct runstages *runstages);
void runstages_close(struct runstages *runstages, const struct window *window);

/* Add the sums of another thread, which has the same sites. 0 or -ENOMEM. */
int runstages_add(struct runstages *runstages, const struct runstages *more);

/* An instruction's slots of a component at a stage. */
struct runstages_row {
	uint64_t pc;
	uint64_t slots;
	int64_t deviations[RUNRATIO_GROUPS];
	uint8_t stack, component;
};

struct runstages_rows {
	struct runstages_row *rows;	/* by stage, pc and component */
	size_t count;			/* 0: windows have no slots at one of the stages */
	uint32_t width;			/* slots in a cycle */
	uint64_t cycles;
};

/* Estimated cycles of the run, and those without each group, in parts. */
struct runstages_cycles {
	uint64_t parts, without[RUNRATIO_GROUPS];
	uint64_t cycle_parts;
};

/* By executions in @table. Returns 0 or -ENOMEM. */
int runstages_make(const struct runstages *runstages, const struct runratio_table *table,
		   const struct runstages_cycles *cycles, struct runstages_rows *rows);
void runstages_rows_deinit(struct runstages_rows *rows);

#endif /* TEA_RUNSTAGES_H */
