/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * worthprofile.h - a profile with the worth of its hottest causes
 *
 * What these are is known only when the program has run, so it is run twice: the first time alone,
 * the second with lanes without each of the causes, each two of them, and all.
 */
#ifndef WORTHPROFILE_H
#define WORTHPROFILE_H

#include "base/wordlist.h"
#include "experiment.h"

struct worthprofile {
	const char *command;		/* that tells, */
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
int worthprofile_run(const struct worthprofile *worth, int argc, char **program,
		     struct fault *fault);

#endif /* WORTHPROFILE_H */
