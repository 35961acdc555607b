/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * counts.h - exact counts: executions and events of each static instruction
 *
 * Counts as of event counters (TEA section 5.3), and the lengths of stalls that no event
 * explains (section 3). An instruction that leaves the ROB twice, by a memory ordering
 * violation and then for good, is executed once, with the events of both times.
 */
#ifndef TEA_COUNTS_H
#define TEA_COUNTS_H

#include <stddef.h>

#include "spans.h"

#define TEA_COUNTS_STALL_MAX	256	/* cycles: longer stalls are counted as this long */

struct tea_counts_row {
	uint64_t pc;
	uint64_t executions;
	uint8_t class;			/* enum tea_class */
	uint64_t events[TEA_EVENTS_COUNT];
};

struct tea_counts {
	struct tea_counts_row *rows;	/* [site] */
	size_t capacity;
	uint64_t branches;		/* conditional ones and jumps */
	uint64_t conditional;
	uint64_t mispredicts;		/* of either */
	uint64_t with_events;		/* executions that had an event */
	uint64_t combined;		/* of these, more than one */
	uint64_t unexplained[TEA_COUNTS_STALL_MAX + 1];	/* stalls without event, by cycles */
	cycle_t now;			/* first cycle behind the last exit */
	bool failed;			/* memory ran out: contents are not complete */
};

int tea_counts_init(struct tea_counts *counts);
void tea_counts_deinit(struct tea_counts *counts);
void tea_counts_record(struct tea_counts *counts, const struct tea_retired *record);
/*
 * Add @executions of the instruction @site at @pc, as such and as branches, and nothing else.
 * Returns 0 or -ENOMEM.
 */
int tea_counts_executed(struct tea_counts *counts, uint32_t site, uint64_t pc, uint8_t class,
			uint64_t executions);
/* Add the counts of another thread, which has the same sites. */
void tea_counts_add(struct tea_counts *counts, const struct tea_counts *more);

#endif /* TEA_COUNTS_H */
