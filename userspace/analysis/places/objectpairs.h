/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * objectpairs.h - which objects of two recordings are the same, and by what
 *
 * In this order: as the user says; by build, whatever the files are called; by the path, then by
 * its last part; and last, if nearly all that is left over on either side is one file, these two.
 * Only objects with cycles count; of rows by data, those whose data have them.
 */
#ifndef OBJECTPAIRS_H
#define OBJECTPAIRS_H

#include "rows.h"

enum objectpairs_by {
	OBJECTPAIRS_GIVEN, OBJECTPAIRS_BUILD, OBJECTPAIRS_NAME, OBJECTPAIRS_LEFT
};

extern const char *const objectpairs_by_names[];

struct objectpair {
	uint32_t objects[2];		/* before, after */
	enum objectpairs_by by;
};

/* Two that are said to be the same, each by its path or the last part of it. */
struct objectpairs_given {
	const char *names[2];
};

struct objectpairs {
	const struct recording *recordings[2];
	struct objectpair *items;
	size_t count;
	uint32_t *numbers[2];		/* of each object: the same number is the same object */
};

/* Pairs the objects of @rows. 0 or -ENOMEM. A given name that is not there pairs nothing. */
int objectpairs_find(struct objectpairs *pairs, const struct recording *const recordings[2],
		     const struct rows *const rows[2], const struct objectpairs_given *given,
		     size_t given_count);
void objectpairs_deinit(struct objectpairs *pairs);

/* The pair of object @object of @side; NULL: none. */
const struct objectpair *objectpairs_of(const struct objectpairs *pairs, int side, uint32_t object);
/* Has the recording the object that is given so? */
bool objectpairs_has(const struct recording *recording, const char *name);
/* "'a' is compared with 'b', ...", to be freed; NULL: they have the same name, or no memory. */
char *objectpairs_text(const struct objectpairs *pairs, const struct objectpair *pair);

#endif /* OBJECTPAIRS_H */
