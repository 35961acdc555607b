/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * experiment.h - the wanted cores, the runs of a program that measure them, and their results
 *
 * A variant of a core that is wanted twice is one run. Wanted runs are measured together, in one
 * execution of the program; then others can be wanted. In each execution but the first the standard
 * output of the program is discarded; if its standard input is a file, it is read from the same
 * place. The length of an execution is announced, as far as it is known.
 *
 * A run that fails keeps its reason, and does not stop the others.
 */
#ifndef EXPERIMENT_H
#define EXPERIMENT_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "recording/recording.h"
#include "scratch.h"
#include "simulation.h"

struct experiment_run {
	char *name;			/* of its lane, "" of a core alone */
	struct tea_variant variant;
	const char *observers;		/* '+' between; TEA_PLAN_UNOBSERVED: the cycles alone are wanted */
	bool fast, done;
	uint64_t cycles;
	struct tea_plan_deviations deviations;
	char *failure;			/* NULL: it has cycles, or is not done yet */
};

/* Executes the program; simulation_run(), but for tests. */
typedef int (*experiment_runner)(const struct simulation *simulation, int argc, char **program,
				 struct fault *fault);

struct experiment {
	/* the same in all runs; NULL: the default */
	const char *command;		/* the command that reports */
	FILE *log;
	const char *sysroot, *period;
	const struct sim_region *region;
	bool apart;			/* the program's standard output goes to standard error */
	bool fast;			/* runs wanted now are for the abstract model */
	experiment_runner runner;
	const char *profiles;		/* where they are, if they were made apart: as scratch's path */
	uint64_t expected;		/* instructions; 0: not known */
	double pace_s;			/* of one core, by the last execution; 0: there was none */
	/* results */
	struct experiment_run *items;
	size_t count;
	unsigned int executions;
	uint64_t instructions;		/* of the first execution */
	uint64_t others;		/* of the first one that had other ones; 0: none */
	struct scratch scratch;
	off_t input;			/* where standard input was; -1: it is no file */
};

/* The common settings are in @experiment already. 0, or a negative errno with @fault filled. */
int experiment_begin(struct experiment *experiment, struct fault *fault);
/* Also of one that is zeroed, or could not begin. */
void experiment_end(struct experiment *experiment);

/*
 * Wants @variant, watched by @observers. Its lane is @name, NULL: its number; "": it is the only
 * one. A core with invalid knobs fails at once. Returns 0 with its number, or a negative errno with
 * @fault filled.
 */
int experiment_want(struct experiment *experiment, const char *name,
		    const struct tea_variant *variant, const char *observers, size_t *number,
		    struct fault *fault);
/*
 * The run of that variant on the current engine; NULL: it is not wanted. Wanting another may move
 * it.
 */
const struct experiment_run *experiment_find(const struct experiment *experiment,
					     const struct tea_variant *variant);
/*
 * Measure all that is new, on the engine that is wanted now. Returns the program's exit status, 1 where it
 * could not be run, or a negative errno with @fault filled. Where the user stops another execution than the
 * first (interrupts.h) all that is new stays as it is.
 */
int experiment_execute(struct experiment *experiment, int argc, char **program,
		       struct fault *fault);
/* The plan of all that is wanted, with @profile; cores are to be freed. NULL cores: no memory. */
struct tea_plan experiment_plan(const struct experiment *experiment, const char *profile);

/* Where the profile of a run goes, to be freed; NULL: no memory. */
char *experiment_path(const struct experiment *experiment, const struct experiment_run *run);
/*
 * Opens the profile of a run, as @options say; the recording knows no path. 0, or a negative errno with
 * @fault filled: the run may have left none.
 */
int experiment_open(const struct experiment *experiment, const struct experiment_run *run,
		    const struct recording_options *options, struct recording *recording,
		    struct fault *fault);

#endif /* EXPERIMENT_H */
