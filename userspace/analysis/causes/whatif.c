// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * whatif.c - gains of changes, alone and together; see whatif.h
 */
#include "whatif.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/places/chance.h"

/* Of estimates: by all windows, or 1 + i: without those of group i. */
#define BY_ALL		0
#define GROUPS_LEAST	2		/* fewer do not differ */

static bool has_shapley(size_t count, enum whatif_extent extent)
{
	return extent == WHATIF_PAIRS && count >= 2 && count <= WHATIF_SHAPLEY_MOST;
}

static uint64_t all_of(size_t count)
{
	return UINT64_MAX >> (WHATIF_MOST - count);
}

/* All sets of @size changes from number @first on, with @members. */
static void add_sets(struct whatif *whatif, size_t size, size_t first, uint64_t members)
{
	if (!size) {
		whatif->sets[whatif->sets_count++] = (struct whatif_set){ .members = members };
		return;
	}
	for (size_t i = first; i < whatif->count; i++)
		add_sets(whatif, size - 1, i + 1, members | 1ULL << i);
}

int whatif_init(struct whatif *whatif, size_t count, enum whatif_extent extent)
{
	bool shapley = has_shapley(count, extent), all = extent == WHATIF_PAIRS_AND_ALL && count > 2;
	size_t largest = shapley ? count : extent == WHATIF_ALONE ? 1 : 2;
	size_t room = shapley ? 1ULL << count : 2 + count + count * (count + 1) / 2;

	*whatif = (struct whatif){ .count = count, .extent = extent };
	whatif->changes = calloc(count + 1, sizeof(*whatif->changes));
	whatif->sets = calloc(room, sizeof(*whatif->sets));
	if (!whatif->changes || !whatif->sets) {
		whatif_deinit(whatif);
		return -ENOMEM;
	}
	for (size_t size = 0; size <= largest && size <= count; size++)
		add_sets(whatif, size, 0, 0);
	if (all)
		whatif->sets[whatif->sets_count++] = (struct whatif_set){ .members = all_of(count) };
	return 0;
}

void whatif_deinit(struct whatif *whatif)
{
	for (size_t i = 0; i < whatif->sets_count; i++)
		free(whatif->sets[i].failure);
	free(whatif->sets);
	free(whatif->changes);
	*whatif = (struct whatif){ 0 };
}

const struct whatif_set *whatif_find(const struct whatif *whatif, uint64_t members)
{
	for (size_t i = 0; i < whatif->sets_count; i++)
		if (whatif->sets[i].members == members)
			return &whatif->sets[i];
	return NULL;
}

const struct whatif_set *whatif_all(const struct whatif *whatif)
{
	return whatif->count ? whatif_find(whatif, all_of(whatif->count)) : NULL;
}

static double cycles_of(const struct whatif_set *set, unsigned int by)
{
	return (double)set->cycles + (by ? (double)set->deviations.of[by - 1] : 0);
}

static double speedup_of(const struct whatif *whatif, const struct whatif_set *set, unsigned int by)
{
	return cycles_of(&whatif->sets[0], by) / cycles_of(set, by);
}

bool whatif_speedup(const struct whatif *whatif, const struct whatif_set *set, double *speedup)
{
	if (whatif->sets[0].failure || set->failure || !set->cycles)
		return false;
	*speedup = speedup_of(whatif, set, BY_ALL);
	return true;
}

/* Of sets that all have cycles. */
static double interaction_of(const struct whatif *whatif, const struct whatif_set *set, unsigned int by)
{
	const double base = cycles_of(&whatif->sets[0], by);
	double gain = base - cycles_of(set, by);

	for (uint64_t rest = set->members; rest; rest &= rest - 1)
		gain -= base - cycles_of(whatif_find(whatif, rest & -rest), by);
	return gain;
}

