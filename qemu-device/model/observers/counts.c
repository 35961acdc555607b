// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * counts.c - exact counts: see counts.h
 */
#include "counts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "siterows.h"

static int grow(struct tea_counts *counts, size_t least)
{
	struct tea_counts_row *rows =
		tea_siterows_grow(counts->rows, &counts->capacity, sizeof(*rows), least);

	if (!rows)
		return -ENOMEM;
	counts->rows = rows;
	return 0;
}

int tea_counts_init(struct tea_counts *counts)
{
	memset(counts, 0, sizeof(*counts));
	return grow(counts, 1);
}

void tea_counts_deinit(struct tea_counts *counts)
{
	free(counts->rows);
	counts->rows = NULL;
}

static void count_events(struct tea_counts *counts, struct tea_counts_row *row, uint16_t psv)
{
	unsigned int events = psv;

	counts->with_events++;
	counts->combined += (events & (events - 1)) != 0;
	for (; events; events &= events - 1)
		row->events[__builtin_ctz(events)]++;
}

/* Returns whether they are branches. */
static inline bool count_branches(struct tea_counts *counts, uint8_t class, uint64_t executions)
{
	switch (class) {
	case TEA_CLASS_BRANCH:
		counts->conditional += executions;
		break;
	case TEA_CLASS_JUMP:
	case TEA_CLASS_JUMP_REG:
		break;
	default:
		return false;
	}
	counts->branches += executions;
	return true;
}

static inline void count_branch(struct tea_counts *counts, const struct tea_retired *record)
{
	if (count_branches(counts, record->insn.class, 1))
		counts->mispredicts += (record->psv & TEA_PSV_FL_MB) != 0;
}

static inline void count_stall(struct tea_counts *counts, cycle_t cycles)
{
	counts->unexplained[cycles < TEA_COUNTS_STALL_MAX ? cycles : TEA_COUNTS_STALL_MAX]++;
}

/* The cycles up to its exit, if it is the first in that of its. */
static inline void count_stalls(struct tea_counts *counts, const struct tea_retired *record)
{
	const cycle_t commit = record->at[TEA_STAGE_COMMIT], now = counts->now;
	struct tea_gap gap;

	if (commit < now)
		return;
	counts->now = commit + 1;
	if (record->psv)
		return;
	gap = tea_gap_before(record, now);
	if (gap.stalled)
		count_stall(counts, gap.stalled);
	/* the cycle in which it leaves is one more */
	if (record->flags & TEA_RETIRED_EXCEPTION)
		count_stall(counts, 1);
}

void tea_counts_record(struct tea_counts *counts, const struct tea_retired *record)
{
	struct tea_counts_row *row;

	if (record->site >= counts->capacity && grow(counts, (size_t)record->site + 1)) {
		counts->failed = true;
		return;
	}
	row = &counts->rows[record->site];
	row->pc = record->pc;
	row->class = record->insn.class;
	row->executions += !(record->psv & TEA_PSV_FL_MO);
	count_branch(counts, record);
	count_stalls(counts, record);
	if (__builtin_expect(record->psv != 0, false))
		count_events(counts, row, record->psv);
}

int tea_counts_executed(struct tea_counts *counts, uint32_t site, uint64_t pc, uint8_t class,
			uint64_t executions)
{
	struct tea_counts_row *row;

	if (site >= counts->capacity && grow(counts, (size_t)site + 1)) {
		counts->failed = true;
		return -ENOMEM;
	}
	row = &counts->rows[site];
	row->pc = pc;
	row->class = class;
	row->executions += executions;
	count_branches(counts, class, executions);
	return 0;
}

static void add_row(struct tea_counts_row *row, const struct tea_counts_row *more)
{
	if (!more->executions)
		return;
	row->pc = more->pc;
	row->class = more->class;
	row->executions += more->executions;
	for (size_t i = 0; i < TEA_EVENTS_COUNT; i++)
		row->events[i] += more->events[i];
}

void tea_counts_add(struct tea_counts *counts, const struct tea_counts *more)
{
	counts->failed |= more->failed ||
			  (more->capacity > counts->capacity &&
			   grow(counts, more->capacity));
	if (counts->failed)
		return;
	for (size_t i = 0; i < more->capacity; i++)
		add_row(&counts->rows[i], &more->rows[i]);
	counts->branches += more->branches;
	counts->conditional += more->conditional;
	counts->mispredicts += more->mispredicts;
	counts->with_events += more->with_events;
	counts->combined += more->combined;
	for (size_t i = 0; i <= TEA_COUNTS_STALL_MAX; i++)
		counts->unexplained[i] += more->unexplained[i];
}
