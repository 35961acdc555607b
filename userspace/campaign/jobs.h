/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jobs.h - the jobs of a campaign: each has a command for a shell, and a key
 *
 * The key is the digest of the job's provenance, a JSON document of all that its result depends on: tea, QEMU
 * and the plugin, the core's knobs, the program with its arguments, libraries and files. Two jobs with one
 * provenance are one: it runs once.
 */
#ifndef JOBS_H
#define JOBS_H

#include "base/progress.h"
#include "campaign.h"

#define JOBS_KEY	41		/* hexadecimal, and NUL */

struct job {
	enum campaign_kind kind;
	char key[JOBS_KEY];
	char *name;			/* PROGRAM/CORE/QUESTION, or a free job's */
	char *command, *provenance;
	char *files;			/* whose digests are in its provenance, as words of a shell */
	size_t program, core, question;	/* numbers in the campaign; the core is not the first in a difference */
	const struct campaign_wants *wants;	/* or NULL */
	size_t after[2], after_count;	/* numbers of those that have to be done */
};

struct jobs {
	struct job *items;		/* a difference behind those that it is of */
	size_t count;
};

/*
 * 0, or a negative errno with @fault filled; jobs_deinit() then, too. Names of files begin at the current
 * directory, the table's.
 */
int jobs_make(struct jobs *jobs, const struct campaign *campaign, const struct progress *progress,
	      struct fault *fault);
void jobs_deinit(struct jobs *jobs);

#endif /* JOBS_H */
