/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reportfile.h - where a report goes: the file behind -o, whole or not there, or standard output
 */
#ifndef REPORTFILE_H
#define REPORTFILE_H

#include "base/fault.h"
#include "base/outfile.h"

struct reportfile {
	const char *path;		/* NULL: standard output */
	FILE *file;
	struct outfile out;
};

/* Both return 0, or a negative errno with @fault filled. */
int reportfile_open(struct reportfile *report, const char *path, struct fault *fault);
/* @error: of writing it; if not 0, the file is not kept, and this is returned. */
int reportfile_close(struct reportfile *report, int error, struct fault *fault);

#endif /* REPORTFILE_H */
