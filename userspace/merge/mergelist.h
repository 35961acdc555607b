/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mergelist.h - the recordings that become one profile, and the machines that they are of
 *
 * Recordings of one label are of one machine. Machines are dealt to groups in the order of their
 * labels: machine M, from 0, is in group M mod the number of groups. If all have the same label
 * or none has one, each recording is a machine of its own here: a run. So neither depends on the
 * order in which they are named.
 */
#ifndef MERGELIST_H
#define MERGELIST_H

#include <stdbool.h>

#include "base/fault.h"
#include "base/progress.h"
#include "base/texts.h"

struct mergelist_item {
	const char *path, *label;	/* label: NULL until it is known */
	uint32_t machine, group;
};

/* Zeroed memory is empty. */
struct mergelist {
	struct mergelist_item *items;	/* dealt: by group, machine and path */
	size_t count;
	bool labelled;			/* machines are labels; else each recording is one */
	uint32_t machines;
	uint32_t groups;		/* 0: of one machine there is nothing to deal */
	struct texts texts;
};

/* One more, of that label, or of its own: NULL. 0 or -ENOMEM, with @fault filled. */
int mergelist_add(struct mergelist *list, const char *path, const char *label, struct fault *fault);
/* Those that the file at @path names, one a line, with a tab and a label behind it or without. */
int mergelist_read(struct mergelist *list, const char *path, struct fault *fault);
/*
 * All are there: gives those without a label that of their host, or their file's name, and deals
 * them to groups. 0, or a negative errno with @fault filled: there are none, or one is there twice.
 */
int mergelist_deal(struct mergelist *list, const struct progress *progress, struct fault *fault);
/* The label of a machine; of a run its path. */
const char *mergelist_name(const struct mergelist *list, uint32_t machine);
void mergelist_deinit(struct mergelist *list);

#endif /* MERGELIST_H */
