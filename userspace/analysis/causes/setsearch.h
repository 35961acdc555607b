/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * setsearch.h - the few resources that together gain nearly what all of them gain
 *
 * In balanced code no resource alone gains anything: each hides behind the others. The search asks
 * for the cycles of sets, pass by pass, as many at once as it can; the caller measures them:
 *
 *	setsearch_init(&search, count, candidates, most);
 *	while (setsearch_step(&search))
 *		for each of search.sets without cycles: its cycles = measure(members);
 *	search.chosen is it
 *
 * The aim is SETSEARCH_SHARE of the gain of all. A resource without which the others fall short of
 * that is in every set that reaches it, as far as more never costs time. The search begins with
 * these, adds the one of largest gain until it is enough, and then drops superfluous ones. So it is
 * three or four passes if sets are small.
 */
#ifndef SETSEARCH_H
#define SETSEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SETSEARCH_SHARE	0.95		/* of the gain of all: enough */
#define SETSEARCH_LEAST	0.01		/* of all cycles: if all gain less, there is no set */

struct setsearch_set {
	uint64_t members;		/* a bit for each resource */
	uint64_t cycles;
	bool measured;
	char *failure;			/* measured, but there are no cycles: why. The search frees it */
};

struct setsearch {
	uint64_t candidates;
	size_t most;			/* members of the chosen set */
	struct setsearch_set *sets;	/* the first is of none, then of all, then each alone */
	size_t count, room;
	uint64_t required;		/* of the candidates, those that have to be there */
	uint64_t chosen;		/* 0: nothing is gained, or not known yet */
	bool failed;			/* out of memory, or a set has no cycles */
};

/* Sets of @candidates, of @most members. 0 or -ENOMEM. */
int setsearch_init(struct setsearch *search, uint64_t candidates, size_t most);
void setsearch_deinit(struct setsearch *search);

/* Whether there are sets to be measured before it can go on. False: it is at its end. */
bool setsearch_step(struct setsearch *search);

/* NULL: it was not asked for. */
const struct setsearch_set *setsearch_find(const struct setsearch *search, uint64_t members);
/* Cycles fewer than without any; 0 if it was not measured. */
double setsearch_gain(const struct setsearch *search, uint64_t members);
/* Is that enough of the gain of all? */
bool setsearch_enough(const struct setsearch *search, uint64_t members);

#endif /* SETSEARCH_H */
