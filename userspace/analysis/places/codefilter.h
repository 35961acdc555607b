/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * codefilter.h - only code of objects and functions that were named
 *
 * A name matches exactly, else without arguments, else as a pattern of the shell, else as a part:
 * which, depends on the recorded names, so recordings are searched first.
 */
#ifndef CODEFILTER_H
#define CODEFILTER_H

#include "base/nearest.h"
#include "recording/recording.h"
#include "symbols/funcname.h"

struct codefilter_name {
	const char *text;
	enum funcname_match match;	/* the best that was found, asked of all others */
	struct nearest nearest;		/* while there is none */
};

struct codefilter_names {
	struct codefilter_name *items;
	size_t count;			/* 0: all pass */
};

struct codefilter {
	struct codefilter_names objects, symbols;
};

/* Finds the meaning of the names in @recording, which must outlive codefilter_check(). */
void codefilter_look(struct codefilter *filter, struct recording *recording,
		     const struct recording_measure *measure);
/* 0, or -ENOENT with @fault filled where a name means nothing in all that was looked at. */
int codefilter_check(const struct codefilter *filter, struct fault *fault);

/* Does code at @location pass? */
bool codefilter_wants(const struct codefilter *filter, const struct symbols_location *location);

/* How @name means an object: its path, or its last part. */
enum funcname_match codefilter_match_object(const char *name, const char *path);

#endif /* CODEFILTER_H */
