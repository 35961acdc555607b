/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * outfile.h - a file that is whole or not there
 *
 * It is written beside its name, and put in its place once it is complete: the old file stays until
 * then, and if that fails. A link is followed. Devices and pipes are written directly.
 */
#ifndef OUTFILE_H
#define OUTFILE_H

#include <stdio.h>

struct outfile {
	FILE *file;
	char *target, *beside;		/* NULL: it is written as it is */
};

/* Returns 0 or a negative errno. */
int outfile_open(struct outfile *out, const char *path);
/* Likewise; the file is closed, and where that fails gone. */
int outfile_close(struct outfile *out);
/* It is not to be, after all. */
void outfile_drop(struct outfile *out);

#endif /* OUTFILE_H */
