/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sim_cores.h - the cores that a program is simulated on, by their options
 *
 * One core, by --core and --set; or several at once, lanes, each of which has these options and its
 * own: --lane NAME[:KNOB=VALUE,...], where `core` is a knob, too, and `observers`, with '+'
 * between; a comma within one of them is doubled.
 */
#ifndef SIM_CORES_H
#define SIM_CORES_H

#include <stdbool.h>

#include "base/fault.h"
#include "base/wordlist.h"
#include "plan.h"

struct sim_cores {
	const char *core;		/* --core, or NULL */
	struct wordlist knobs, texts;	/* --set and --lane, as they are given */
	bool parts;			/* of the fast engine, whose knobs can have decimals */
	struct tea_plan_core *items;	/* lanes; or one without a name */
	size_t count;
	char **owned;			/* the targets of the lanes' words */
};

/* Take the options apart. Returns 0, or a negative errno with @fault filled. */
int sim_cores_parse(struct sim_cores *cores, struct fault *fault);
void sim_cores_deinit(struct sim_cores *cores);

#endif /* SIM_CORES_H */
