/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_region.h - the part of a run that tea sim profiles, as its options name it
 *
 *	--from PLACE	begin where PLACE is first reached (codeplace.h)
 *	--skip N	... N instructions later
 *	--limit N	end N instructions behind that
 *	--to PLACE	... or where PLACE is reached
 *	--warm all	what comes before it passes without time: caches and predictor are warm
 *	--warm N	... the last N instructions of what --skip skips do
 *	--sampled	random windows of all of the run
 *	--detail N	... percent of its instructions
 *	--seed N	... drawn by another seed
 */
#ifndef SIM_REGION_H
#define SIM_REGION_H

#include "codeplace.h"

struct sim_region {
	const char *from, *skip, *limit, *to, *warm;	/* NULL: not given */
	bool sampled;
	const char *detail, *seed;	/* the same */
};

#define SIM_REGION_DETAIL	"1"	/* percent */

/* 0, or a negative errno with @fault filled. */
int sim_region_check(const struct sim_region *region, struct fault *fault);

/* As a plan has them; NULL: not given. */
struct sim_region_words {
	char *from, *to;
	char *text;			/* all of them, for readers of the profile */
};

/* Zeroed @words are filled, as far as that goes. Likewise. */
int sim_region_find(struct sim_region_words *words, const struct sim_region *region,
		    const struct codeplace_program *program, struct fault *fault);
void sim_region_deinit(struct sim_region_words *words);

#endif /* SIM_REGION_H */
