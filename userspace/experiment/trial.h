/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trial.h - a program run once, on the unchanged core and on one for each set of changes
 *
 * Or a machine has run these cores, by a plan printed for the plugin before, and has left profiles.
 */
#ifndef TRIAL_H
#define TRIAL_H

#include <stdio.h>

#include "analysis/causes/whatif.h"
#include "changes.h"
#include "experiment.h"

struct trial {
	struct changes changes;
	enum whatif_extent extent;
	const char *observers_base, *observers;	/* of the core as it is, of others: '+' between */
	struct experiment experiment;		/* which can have begun */
	const char *symfs;			/* of the machine; NULL: none */
	const char *input;			/* where the machine's profiles are; NULL: a program is run */
	/* filled by the run: */
	struct whatif whatif;
	size_t *runs;				/* of each set, in the experiment */
};

/*
 * Runs @program, of @argc words. Returns its exit status with all sets filled, or a negative errno with
 * @fault filled.
 */
int trial_run(struct trial *trial, int argc, char **program, struct fault *fault);
/* Writes the options of the machine's plugin for the cores, as one line. 0, or a negative errno. */
int trial_put_plan(struct trial *trial, FILE *file, struct fault *fault);
/* Reads the machine's profiles, into all sets. 0, or a negative errno with @fault filled. */
int trial_read(struct trial *trial, struct fault *fault);
/* The profile of a set, which the run may have left out. 0, or a negative errno with @fault filled. */
int trial_open(const struct trial *trial, size_t number, struct recording *recording,
	       struct fault *fault);
/* Removes the profiles; for one that is zeroed, too. */
void trial_deinit(struct trial *trial);

#endif /* TRIAL_H */
