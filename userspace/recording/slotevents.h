/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * slotevents.h - the counters of slots, by the names that perf has for their events
 *
 * tea/dispatch_l1i/ and its like: those that the others of sysfs are sums of. Counters are
 * numbered: those of the stages as category_stages has them, behind them those of the FLOPS
 * stack as category_flops has them.
 */
#ifndef SLOTEVENTS_H
#define SLOTEVENTS_H

#include <stdbool.h>

#include "category.h"

#define SLOTEVENTS_FLOPS	(TEA_STACKS_COUNT * TEA_COMPONENTS_COUNT)
#define SLOTEVENTS_COUNT	(SLOTEVENTS_FLOPS + TEA_FLOPS_COUNT)

#define SLOTEVENTS_PMU		"tea"

/* "dispatch_l1i" */
extern const char *const slotevents_names[SLOTEVENTS_COUNT];

/* The number of "tea/dispatch_l1i/u"; @modifiers is then the "u". False: none of them. */
bool slotevents_parse(const char *event, unsigned int *number, const char **modifiers);

#endif /* SLOTEVENTS_H */
