/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ownfile.h - files that belong to tea: in the build tree, or where they are installed
 */
#ifndef OWNFILE_H
#define OWNFILE_H

#include <limits.h>

#include "fault.h"

struct ownfile {
	const char *built, *installed;	/* from the directory of tea on */
	const char *what;		/* begins the sentence where it is at neither place, as "needs QEMU" */
	const char *remedy;		/* ends it */
};

/* Its path. 0, or -ENOENT with @fault filled. */
int ownfile_find(const struct ownfile *file, char path[PATH_MAX], struct fault *fault);

#endif /* OWNFILE_H */
