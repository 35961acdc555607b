/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dataobjects.h - what the data are that a place accesses: a variable, or else a type, and where
 *
 * By the address, data of a program or a library are a variable, whose debug information gives the
 * field. Of other memory the code tells: its registers' types, or that it is its function's frame; and
 * of the heap, where the recording knows it, who allocated it.
 */
#ifndef DATAOBJECTS_H
#define DATAOBJECTS_H

#include "datafields.h"
#include "recording/recording.h"

#define DATAOBJECTS_LINE	64	/* bytes */
#define DATAOBJECTS_UNKNOWN	"(address not recorded)"

struct dataobject {
	const char *name;		/* of the variable, or its type; or why that is not known */
	const char *field;		/* the same with the field, where that is known */
	const char *where;		/* the object's path, "heap", "stack", "kernel"; NULL: not known */
	uint32_t object;		/* of symbols, which where is; or KEYINDEX_NONE */
	const void *identity;		/* of a variable; else NULL */
	bool has_line;
	uint64_t line;			/* its first address: the object's own, or in memory */
	uint64_t line_of;		/* the same for all in which that address is the same line */
};

struct dataobjects {
	struct recording *recording;
	struct datafields fields;
	struct keyindex code_index;	/* of codes, by object and address */
	struct dataobjects_code *codes;
	size_t codes_count;
	struct keyindex member_index;	/* of members, by variable and place in it */
	const char **members;
	size_t members_count;
	struct dataobjects_site *sites;	/* by number in the recording */
};

/* @blocks are the caller's. 0 or a negative errno. */
int dataobjects_init(struct dataobjects *objects, struct recording *recording, struct blocks *blocks);
void dataobjects_deinit(struct dataobjects *objects);

/* What the code of @place, which is at @location, accesses. 0 or -ENOMEM. */
int dataobjects_find(struct dataobjects *objects, const struct recording_place *place,
		     const struct symbols_location *location, struct dataobject *found);

#endif /* DATAOBJECTS_H */
