/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profile.h - the profile of a user program, as `tea sim` leaves it: JSON
 *
 * {"tea_profile":1, "unit":"cycles", "parts_per_cycle":12, "command":[...],
 *  "config":{"core":"..",knob:value,...}, "observers":["golden",...], "period":N,
 *  "total_cycles":N, "instructions":N, "samples":N (TEA's), "lost":0, "threads":N,
 *  "mappings":[{"start":"0x..","end":"0x..","offset":"0x..","path":".."},...],
 *  "golden":[["0xpc",psv,state,privilege,parts],...],	exact
 *  "tea":[["0xpc",psv,state,privilege,parts],...],	samples times the period
 *  "ibs", "spe", "ris", "nci": as "tea", the state being 0,
 *  "thinned":{"tea":[["0xpc",psv,[parts of samples at period, 3 period, ...]],...],...}
 *             (without zeros at the end),
 *  "branches":N, "conditional_branches":N, "mispredicts":N,
 *  "counts":{"with_events":N, "combined":N, "unexplained":[stalls of 0, 1, ... cycles],
 *            "rows":[["0xpc","class",executions,[of each event]],...]}}
 *
 * Only what was observed is there. See the observers' headers for their meaning.
 */
#ifndef TEA_PROFILE_H
#define TEA_PROFILE_H

#include "mappings.h"
#include "observers.h"
#include "params.h"

struct profile_rows {
	struct tea_stacks_row *rows;
	size_t count;
};

/* What all threads observed together. */
struct profile {
	const struct tea_params *params;
	const struct mappings *mappings;
	char **command;			/* NULL at the end */
	unsigned int set;		/* of observers */
	uint64_t period, cycles, instructions;
	unsigned int threads;
	struct profile_rows golden, sampled[OBSERVERS_SAMPLERS];
	uint64_t samples[OBSERVERS_SAMPLERS];
	struct tea_thinning thinned[OBSERVERS_SAMPLERS];
	struct tea_counts counts;
};

/* Begin with nothing observed. @set must be that of all threads. 0 or -ENOMEM. */
int profile_init(struct profile *profile, unsigned int set);
void profile_deinit(struct profile *profile);

/* Add what a thread's @observers saw; returns 0 or -ENOMEM. */
int profile_add(struct profile *profile, const struct observers *observers);

/* Write @path in one rename, once all is added. Returns 0, or a negative errno. */
int profile_write(struct profile *profile, const char *path);

#endif /* TEA_PROFILE_H */
