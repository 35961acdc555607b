// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * whatif.c - gains of changes, alone and together; see whatif.h
 */
#include "whatif.h"

#include <errno.h>
#include <stdlib.h>

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

bool whatif_speedup(const struct whatif *whatif, const struct whatif_set *set, double *speedup)
{
	const struct whatif_set *base = &whatif->sets[0];

	if (base->failure || set->failure || !set->cycles)
		return false;
	*speedup = (double)base->cycles / (double)set->cycles;
	return true;
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

static double value_of(const struct whatif *whatif, size_t change)
{
	double value = 0;

	for (size_t i = 0; i < whatif->sets_count; i++) {
		const struct whatif_set *before = &whatif->sets[i], *after;
		uint64_t members = before->members;

		if (members >> change & 1)
			continue;
		after = whatif_find(whatif, members | 1ULL << change);
		value += weight(whatif->count, (size_t)__builtin_popcountll(members)) *
			 ((double)before->cycles - (double)after->cycles);
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
		values[i] = value_of(whatif, i);
	return true;
}
