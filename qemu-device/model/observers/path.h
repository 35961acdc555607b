/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * path.h - the critical path: the one chain of waits that decides when the last operation commits
 *
 * Each point in time depends on the one that it waited for last (time/pathedges.h). Followed back from
 * the last commit, that is one chain to the beginning, and its edges are as long as the run:
 *
 *	0 --- fetch --- decode --- issue --- result --- issue --- ... --- commit, and its cycle
 *	                                       \--- issue ---		(nothing waits for it)
 *
 * The results are sums of the edges: cycles by cause and static instruction, and how often each
 * latency is in them. An edge belongs to the operation at its end. Edges go forward in time except
 * where a result is there before its write-back; so a sum can be less than 0, if a latency is less
 * than that of reading registers.
 *
 * The future decides which points are on the path, so all chains are kept that it can go on from: a
 * tree, with an edge in each node. When the memory for nodes is full, nodes that nothing leads to
 * any more are dropped. A point can be waited for as long as its operation or request is in flight:
 * one that is older than the last fetch, and more than TEA_PATH_MARGIN cycles, is dropped. The
 * common beginning of all chains is added to the sums. Chains that never meet, as two recurrences
 * of the same length, cannot be added up; but between two forks the order of edges does not matter,
 * so those of the same cause and instruction become one. So memory is needed for the points in
 * flight, each with a sum for each pair of cause and instruction that is met, however long the run.
 * Most often a few hundred nodes are left.
 *
 * Amortised O(1) for an edge.
 */
#ifndef TEA_PATH_H
#define TEA_PATH_H

#include <stdbool.h>

#include "model.h"
#include "time/pathedges.h"

#define TEA_PATH_MARGIN	65536	/* cycles */

/* A point in time, and the last node of the chain that led to it. */
struct tea_path_point {
	cycle_t at;			/* UINT64_MAX: there is none */
	uint32_t node;
};

struct tea_path_node {
	uint32_t from;			/* the node before it; 0: the sums, and the beginning */
	uint32_t site;			/* of the operation */
	int64_t cycles;
	uint8_t cause;			/* enum tea_edges_cause */
	uint8_t knob;			/* enum tea_edges_knob */
	int32_t times;			/* how often that is in the cycles */
};

struct tea_path_row {
	int64_t cycles[TEA_EDGES_CAUSES_COUNT];
};

struct tea_path_sums {
	struct tea_path_row *rows;	/* [site] */
	size_t rows_count;
	int64_t times[TEA_EDGES_KNOBS_COUNT];
};

struct tea_path {
	struct tea_path_sums sums;	/* of the whole path, as of the last tea_path_cut() */
	cycle_t cycles;			/* the sum of all rows */
	uint64_t *pcs;			/* [site] */
	size_t pcs_count;
	bool failed;			/* memory ran out: contents are not complete */

	struct tea_path_sums common;	/* of the common beginning of all chains */
	struct tea_path_node *nodes;
	size_t nodes_count, nodes_size;
	struct tea_path_point *held;	/* [place] */
	size_t held_count;
	struct tea_path_point now, exit; /* the current point, the last commit */
	cycle_t fetched;		/* the last fetch */
	uint32_t site;			/* of the operation under way */
};

/* Returns 0 or -ENOMEM. */
int tea_path_init(struct tea_path *path);
void tea_path_deinit(struct tea_path *path);

/* The next record, which has edges. */
void tea_path_record(struct tea_path *path, const struct tea_retired *record);

/* Sum up to the commit of the last record. More records may come. O(nodes + rows). */
void tea_path_cut(struct tea_path *path);

/* Add the path of another thread, which has the same rows; both cut. */
void tea_path_add(struct tea_path *path, const struct tea_path *more);

#endif /* TEA_PATH_H */
