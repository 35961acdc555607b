/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * profile.h - the profile of a user program, as `tea sim` leaves it: JSON
 *
 * {"tea_profile":1, "unit":"cycles", "parts_per_cycle":12, "command":[...],
 *  "config":{"core":"..",knob:value,...}, "period":N, "total_cycles":N, "instructions":N,
 *  "samples":N, "lost":0, "threads":N,
 *  "mappings":[{"start":"0x..","end":"0x..","offset":"0x..","path":".."},...],
 *  "golden":[["0xpc",psv,state,privilege,parts],...],	exact
 *  "tea":[["0xpc",psv,state,privilege,parts],...]}	samples times the period
 */
#ifndef TEA_PROFILE_H
#define TEA_PROFILE_H

#include "golden.h"
#include "mappings.h"
#include "params.h"

struct profile_rows {
	struct tea_golden_row *rows;
	size_t count;
};

struct profile {
	const struct tea_params *params;
	const struct mappings *mappings;
	char **command;			/* NULL at the end */
	uint64_t period, cycles, instructions, samples;
	unsigned int threads;
	struct profile_rows golden, tea;	/* sorted by key */
};

/* Add @golden's rows; returns 0 or -ENOMEM. */
int profile_rows_add(struct profile_rows *rows, const struct tea_golden *golden);
/* Sort by key and join rows of equal key, which threads bring. */
void profile_rows_join(struct profile_rows *rows);

/* Write @path in one rename. Returns 0, or a negative errno. */
int profile_write(const struct profile *profile, const char *path);

#endif /* TEA_PROFILE_H */
