/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * whatif.h - gains of changes of a core, alone and together
 *
 * Each set of changes is a core of its own, whose cycles are measured, not derived: without
 * changes, with each alone, and as asked for with each two, with all sets if they are few, or with
 * all changes at once.
 *
 *	interaction	gain of two together, less those of each alone (Fields, Bodik, Hill: MICRO
 *			2003). Positive: they hide behind each other, and both have to be made. Negative:
 *			either does the work of the other. 0: they have nothing to do with each other.
 *	Shapley value	a change's gain, averaged over all orders in which the changes can be made.
 *			Those of all changes sum to the gain of all together.
 *
 * Cycles may be estimates, by windows of the run that all cores share. Then each amount has a margin, by
 * the jackknife of chance.h: it is made again of the cycles without each group of windows. What chance
 * does to all cores alike is in none of these.
 */
#ifndef WHATIF_H
#define WHATIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plan.h"

#define WHATIF_MOST	64	/* changes: a set is a word */
#define WHATIF_SHAPLEY_MOST 6	/* changes of which all sets are measured */

/* Which sets are measured, beside none of the changes and each alone. */
enum whatif_extent {
	WHATIF_ALONE,			/* no others */
	WHATIF_PAIRS,			/* each two; with Shapley values, all */
	WHATIF_PAIRS_AND_ALL,		/* each two, and all at once */
};

/* The least and the most that a change gains, bounded by stage stacks: speed-ups. */
struct whatif_bounds {
	bool known;
	double least, most;		/* most 0: without bound */
};

struct whatif_change {
	const char *text;
	struct whatif_bounds bounds;
};

struct whatif_set {
	uint64_t members;		/* a bit for each change */
	uint64_t cycles;
	struct tea_plan_deviations deviations;
	char *failure;			/* NULL: it has cycles; else why it has not */
};

struct whatif {
	struct whatif_change *changes;
	size_t count;
	struct whatif_set *sets;	/* the first has none, then come those of one, of two, ... */
	size_t sets_count;
	enum whatif_extent extent;
};

/* The sets of @count changes, without cycles. 0 or -ENOMEM. */
int whatif_init(struct whatif *whatif, size_t count, enum whatif_extent extent);
void whatif_deinit(struct whatif *whatif);

/* NULL: it is not measured. */
const struct whatif_set *whatif_find(const struct whatif *whatif, uint64_t members);
/* The set of all changes, or NULL. */
const struct whatif_set *whatif_all(const struct whatif *whatif);
/* Where the set has cycles, and so have all that are in question with it. */
bool whatif_speedup(const struct whatif *whatif, const struct whatif_set *set, double *speedup);
/* The gain of the set, less the gain of each of its changes alone. */
bool whatif_interaction(const struct whatif *whatif, const struct whatif_set *set,
			int64_t *cycles);
/* In cycles, of all changes at once. False where sets are not measured. */
bool whatif_shapley(const struct whatif *whatif, double values[WHATIF_SHAPLEY_MOST]);

/* Are cycles estimates? */
static inline bool whatif_is_sampled(const struct whatif *whatif)
{
	return whatif->sets[0].deviations.groups;
}

/*
 * Of the amounts above, where there are any: half of the interval of CHANCE_LEVEL. HUGE_VAL: too few windows
 * tell none.
 */
double whatif_cycles_margin(const struct whatif_set *set);
double whatif_speedup_margin(const struct whatif *whatif, const struct whatif_set *set);
double whatif_interaction_margin(const struct whatif *whatif, const struct whatif_set *set);
void whatif_shapley_margins(const struct whatif *whatif, double margins[WHATIF_SHAPLEY_MOST]);
/* Is the set's speed-up beyond its margin, so that it is no chance? True where cycles are no estimates. */
bool whatif_is_sure(const struct whatif *whatif, const struct whatif_set *set);

#endif /* WHATIF_H */
