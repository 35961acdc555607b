/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gainsprofile.h - a profile with the measured gains of its hottest causes
 *
 * The causes are known only after a run, so the program runs twice: the first time alone, the
 * second with lanes without each of the causes, each two of them, and all.
 */
#ifndef GAINSPROFILE_H
#define GAINSPROFILE_H

#include "base/wordlist.h"
#include "experiment.h"

struct gainsprofile {
	const char *command;		/* the command that reports, */
	FILE *log;			/* to this file */
	const char *output;
	const char *period, *observers, *sysroot, *core;	/* or NULL */
	const struct wordlist *knobs;	/* of --set */
	const struct sim_region *region;
	size_t most;			/* causes, up to HOTTEST_MOST */
	experiment_runner runner;	/* NULL: simulation_run() */
};

/*
 * Runs @program, of @argc words. Returns its exit status, 1 where a lane failed, or a negative
 * errno with @fault filled.
 */
int gainsprofile_run(const struct gainsprofile *gains, int argc, char **program,
		     struct fault *fault);

#endif /* GAINSPROFILE_H */
