/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * counters.h - slots of a hart's stage stacks and FLOPS stack, for the unit's counters
 *
 * An observer that sees nothing, and costs nothing, while it does not count. The device has
 * the counters; this has the amounts to add to them.
 */
#ifndef TEA_COUNTERS_H
#define TEA_COUNTERS_H

#include <qemu/tea-link.h>

#include "observers.h"
#include "observers/flops.h"
#include "observers/stages.h"

/* All 0: does not count. */
struct counters {
	bool counting;
	struct tea_stages stages;
	struct tea_flops_stack flops;
	uint32_t operation;		/* slots of it that make one of the unit's */
	struct tea_link_counters given;	/* their values at the last collection */
};

extern const struct observer counters_observer;

/*
 * Count from cycle @now on, before which nothing is in flight; or stop: uncollected counts are
 * then lost. Returns 0 or -ENOMEM. Records have to be explained while it counts.
 */
int counters_run(struct counters *counters, const struct tea_params *params, bool counting,
		 cycle_t now);
/* Add the counts since the last call, up to where the lane was synced. */
void counters_collect(struct counters *counters, struct tea_link_counters *sums);

#endif /* TEA_COUNTERS_H */
