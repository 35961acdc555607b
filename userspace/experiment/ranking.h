/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ranking.h - which resources of a core limit a program: the cycles of more of each, and of sets of them
 *
 * The program runs once on the core as it is and, beside it, on one for each resource and weight.
 * Sets of resources that only gain together need further executions, of as many cores as there are sets
 * in question.
 */
#ifndef RANKING_H
#define RANKING_H

#include "analysis/places/rows.h"
#include "experiment.h"
#include "weighing.h"

#define RANKING_SETS	4		/* members of a set, by default */

enum ranking_engine {
	RANKING_FULL, RANKING_FAST, RANKING_UNNAMED
};

struct ranking {
	struct weighing weighing;
	struct experiment experiment;
	unsigned int engine;		/* enum ranking_engine */
	bool sets_asked;		/* members_most is the user's; 0: no sets */
	size_t members_most;
	bool code;			/* cycles of places are wanted, too */
	struct sensitivity sensitivity;	/* filled */
};

/*
 * Runs @program, of @argc words. Returns its exit status, 1 where cycles are missing, or a negative errno with
 * @fault filled. Where it left cycles of the core as it is, ranking_open() has its recording.
 */
int ranking_measure(struct ranking *ranking, int argc, char **program, struct fault *fault);
bool ranking_is_measured(const struct ranking *ranking);
/* The unchanged core, with notes on what is missing. 0, or a negative errno with @fault filled. */
int ranking_open(const struct ranking *ranking, struct recording *base, struct fault *fault);
/* Ranks all, and the @most places of code that gain or lose most. Returns as above. */
int ranking_finish(struct ranking *ranking, struct recording *base, enum rows_by by, size_t most,
		   struct fault *fault);
void ranking_deinit(struct ranking *ranking);

#endif /* RANKING_H */
