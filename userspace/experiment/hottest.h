/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hottest.h - the hottest causes of a program, which are known only when it has run
 */
#ifndef HOTTEST_H
#define HOTTEST_H

#include "analysis/causes/hotcauses.h"
#include "changes.h"
#include "experiment.h"

#define HOTTEST_MOST	16		/* causes: with each pair of them 138 lanes */

struct hottest {
	struct recording recording;	/* owns the objects' paths; it is open where causes were found */
	struct hotcauses causes;
	uint64_t instructions;
};

/*
 * The @most hottest causes of @program, of @argc words, on the core @base: one execution of
 * @experiment, which has begun. Returns 0 with zeroed @hottest filled, or a negative errno with
 * @fault filled; or above 0, without a profile, the status of the run, which has reported why.
 */
int hottest_find(struct hottest *hottest, struct experiment *experiment, const struct tea_params *base,
		 size_t most, int argc, char **program, struct fault *fault);
/* A change for each. 0, or a negative errno with @fault filled. */
int hottest_change(struct hottest *hottest, struct changes *changes, struct fault *fault);
void hottest_deinit(struct hottest *hottest);

#endif /* HOTTEST_H */
