/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profilecheck.h - all that is wrong with a profile, by name: for those who write one
 *
 * First as docs/profile.schema.json has it, then what a schema cannot say (categories that are
 * none, ranges that end before they begin), then what the readers of tea refuse.
 */
#ifndef PROFILECHECK_H
#define PROFILECHECK_H

#include <stdbool.h>

#include "base/fault.h"
#include "schema.h"

/* What a profile has, where nothing is wrong. */
struct profilecheck {
	unsigned long long version;
	size_t samples, golden;		/* rows */
	bool stages, flops, path;
};

/*
 * Tells each fault of the file @path. Returns how many were told, with @found filled where that
 * is none, or a negative errno with @fault filled where the file cannot be read.
 */
long profilecheck_file(const char *path, schema_tell tell, void *context,
		       struct profilecheck *found, struct fault *fault);

#endif /* PROFILECHECK_H */
