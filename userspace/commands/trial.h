/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trial.h - a program run once, on the core as it is and on one for each set of changes
 *
 * tea sim runs it, with a lane each; profiles are kept for as long as the command runs. Or a machine
 * has run with these lanes, whose words for the plugin are told before, and has left profiles. What a
 * lane fails of is told by its set, and takes no other with it.
 */
#ifndef TRIAL_H
#define TRIAL_H

#include <stdio.h>

#include "analysis/whatif.h"
#include "experiment/changes.h"
#include "recording/recording.h"
#include "sim_lanes.h"

struct trial {
	struct changes changes;
	enum whatif_extent extent;
	const char *observers_base, *observers;	/* of the core as it is, of others: '+' between */
	struct sim_lanes sim;			/* what tea sim takes for all cores; its core is the changes' */
	const char *symfs;			/* of the machine; NULL: none */
	const char *input;			/* where the machine's profiles are; NULL: a program is run */
	/* filled by the run: */
	struct whatif whatif;
	char **lanes;				/* of each set; NULL: it is none */
	uint64_t instructions;			/* of the core as it is */
};

/*
 * Runs @program, of @argc words, for @command. Returns its exit status with all sets filled, or a
 * negative errno with @fault filled.
 */
int trial_run(struct trial *trial, const char *command, int argc, char **program,
	      struct fault *fault);
/* What the machine's plugin takes for the lanes, as one line. 0, or a negative errno. */
int trial_put_words(struct trial *trial, FILE *file, struct fault *fault);
/* Reads what the machine left, into all sets. 0, or a negative errno with @fault filled. */
int trial_read(struct trial *trial, struct fault *fault);
/* The path of the set's profile, to be freed; NULL: no memory. */
char *trial_path(const struct trial *trial, size_t number);
/* That profile, which the run may have left out. 0, or a negative errno with @fault filled. */
int trial_open(const struct trial *trial, size_t number, struct recording *recording,
	       struct fault *fault);
/* Removes the profiles; for one that is zeroed, too. */
void trial_deinit(struct trial *trial);

#endif /* TRIAL_H */
