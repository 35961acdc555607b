/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * issues.h - how many operations issue in each cycle: counted in any order, taken in that of time
 *
 * A ring of counts from the first cycle that is not over, as long as the farthest one has needed;
 * cycles without any are passed over eight at a time. O(1) amortised for each operation, but
 * for the cycles in which one issues.
 */
#ifndef TEA_ISSUES_H
#define TEA_ISSUES_H

#include <string.h>

#include "time/cycles.h"

#define TEA_ISSUES_WORD		sizeof(uint64_t)	/* counts in a word */

struct tea_issues {
	uint8_t *counts;		/* [cycle & mask]; 0 of those that are over */
	uint64_t mask;
	cycle_t now;			/* earlier cycles are over */
};

/* Cycles before @now are over. Returns 0 or -ENOMEM. */
int tea_issues_init(struct tea_issues *issues, cycle_t now);
void tea_issues_deinit(struct tea_issues *issues);

/* Nothing issues in cycle @now or later so far. */
static inline void tea_issues_restart(struct tea_issues *issues, cycle_t now)
{
	memset(issues->counts, 0, issues->mask + 1);
	issues->now = now;
}

/* Whether the count of @cycle is in the ring. */
static inline bool tea_issues_has(const struct tea_issues *issues, cycle_t cycle)
{
	return cycle - issues->now <= issues->mask;
}

/* One more in @cycle, which is in the ring. */
static inline void tea_issues_count(struct tea_issues *issues, cycle_t cycle)
{
	issues->counts[cycle & issues->mask]++;
}

/*
 * One more in @cycle, which is not: it is over, and counts in the first that is not, or the
 * ring has to grow. Returns 0 or -ENOMEM.
 */
int tea_issues_count_far(struct tea_issues *issues, cycle_t cycle);

/* The first cycle from @cycle on, one that is not over, in which something issues; else @end. */
static inline cycle_t tea_issues_next(const struct tea_issues *issues, cycle_t cycle, cycle_t end)
{
	uint64_t word;

	for (; cycle < end && !issues->counts[cycle & issues->mask]; cycle++) {
		if (cycle % TEA_ISSUES_WORD)
			continue;
		memcpy(&word, &issues->counts[cycle & issues->mask], sizeof(word));
		if (!word)
			cycle += TEA_ISSUES_WORD - 1;
	}
	return cycle < end ? cycle : end;
}

/* How many issue in @cycle: asked once, in the order of time. */
static inline uint32_t tea_issues_take(struct tea_issues *issues, cycle_t cycle)
{
	uint8_t *count = &issues->counts[cycle & issues->mask], taken = *count;

	*count = 0;
	return taken;
}

#endif /* TEA_ISSUES_H */
