/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_explain.h - tea sim --explain: a profile with the worth of its hottest causes
 *
 * What these are is known only when the program has run, so it is run twice: the first time alone,
 * the second with lanes without each of the causes, each two of them, and all.
 */
#ifndef SIM_EXPLAIN_H
#define SIM_EXPLAIN_H

#include "options.h"
#include "experiment/sim_region.h"

#define SIM_EXPLAIN_MOST	16	/* causes: with each two of them 138 lanes */

struct sim_explain {
	const char *output, *period;
	const char *observers, *sysroot, *core;	/* or NULL */
	const struct wordlist *knobs;	/* of --set */
	const struct sim_region *region;
	size_t most;				/* causes */
};

/*
 * Runs @program, of @argc words. Returns its exit status, 1 where a lane failed, or a negative
 * errno with @fault filled.
 */
int sim_explain(const struct sim_explain *explain, int argc, char **program,
		struct fault *fault);

#endif /* SIM_EXPLAIN_H */