bool whatif_interaction(const struct whatif *whatif, const struct whatif_set *set,
			int64_t *cycles)
{
	const struct whatif_set *base = &whatif->sets[0];
	int64_t sum = 0;

	if (base->failure || set->failure)
		return false;
	for (uint64_t rest = set->members; rest; rest &= rest - 1) {
		const struct whatif_set *alone = whatif_find(whatif, rest & -rest);

		if (!alone || alone->failure)
			return false;
		sum += (int64_t)(base->cycles - alone->cycles);
	}
	*cycles = (int64_t)(base->cycles - set->cycles) - sum;
	return true;
}

/* The part of all orders of @count changes in which @size others come before a given one. */
static double weight(size_t count, size_t size)
{
	double orders = (double)count;	/* of which place, and which others */

	for (size_t i = 1; i <= size; i++)
		orders *= (double)(count - i) / (double)i;
	return 1 / orders;
}

static double value_of(const struct whatif *whatif, size_t change, unsigned int by)
{
	double value = 0;

	for (size_t i = 0; i < whatif->sets_count; i++) {
		const struct whatif_set *before = &whatif->sets[i], *after;
		uint64_t members = before->members;

		if (members >> change & 1)
			continue;
		after = whatif_find(whatif, members | 1ULL << change);
		value += weight(whatif->count, (size_t)__builtin_popcountll(members)) *
			 (cycles_of(before, by) - cycles_of(after, by));
	}
	return value;
}

bool whatif_shapley(const struct whatif *whatif, double values[WHATIF_SHAPLEY_MOST])
{
	if (!has_shapley(whatif->count, whatif->extent))
		return false;
	for (size_t i = 0; i < whatif->sets_count; i++)
		if (whatif->sets[i].failure)
			return false;
	for (size_t i = 0; i < whatif->count; i++)
		values[i] = value_of(whatif, i, BY_ALL);
	return true;
}

/* Half of the interval of the amount @all, which is @without[i] without group i. */
static double jackknife(double all, const double *without, unsigned int groups)
{
	double squares = 0;

	if (groups < GROUPS_LEAST)
		return HUGE_VAL;
	for (unsigned int i = 0; i < groups; i++)
		squares += (without[i] - all) * (without[i] - all);
	return isfinite(squares) ? chance_errors(groups) * chance_error(squares, groups) : HUGE_VAL;
}

/* Of the amount that @of tells. */
static double margin_of(const struct whatif *whatif, const struct whatif_set *set,
			double (*of)(const struct whatif *whatif, const struct whatif_set *set, unsigned int by))
{
	const unsigned int groups = whatif->sets[0].deviations.groups;
	double without[TEA_PLAN_GROUPS];

	for (unsigned int i = 0; i < groups; i++)
		without[i] = of(whatif, set, 1 + i);
	return jackknife(of(whatif, set, BY_ALL), without, groups);
}

double whatif_cycles_margin(const struct whatif_set *set)
{
	double without[TEA_PLAN_GROUPS];

	for (unsigned int i = 0; i < set->deviations.groups; i++)
		without[i] = cycles_of(set, 1 + i);
	return jackknife(cycles_of(set, BY_ALL), without, set->deviations.groups);
}

double whatif_speedup_margin(const struct whatif *whatif, const struct whatif_set *set)
{
	return margin_of(whatif, set, speedup_of);
}

double whatif_interaction_margin(const struct whatif *whatif, const struct whatif_set *set)
{
	return margin_of(whatif, set, interaction_of);
}

void whatif_shapley_margins(const struct whatif *whatif, double margins[WHATIF_SHAPLEY_MOST])
{
	const unsigned int groups = whatif->sets[0].deviations.groups;
	double without[TEA_PLAN_GROUPS];

	for (size_t change = 0; change < whatif->count; change++) {
		for (unsigned int i = 0; i < groups; i++)
			without[i] = value_of(whatif, change, 1 + i);
		margins[change] = jackknife(value_of(whatif, change, BY_ALL), without, groups);
	}
}

bool whatif_is_sure(const struct whatif *whatif, const struct whatif_set *set)
{
	double speedup;

	return !whatif_is_sampled(whatif) || (whatif_speedup(whatif, set, &speedup) &&
	       fabs(speedup - 1) > whatif_speedup_margin(whatif, set));
}
