/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * runtime.h - the length of a run of tea sim, in runs on one core
 *
 * With the full engine a core beside others takes as long as one alone, without executing the
 * program; with the fast engine a team of 32 takes as long as two. As many cores run at a time as
 * there are processors. docs/sensitivity.md has the measurements; a program that misses its caches
 * all the time can take half as long again.
 */
#ifndef RUNTIME_H
#define RUNTIME_H

#include <stdbool.h>
#include <stddef.h>

#define RUNTIME_LONG	5		/* slower runs are announced */

struct runtime_lanes {
	size_t count;			/* 0: one core alone */
	bool fast;
};

/* As the processors see it. */
double runtime_work(const struct runtime_lanes *lanes);
/* As the user sees it. */
double runtime_of(const struct runtime_lanes *lanes);

#endif /* RUNTIME_H */
