/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perfcounts.h - the counts of perf stat, in its format for programs: a line for each event
 *
 * It reads "perf stat -x SEPARATOR -o FILE", all threads together:
 *
 *	# started on Thu Jan  1 00:00:00 2026
 *
 *	377926.50;cycles;tea/commit_base/;919800;100.00;;
 *	<not counted>;cycles;tea/issue_base/;0;0.00;;
 *
 * The separator is none that numbers have in any locale: perf writes the decimal point of
 * its own. JSON would not do, which that point can make invalid.
 */
#ifndef PERFCOUNTS_H
#define PERFCOUNTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/fault.h"

#define PERFCOUNTS_SEPARATOR	";"

enum perfcount_state {
	PERFCOUNT_COUNTED,
	PERFCOUNT_NOT_COUNTED,		/* it never had its turn */
	PERFCOUNT_NOT_SUPPORTED,	/* there is no such counter */
};

struct perfcount {
	char event[128];		/* as given to perf, with its modifiers */
	enum perfcount_state state;
	double value;			/* in the event's unit: its count, scaled to all time */
	uint64_t running_ns;		/* how long it counted */
	double percent;			/* of the time that it was to count, up to 100 */
};

/* A text that the caller keeps, and the place in it. */
struct perfcounts {
	const char *at, *end;
	unsigned int line;
};

void perfcounts_init(struct perfcounts *counts, const char *text, size_t size);
/* The next event. 1; 0 behind the last one; or -EINVAL with @fault filled. */
int perfcounts_next(struct perfcounts *counts, struct perfcount *count, struct fault *fault);

#endif /* PERFCOUNTS_H */
