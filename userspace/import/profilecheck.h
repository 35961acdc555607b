/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profilecheck.h - all faults of a profile, by name: for authors of writers
 *
 * First by docs/profile.schema.json, then by rules beyond a schema (unknown categories, ranges that
 * end before they begin), then by the readers of tea.
 */
#ifndef PROFILECHECK_H
#define PROFILECHECK_H

#include <stdbool.h>

#include "base/fault.h"
#include "schema.h"

/* The contents of a profile without faults. */
struct profilecheck {
	unsigned long long version;
	size_t samples, golden;		/* rows */
	bool stages, flops, path;
};

/*
 * Reports each fault of the file @path. Returns how many there were, with @found filled if there
 * were none, or a negative errno with @fault filled if the file cannot be read.
 */
long profilecheck_file(const char *path, schema_tell tell, void *context,
		       struct profilecheck *found, struct fault *fault);

#endif /* PROFILECHECK_H */
