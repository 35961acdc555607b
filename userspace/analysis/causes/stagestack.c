// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * stagestack.c - slots by stage and component; see stagestack.h
 */
#include "stagestack.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/places/chance.h"

const char *const stages_names[TEA_STACKS_COUNT] = {
#define TEA_X(index, id, name, text) [index] = name,
	TEA_STACKS(TEA_X)
#undef TEA_X
};

uint32_t stages_cause(enum tea_cause cause)
{
	static const enum tea_cause causes[TEA_COMPONENTS_COUNT] = {
#define TEA_X(index, id, name, to, text) [index] = TEA_CAUSE_##to,
		TEA_COMPONENTS(TEA_X)
#undef TEA_X
	};
	uint32_t set = 0;

	for (unsigned int i = 0; i < TEA_COMPONENTS_COUNT; i++)
		set |= causes[i] == cause ? 1U << i : 0;
	return set;
}

struct stages stages_of(const struct pics_stack *stack)
{
	struct stages stages = { 0 };

	for (size_t i = 0; stack && i < stack->shares_count; i++) {
		uint16_t category = stack->shares[i].category;

		stages.slots[category / TEA_COMPONENTS_COUNT][category % TEA_COMPONENTS_COUNT] =
			stack->shares[i].parts;
	}
	return stages;
}

struct stages stages_of_thread(const struct recording_slots_thread *thread)
{
	struct stages stages;

	_Static_assert(sizeof(stages.slots) == sizeof(thread->slots), "both are by CATEGORY_AT_STAGE");
	memcpy(stages.slots, thread->slots, sizeof(stages.slots));
	return stages;
}

uint64_t stages_sum(const struct stages *stages, enum tea_stack stage, uint32_t set)
{
	uint64_t sum = 0;

	for (; set; set &= set - 1)
		sum += stages->slots[stage][__builtin_ctz(set)];
	return sum;
}

struct stages_bound stages_bound(const struct stages *stages, uint32_t set)
{
	struct stages_bound bound = { .least = UINT64_MAX };

	for (enum tea_stack stage = 0; stage < TEA_STACKS_COUNT; stage++) {
		uint64_t slots = stages_sum(stages, stage, set);

		bound.least = slots < bound.least ? slots : bound.least;
		bound.most = slots > bound.most ? slots : bound.most;
	}
	return bound;
}

struct stages_bound stages_wait_bound(const struct stages *stages, uint32_t set)
{
	struct stages_bound bound = stages_bound(stages, set);

	bound.least = stages_bound(stages, set & ~STAGES_SET(DEPEND)).least;
	return bound;
}

static bool is_of(const struct pics_share *share, unsigned int stage, uint32_t set)
{
	return set >> share->category % TEA_COMPONENTS_COUNT & 1 &&
	       (stage == TEA_STACKS_COUNT || share->category / TEA_COMPONENTS_COUNT == stage);
}

/* What the slots deviate by, to be freed, and how many there are. NULL: they were counted. */
static struct pics_windows *sum_windows(const struct pics_stack *stack, unsigned int stage, uint32_t set,
					uint64_t *slots)
{
	struct pics_windows *sum = NULL;

	*slots = 0;
	for (size_t i = 0; stack && i < stack->shares_count; i++) {
		const struct pics_share *share = &stack->shares[i];

		if (!is_of(share, stage, set) || share->weight.samples != PICS_WINDOWS)
			continue;
		if (!sum)
			sum = pics_windows_create(share->weight.windows->groups,
						  share->weight.windows->bias, false);
		if (!sum)
			return NULL;
		for (uint32_t k = 0; k < sum->groups; k++)
			sum->deviations[k] += share->weight.windows->deviations[k];
		*slots += share->parts;
	}
	return sum;
}

double stages_margin(const struct pics_stack *stack, unsigned int stage, uint32_t set,
		     const struct pics *whole)
{
	uint64_t slots;
	struct pics_windows *windows = sum_windows(stack, stage, set, &slots);
	const struct pics_weight weight = { .samples = PICS_WINDOWS, .windows = windows };
	double margin;

	if (!windows)
		return 0;
	margin = whole ? chance_margin(slots, &weight, pics_find(whole, stage)) : chance_amount(slots, &weight);
	free(windows);
	return margin;
}

double stages_speedup(uint64_t cycles, uint32_t per_cycle, uint64_t slots)
{
	double all = (double)cycles * per_cycle;

	return (double)slots < all ? all / (all - (double)slots) : 0;
}
