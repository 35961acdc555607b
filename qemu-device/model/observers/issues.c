// SPDX-License-Identifier: GPL-2.0-or-later
/* issues.c - how many operations issue in each cycle: see issues.h */
#include "issues.h"

#include <errno.h>
#include <stdlib.h>

#define INITIAL_CYCLES	4096	/* a power of two, and of words */

int tea_issues_init(struct tea_issues *issues, cycle_t now)
{
	*issues = (struct tea_issues){
		.counts = calloc(INITIAL_CYCLES, sizeof(*issues->counts)),
		.mask = INITIAL_CYCLES - 1, .now = now,
	};
	return issues->counts ? 0 : -ENOMEM;
}

void tea_issues_deinit(struct tea_issues *issues)
{
	free(issues->counts);
}

/* Make room for the counts of all cycles from the first that is not over to @cycle. */
static int grow(struct tea_issues *issues, cycle_t cycle)
{
	uint64_t size = issues->mask + 1, bigger_size = size;
	uint8_t *bigger;

	while (cycle - issues->now >= bigger_size)
		bigger_size *= 2;
	bigger = calloc(bigger_size, sizeof(*bigger));
	if (!bigger)
		return -ENOMEM;
	for (cycle_t at = issues->now; at < issues->now + size; at++)
		bigger[at & (bigger_size - 1)] = issues->counts[at & issues->mask];
	free(issues->counts);
	issues->counts = bigger;
	issues->mask = bigger_size - 1;
	return 0;
}

int tea_issues_count_far(struct tea_issues *issues, cycle_t cycle)
{
	if (cycle < issues->now)
		cycle = issues->now;
	else if (grow(issues, cycle))
		return -ENOMEM;
	tea_issues_count(issues, cycle);
	return 0;
}
