/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * engine.h - a campaign's directory, and Snakemake, which runs the jobs there
 *
 *	plan.tsv	what there is to run
 *	results/KEY/	of each job that is done, with its provenance.json
 *	runs/KEY	when and where a job ran, and for how long
 *	logs/KEY	what its commands said
 *	jobs/NAME	links to the results
 *	slurm/NUMBER	of a job that Slurm has, its key
 *	begun		as old as the first digest of a file
 *	lock		held while a campaign runs
 */
#ifndef ENGINE_H
#define ENGINE_H

#include "jobs.h"

struct engine {
	const char *command;		/* the command that reports, */
	FILE *log;			/* to this file */
	const char *directory;
	const char *profile;		/* of Snakemake: one of ours, or any; NULL: this machine */
	const char *at_once;		/* jobs, as the user gave it, or NULL */
	int lock;			/* the file, or -1 */
};

/*
 * Makes the directory, and waits until no other campaign runs there. 0, or a negative errno with @fault
 * filled.
 */
int engine_open(struct engine *engine, struct fault *fault);
/* Runs what has no result. 0, whatever became of jobs, or a negative errno with @fault filled. */
int engine_run(const struct engine *engine, const struct jobs *jobs, struct fault *fault);
/* Links results by their jobs' names, these jobs' alone. 0, or a negative errno with @fault filled. */
int engine_link(const struct engine *engine, const struct jobs *jobs, struct fault *fault);
void engine_close(struct engine *engine);

#endif /* ENGINE_H */
