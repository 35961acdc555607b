/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * screening.h - which resources the full model is to measure, where it cannot measure all
 *
 * Each resource with two weights, and the sets, are some 150 cores and as many times a plain run. The fast
 * engine has all of them in one run of about four, at the weight by which each is ranked; those that gain
 * most there are measured. Where a resource limits a loop it finds that one in 459 of 491 cases
 * (docs/results/loops.md).
 */
#ifndef SCREENING_H
#define SCREENING_H

#include "experiment.h"
#include "weighing.h"

/* Cores of the full model: with the fast engine's run that is less than 20 plain runs. */
#define SCREENING_CORES	15

/* Are there more than that? Vectors the fast engine does not know. */
bool screening_helps(const struct weighing *weighing);
/*
 * Runs the program, and leaves in @weighing what gains most, in its order, and the names of all others as
 * unmeasured. Returns 0; the status of a run that failed, which has told why; or a negative errno with
 * @fault filled.
 */
int screening_run(struct weighing *weighing, struct experiment *experiment, int argc, char **program,
	       struct fault *fault);

#endif /* SCREENING_H */
