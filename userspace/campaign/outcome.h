/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * outcome.h - what became of the jobs of a campaign, and how long they took
 */
#ifndef OUTCOME_H
#define OUTCOME_H

#include <stdbool.h>

#include "jobs.h"

struct outcome {
	bool done;			/* its result is there */
	bool tried;			/* it ran, and failed if it is not done */
	int status;			/* how it ended last; 0: it did not */
	double seconds;			/* of its last run that ended well; 0: there is none */
	char *said;			/* the last two lines of its log, or NULL */
};

struct outcomes {
	struct outcome *items;		/* of each job */
	size_t done, failed, open;	/* jobs; the last have not been run */
	double seconds_left;		/* of one processor, for what is not done */
	size_t unknown;			/* of these jobs how many are like none that ran */
};

bool outcome_is_done(const char *directory, const struct job *job);
/* 0 or -ENOMEM; outcomes_deinit() then, too. */
int outcomes_find(struct outcomes *outcomes, const char *directory, const struct jobs *jobs);
void outcomes_deinit(struct outcomes *outcomes, const struct jobs *jobs);

#endif /* OUTCOME_H */
