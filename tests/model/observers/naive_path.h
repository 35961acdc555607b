/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * naive_path.h - the critical path from the whole graph: all points are kept, and the last commit's
 * chain is walked back
 */
#ifndef TEA_TEST_NAIVE_PATH_H
#define TEA_TEST_NAIVE_PATH_H

#include "model.h"
#include "time/pathedges.h"

#define NAIVE_PATH_SITES	4096

struct naive_path_point;

struct naive_path {
	struct naive_path_point *points;	/* number 0: the beginning */
	size_t count, size;
	size_t *held;			/* [place]: number of a point, and one more; 0: none */
	size_t held_count;
	size_t now, exit;
	size_t lost;			/* went on from a place that nothing has been kept at, behind
					 * the first commit */
	/* as of naive_path_walk(): */
	int64_t cycles[NAIVE_PATH_SITES][TEA_EDGES_CAUSES_COUNT];
	int64_t times[TEA_EDGES_KNOBS_COUNT];
	int64_t sum;
};

/* It is large: the caller's is all 0, and so it is again afterwards. */
void naive_path_deinit(struct naive_path *naive);
void naive_path_record(struct naive_path *naive, const struct tea_retired *record);
/* Walk back from the commit of the last record. */
void naive_path_walk(struct naive_path *naive);

#endif /* TEA_TEST_NAIVE_PATH_H */
