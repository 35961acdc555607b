/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mappings.h - which file the code of a user program came from
 *
 * Looked up when code is translated, since it is mapped then for sure: objects
 * that are unmapped before the end are known as well. /proc/thread-self/maps is read
 * only where no mapping known covers the address, or after mappings changed.
 */
#ifndef TEA_MAPPINGS_H
#define TEA_MAPPINGS_H

#include <stddef.h>
#include <stdint.h>

#include "buildid.h"

struct mapping {
	uint64_t start, end, offset;	/* guest addresses; offset in the file */
	char *path;			/* NULL: not a file's */
	struct buildid id;		/* of the file as it is when its code is first seen */
	unsigned int generation;	/* of the last look */
};

struct mappings {
	struct mapping *list;
	size_t count, capacity;
	unsigned int generation;	/* of the address space */
	unsigned int reused;		/* ranges that a second file came to */
};

/* Code of the guest's @pc, at @host in QEMU. Returns 0, or a negative errno. */
int mappings_note(struct mappings *mappings, uint64_t pc, const void *host);
/* The known mapping of @pc, or NULL. */
const struct mapping *mappings_find(const struct mappings *mappings, uint64_t pc);
/* The program mapped or unmapped something; callable from any thread. */
void mappings_changed(struct mappings *mappings);

#endif /* TEA_MAPPINGS_H */
