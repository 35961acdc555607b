// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * runratio.c - from sums of windows to those of a run, by executions: see runratio.h
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "runratio.h"

void runratio_add(struct runratio_sums *sums, const struct runratio_sums *more)
{
	for (unsigned int i = 0; i < RUNRATIO_GROUPS; i++)
		sums->of[i] += more->of[i];
}

uint64_t runratio_sum(const struct runratio_sums *sums)
{
	uint64_t sum = 0;

	for (unsigned int i = 0; i < RUNRATIO_GROUPS; i++)
		sum += sums->of[i];
	return sum;
}

static int compare_pcs(const void *left, const void *right)
{
	const struct runratio_executed *a = left, *b = right;

	return a->pc < b->pc ? -1 : a->pc > b->pc;
}

int runratio_init(struct runratio_table *table, const struct tea_counts *counts)
{
	table->list = malloc((counts->capacity + 1) * sizeof(*table->list));
	table->count = 0;
	if (!table->list)
		return -ENOMEM;
	for (size_t i = 0; i < counts->capacity; i++) {
		if (counts->rows[i].executions)
			table->list[table->count++] = (struct runratio_executed){
				.pc = counts->rows[i].pc, .executions = counts->rows[i].executions,
			};
	}
	qsort(table->list, table->count, sizeof(*table->list), compare_pcs);
	return 0;
}

void runratio_deinit(struct runratio_table *table)
{
	free(table->list);
}

struct runratio_executed *runratio_find(const struct runratio_table *table, uint64_t pc)
{
	const struct runratio_executed key = { .pc = pc };

	return bsearch(&key, table->list, table->count, sizeof(key), compare_pcs);
}

void runratio_meet(struct runratio_table *table, uint64_t pc, const struct runratio_sums *sums)
{
	struct runratio_executed *at = runratio_find(table, pc);

	if (!at)
		return;
	runratio_add(&at->sums, sums);
	at->sum = runratio_sum(&at->sums);
}

uint64_t runratio_scale(uint64_t parts, uint64_t sum, uint64_t all)
{
	return (uint64_t)(((unsigned __int128)parts * all + sum / 2) / sum);
}

uint64_t runratio_estimate(const struct runratio_sums *sums, const struct runratio_executed *at,
			   int64_t deviations[RUNRATIO_GROUPS])
{
	const uint64_t parts = runratio_sum(sums);
	const bool executed = at && at->sum;
	const uint64_t all = executed ? runratio_scale(parts, at->sum, at->executions) : parts;

	for (unsigned int i = 0; i < RUNRATIO_GROUPS; i++) {
		const uint64_t left = parts - sums->of[i];
		uint64_t without;

		if (executed && at->sum == at->sums.of[i])
			without = 0;	/* no other group has met it: nothing would be known */
		else if (executed)
			without = runratio_scale(left, at->sum - at->sums.of[i], at->executions);
		else
			without = left * RUNRATIO_GROUPS / (RUNRATIO_GROUPS - 1);
		deviations[i] = (int64_t)(without - all);
	}
	return all;
}
