/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * callgrind.h - data of callgrind's format: own costs by instruction, and call edges
 *
 * An edge is an instruction that calls a function, with all cycles spent below it. On a
 * path that runs through the same edge twice (recursion) its cycles count once.
 */
#ifndef CALLGRIND_H
#define CALLGRIND_H

#include "analysis/calls/calltree.h"
#include "export.h"

struct callgrind_edge {
	uint32_t caller;		/* frame of the tree */
	uint32_t callee;		/* function of the tree */
	uint32_t path;			/* node whose stack was counted last */
};

struct callgrind {
	struct calltree tree;		/* of instructions */
	struct pics self;		/* by frame */
	struct pics below;		/* by edge */
	struct callgrind_edge *edges;
	size_t edges_count;
	uint32_t *frames;		/* those of a function side by side, by address */
	uint32_t *calls;		/* edges in the order of their callers in frames */
	uint32_t *ranks;		/* of a frame: its position in frames */
	struct keyindex edge_index;
};

/* 0 or -ENOMEM. */
int callgrind_build(struct callgrind *callgrind, const struct export *export);
void callgrind_deinit(struct callgrind *callgrind);

#endif /* CALLGRIND_H */
