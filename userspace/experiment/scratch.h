/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scratch.h - a directory for what a run writes, removed again with all that is in it
 *
 * While there is one, what the user stops is the program that runs (interrupts.h): the command goes
 * on, and removes the files.
 */
#ifndef SCRATCH_H
#define SCRATCH_H

#include "base/fault.h"

struct scratch {
	char *directory;
	char *path;			/* of a file in there; others are to begin with it */
};

/* In $TMPDIR, named for @command. 0, or a negative errno with @fault filled. */
int scratch_create(struct scratch *scratch, const char *command, struct fault *fault);
void scratch_destroy(struct scratch *scratch);

#endif /* SCRATCH_H */
