/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * screening.h - the resources for the full model to measure, if it cannot measure all
 *
 * Each resource with two weights, and the sets, are some 150 cores and as many times a plain run.
 * The fast engine has all of them in one run of about four, at the weight by which each is ranked;
 * the full model measures those that gain most there. If a resource limits a loop, that one is
 * found in 446 of 485 cases (docs/results/gains.md).
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
 * Runs the program, and leaves in @weighing the resources that gain most, in its order, and the
 * names of all others as unmeasured. Returns 0; the status of a run that failed, which has reported
 * why; or a negative errno with @fault filled.
 */
int screening_run(struct weighing *weighing, struct experiment *experiment, int argc, char **program,
	       struct fault *fault);

#endif /* SCREENING_H */
