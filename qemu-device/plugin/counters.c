// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * counters.c - slots for the unit's counters: see counters.h
 */
#include <errno.h>
#include <string.h>

#include "counters.h"

_Static_assert(TEA_LINK_STACKS == TEA_STACK_FLOPS + 1 && TEA_STACKS_COUNT == TEA_STACK_FLOPS,
	       "stacks of the unit");
_Static_assert(TEA_LINK_PRIVILEGES == TEA_PRIV_M + 1, "its privilege levels");
_Static_assert(TEA_LINK_COMPONENTS >= TEA_COMPONENTS_COUNT &&
	       TEA_LINK_COMPONENTS >= TEA_FLOPS_COUNT, "its components");

static cycle_t on_record(void *self, const struct tea_retired *record)
{
	struct counters *counters = self;

	if (!counters->counting)
		return UINT64_MAX;
	tea_stages_record(&counters->stages, record);
	tea_flops_record(&counters->flops, record);
	return 0;
}

/* A read of a counter is an access to a register, which waits for all operations before it. */
static void on_cut(void *self)
{
	struct counters *counters = self;

	if (!counters->counting)
		return;
	tea_stages_cut(&counters->stages, TEA_COMPONENT_SERIAL);
	tea_flops_cut(&counters->flops);
}

const struct observer counters_observer = {
	.name = "counters", .record = on_record, .cut = on_cut,
};

static int begin(struct counters *counters, const struct tea_params *params, cycle_t now)
{
	if (tea_stages_init(&counters->stages, params, now, false))
		return -ENOMEM;
	if (tea_flops_init(&counters->flops, params, now, false)) {
		tea_stages_deinit(&counters->stages);
		return -ENOMEM;
	}
	memset(&counters->given, 0, sizeof(counters->given));
	counters->operation = tea_flops_operation(params);
	counters->counting = true;
	return 0;
}

static void end(struct counters *counters)
{
	tea_flops_deinit(&counters->flops);
	tea_stages_deinit(&counters->stages);
	counters->counting = false;
}

int counters_run(struct counters *counters, const struct tea_params *params, bool counting,
		 cycle_t now)
{
	if (counting && !counters->counting)
		return begin(counters, params, now);
	if (!counting && counters->counting)
		end(counters);
	return 0;
}

/* Add the slots of a list, in units of @unit slots, that were not given out before. */
static void add(struct counters *counters, struct tea_link_counters *sums, unsigned int at,
		const uint64_t *slots, unsigned int components, uint32_t unit)
{
	for (unsigned int i = 0; i < components; i++) {
		sums->slots[at + i] += slots[i] / unit - counters->given.slots[at + i];
		counters->given.slots[at + i] = slots[i] / unit;
	}
}

void counters_collect(struct counters *counters, struct tea_link_counters *sums)
{
	for (unsigned int level = 0; level < TEA_LINK_PRIVILEGES; level++) {
		for (unsigned int stack = 0; stack < TEA_STACKS_COUNT; stack++)
			add(counters, sums, tea_link_counter(stack, level, 0),
			    counters->stages.rows[level].slots[stack], TEA_COMPONENTS_COUNT, 1);
		add(counters, sums, tea_link_counter(TEA_STACK_FLOPS, level, 0),
		    counters->flops.rows[level].slots, TEA_FLOPS_COUNT, counters->operation);
	}
}
