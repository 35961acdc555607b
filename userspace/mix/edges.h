/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * edges.h - how often control went from one instruction to another, by branch records
 *
 * Only transfers are edges: a branch that was not taken has none. Each record of a stack stands for
 * as many taken branches as any other, so that records of taken branches sum to the branches that
 * the samples stand for; traps and their returns, which samples do not count, are edges, too.
 */
#ifndef EDGES_H
#define EDGES_H

#include "recording/recording.h"

/* Zeroed memory has none. */
struct edges {
	struct recording_edge *items;	/* by thread, source and target; branches: times it was taken */
	size_t count;
};

/* 0 or -ENOMEM. */
int edges_init(struct edges *edges, struct recording *recording);
void edges_deinit(struct edges *edges);

#endif /* EDGES_H */
