// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * setsearch.c - the few resources that together gain nearly what all gain; see setsearch.h
 *
 * Each step begins at the beginning, with all measurements so far, and goes on until one is
 * missing. So there is no state but the measurements.
 */
#include "setsearch.h"

#include <errno.h>
#include <stdlib.h>

static struct setsearch_set *find(const struct setsearch *search, uint64_t members)
{
	for (size_t i = 0; i < search->count; i++)
		if (search->sets[i].members == members)
			return &search->sets[i];
	return NULL;
}

/* Asks for the set, if that was not done. Returns whether it has been measured. */
static bool need(struct setsearch *search, uint64_t members)
{
	const struct setsearch_set *set = find(search, members);
	struct setsearch_set *grown;

	if (set)
		return set->measured;
	if (search->count == search->room) {
		grown = reallocarray(search->sets, 2 * search->room, sizeof(*grown));
		if (!grown) {
			search->failed = true;
			return false;
		}
		search->sets = grown;
		search->room *= 2;
	}
	search->sets[search->count++] = (struct setsearch_set){ .members = members };
	return false;
}

int setsearch_init(struct setsearch *search, uint64_t candidates, size_t most)
{
	*search = (struct setsearch){ .candidates = candidates, .most = most, .room = 128 };
	search->sets = calloc(search->room, sizeof(*search->sets));
	if (!search->sets)
		return -ENOMEM;
	need(search, 0);
	if (candidates)
		need(search, candidates);
	for (uint64_t rest = candidates; rest; rest &= rest - 1)
		need(search, rest & -rest);
	return search->failed ? -ENOMEM : 0;
}

void setsearch_deinit(struct setsearch *search)
{
	for (size_t i = 0; i < search->count; i++)
		free(search->sets[i].failure);
	free(search->sets);
	*search = (struct setsearch){ 0 };
}

const struct setsearch_set *setsearch_find(const struct setsearch *search, uint64_t members)
{
	return find(search, members);
}

double setsearch_gain(const struct setsearch *search, uint64_t members)
{
	const struct setsearch_set *none = &search->sets[0], *set = find(search, members);

	if (!set || !set->measured)
		return 0;
	return (double)none->cycles - (double)set->cycles;
}

bool setsearch_enough(const struct setsearch *search, uint64_t members)
{
	return setsearch_gain(search, members) >=
	       SETSEARCH_SHARE * setsearch_gain(search, search->candidates);
}

/* The one that @set gains most with; where several do, the one that all others miss most. */
static uint64_t find_best(const struct setsearch *search, uint64_t set)
{
	const uint64_t all = search->candidates;
	uint64_t best = 0;

	for (uint64_t rest = all & ~set; rest; rest &= rest - 1) {
		uint64_t one = rest & -rest;
		double more = setsearch_gain(search, set | one) - setsearch_gain(search, set | best);
		double missed = setsearch_gain(search, all & ~best) - setsearch_gain(search, all & ~one);

		if (!best || more > 0 || (more == 0 && missed > 0))
			best = one;
	}
	return best;
}

/* Resources without which the others fall short, @most at most: those missed most. */
static bool find_required(struct setsearch *search)
{
	const uint64_t all = search->candidates;
	bool known = true;

	for (uint64_t rest = all; rest; rest &= rest - 1)
		known &= need(search, all & ~(rest & -rest));
	if (!known)
		return false;
	search->required = 0;
	for (uint64_t rest = all; rest; rest &= rest - 1)
		if (!setsearch_enough(search, all & ~(rest & -rest)))
			search->required |= rest & -rest;
	while ((size_t)__builtin_popcountll(search->required) > search->most) {
		uint64_t least = search->required & -search->required;

		for (uint64_t rest = search->required; rest; rest &= rest - 1)
			if (setsearch_gain(search, all & ~(rest & -rest)) >
			    setsearch_gain(search, all & ~least))
				least = rest & -rest;
		search->required &= ~least;
	}
	return true;
}

/* From @set on. Returns whether it is known to the end. */
static bool add(struct setsearch *search, uint64_t *set, uint64_t *last)
{
	while (*set != search->candidates &&
	       (size_t)__builtin_popcountll(*set) < search->most) {
		bool known = need(search, *set);

		if (known && *set && setsearch_enough(search, *set))
			return true;
		for (uint64_t rest = search->candidates & ~*set; rest; rest &= rest - 1)
			known &= need(search, *set | (rest & -rest));
		if (!known)
			return false;
		*last = find_best(search, *set);
		*set |= *last;
	}
	return need(search, *set);
}

/* Drops added resources that are not needed. The last one is: without it the set fell short. */
static bool drop(struct setsearch *search, uint64_t *set, uint64_t last)
{
	for (;;) {
		uint64_t dropped = 0;
		bool known = true;

		for (uint64_t rest = *set & ~search->required & ~last; rest; rest &= rest - 1)
			known &= need(search, *set & ~(rest & -rest));
		if (!known)
			return false;
		for (uint64_t rest = *set & ~search->required & ~last; rest; rest &= rest - 1) {
			uint64_t one = rest & -rest;

			if (setsearch_enough(search, *set & ~one) &&
			    (!dropped || setsearch_gain(search, *set & ~one) >
			     setsearch_gain(search, *set & ~dropped)))
				dropped = one;
		}
		if (!dropped)
			return true;
		*set &= ~dropped;
	}
}

/* The one that gains most alone, if it is enough. */
static uint64_t find_single(const struct setsearch *search)
{
	uint64_t best = find_best(search, 0);

	return setsearch_enough(search, best) ? best : 0;
}

bool setsearch_step(struct setsearch *search)
{
	const struct setsearch_set *none = &search->sets[0];
	uint64_t set, last = 0;

	if (!search->candidates || !search->most || search->failed || search->chosen)
		return false;
	for (size_t i = 0; i < search->count; i++) {
		if (!search->sets[i].measured)
			return true;
		search->failed |= search->sets[i].failure != NULL;
	}
	if (search->failed)
		return false;
	if (setsearch_gain(search, search->candidates) < SETSEARCH_LEAST * (double)none->cycles)
		return false;
	set = find_single(search);
	if (!set) {
		if (!find_required(search))
			return !search->failed;
		set = search->required;
		if (!add(search, &set, &last) ||
		    (setsearch_enough(search, set) && !drop(search, &set, last)))
			return !search->failed;
	}
	search->chosen = set;
	return false;
}
