// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * runratio.c - from sums of windows to those of a run, by executions: see runratio.h
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "isa/op.h"
#include "runratio.h"

/* An instruction is rare that was met by windows of so many groups at most. */
#define RARE_GROUPS	4

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

/* Where code was replaced, several sites have one pc, as rows of cycles have it. */
static void unite(struct runratio_table *table)
{
	size_t count = 0;

	for (size_t i = 0; i < table->count; i++) {
		if (count && table->list[count - 1].pc == table->list[i].pc)
			table->list[count - 1].executions += table->list[i].executions;
		else
			table->list[count++] = table->list[i];
	}
	table->count = count;
}

int runratio_init(struct runratio_table *table, const struct tea_counts *counts)
{
	table->list = malloc((counts->capacity + 1) * sizeof(*table->list));
	table->pools = calloc(TEA_CLASSES_COUNT, sizeof(*table->pools));
	table->count = 0;
	if (!table->list || !table->pools) {
		runratio_deinit(table);
		return -ENOMEM;
	}
	for (size_t i = 0; i < counts->capacity; i++) {
		if (counts->rows[i].executions)
			table->list[table->count++] = (struct runratio_executed){
				.pc = counts->rows[i].pc, .executions = counts->rows[i].executions,
				.class = counts->rows[i].class,
			};
	}
	qsort(table->list, table->count, sizeof(*table->list), compare_pcs);
	unite(table);
	return 0;
}

void runratio_deinit(struct runratio_table *table)
{
	free(table->list);
	free(table->pools);
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

static bool is_rare(const struct runratio_executed *at)
{
	unsigned int groups = 0;

	for (unsigned int i = 0; i < RUNRATIO_GROUPS; i++)
		groups += at->sums.of[i] != 0;
	return groups <= RARE_GROUPS;
}

/* Of its executions in the run: the order of magnitude, in powers of two. */
static unsigned int magnitude(const struct runratio_executed *at)
{
	return 63 - (unsigned int)__builtin_clzll(at->executions);
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a < b ? b - a : a - b;
}

/* Is @donor better for @at than what it has? */
static bool is_better(const struct runratio_executed *at, const struct runratio_executed *donor)
{
	const struct runratio_executed *other = at->donor;
	uint64_t far, other_far;

	if (!other)
		return true;
	far = distance(magnitude(at), magnitude(donor));
	other_far = distance(magnitude(at), magnitude(other));
	if (far != other_far)
		return far < other_far;
	return distance(at->pc, donor->pc) < distance(at->pc, other->pc);
}

/* From instruction to instruction, those before it in this direction are its nearest. */
static void look(struct runratio_table *table, bool forward)
{
	const struct runratio_executed *last[TEA_CLASSES_COUNT][RUNRATIO_MAGNITUDES] = { 0 };

	for (size_t i = 0; i < table->count; i++) {
		struct runratio_executed *at = &table->list[forward ? i : table->count - 1 - i];
		const struct runratio_executed **donors = last[at->class];

		if (at->parts && is_rare(at))
			donors[magnitude(at)] = at;
		for (unsigned int k = 0; k < RUNRATIO_MAGNITUDES && !at->sum; k++)
			if (donors[k] && is_better(at, donors[k]))
				at->donor = donors[k];
	}
}

void runratio_impute(struct runratio_table *table)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct runratio_executed *at = &table->list[i];

		if (at->sum && is_rare(at))
			runratio_add(&table->pools[at->class][magnitude(at)].executions, &at->sums);
	}
	look(table, true);
	look(table, false);
	for (size_t i = 0; i < table->count; i++) {
		struct runratio_executed *at = &table->list[i];

		if (at->donor)
			at->pool = &table->pools[at->class][magnitude(at->donor)];
	}
}

void runratio_spend(struct runratio_table *table, uint64_t pc, const struct runratio_sums *parts)
{
	struct runratio_executed *at = runratio_find(table, pc);

	if (!at || !at->sum)
		return;
	at->parts += runratio_sum(parts);
	if (is_rare(at))
		runratio_add(&table->pools[at->class][magnitude(at)].parts, parts);
}

uint64_t runratio_scale(uint64_t parts, uint64_t sum, uint64_t all)
{
	return (uint64_t)(((unsigned __int128)parts * all + sum / 2) / sum);
}

/* What all of @at costs, without a @group; or with all groups, if that is none. */
static uint64_t cost_of_imputed(const struct runratio_executed *at, unsigned int group)
{
	const struct runratio_pool *pool = at->pool;
	uint64_t executions = runratio_sum(&pool->executions), parts = runratio_sum(&pool->parts);

	if (group < RUNRATIO_GROUPS) {
		executions -= pool->executions.of[group];
		parts -= pool->parts.of[group];
	}
	return executions ? runratio_scale(parts, executions, at->executions) : 0;
}

/* Of @parts of the donor's, for @at. */
static uint64_t impute(uint64_t parts, const struct runratio_executed *at,
		       int64_t deviations[RUNRATIO_GROUPS])
{
	const uint64_t all = runratio_scale(parts, at->donor->parts, cost_of_imputed(at, RUNRATIO_GROUPS));

	for (unsigned int i = 0; i < RUNRATIO_GROUPS; i++)
		deviations[i] = (int64_t)(runratio_scale(parts, at->donor->parts, cost_of_imputed(at, i)) - all);
	return all;
}

uint64_t runratio_estimate(const struct runratio_sums *sums, const struct runratio_executed *at,
			   int64_t deviations[RUNRATIO_GROUPS])
{
	const uint64_t parts = runratio_sum(sums);
	const bool executed = at && at->sum;
	const uint64_t all = executed ? runratio_scale(parts, at->sum, at->executions) : parts;

	if (at && at->donor)
		return impute(parts, at, deviations);
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
