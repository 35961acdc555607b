/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scratch.h - a directory for the files of a run, removed with its contents
 *
 * While there is one, the user's signals stop the program that runs (interrupts.h): the command
 * continues, and removes the files.
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
