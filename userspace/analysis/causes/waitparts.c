// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * waitparts.c - waits by stretches of code; see waitparts.h
 */
#include "waitparts.h"

#include <errno.h>
#include <stdlib.h>

#define WAITGROUP_X(id, name, text) [WAITGROUP_##id] = name,
const char *const waitgroup_names[WAITGROUPS_COUNT] = { WAITGROUPS(WAITGROUP_X) };
#undef WAITGROUP_X

#define WAITGROUP_X(id, name, text) [WAITGROUP_##id] = text,
const char *const waitgroup_texts[WAITGROUPS_COUNT] = { WAITGROUPS(WAITGROUP_X) };
#undef WAITGROUP_X

static const uint8_t groups[TEA_COMPONENTS_COUNT] = {
	[TEA_COMPONENT_BASE] = WAITGROUP_WORK,
	[TEA_COMPONENT_L1I] = WAITGROUP_FRONT_END,
	[TEA_COMPONENT_ITLB] = WAITGROUP_FRONT_END,
	[TEA_COMPONENT_BPRED] = WAITGROUP_MISPREDICT,
	[TEA_COMPONENT_LLC] = WAITGROUP_MEMORY,
	[TEA_COMPONENT_MEMORY] = WAITGROUP_MEMORY,
	[TEA_COMPONENT_DTLB] = WAITGROUP_MEMORY,
	[TEA_COMPONENT_STQ] = WAITGROUP_STORES,
	[TEA_COMPONENT_ORDER] = WAITGROUP_FORWARD,
	[TEA_COMPONENT_ALU] = WAITGROUP_CHAIN,
	[TEA_COMPONENT_DEPEND] = WAITGROUP_CHAIN,
	[TEA_COMPONENT_L1D] = WAITGROUP_CHAIN,
	[TEA_COMPONENT_PORTS] = WAITGROUP_WORK,
	[TEA_COMPONENT_FRONTEND] = WAITGROUP_FRONT_END,
	[TEA_COMPONENT_REGISTERS] = WAITGROUP_OTHER,
	[TEA_COMPONENT_LDQ] = WAITGROUP_OTHER,
	[TEA_COMPONENT_TAGS] = WAITGROUP_OTHER,
	[TEA_COMPONENT_SERIAL] = WAITGROUP_SERIAL,
	[TEA_COMPONENT_FLUSH] = WAITGROUP_SERIAL,
};

static int compare(const void *left, const void *right)
{
	const struct waitpart *a = left, *b = right;

	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	return a->stage != b->stage ? a->stage - b->stage : a->component - b->component;
}

/* Those of one place. */
static void add_stack(struct waitparts *parts, struct recording *recording,
		      const struct pics_stack *stack)
{
	const struct recording_place *place = &recording->places[stack->place];
	struct symbols_location location;

	symbols_locate(&recording->symbols, place->object, place->address, &location);
	for (size_t i = 0; i < stack->shares_count; i++) {
		uint16_t category = stack->shares[i].category;

		parts->items[parts->count++] = (struct waitpart){
			.object = place->object, .address = location.address,
			.stage = (uint8_t)(category / TEA_COMPONENTS_COUNT),
			.component = category % TEA_COMPONENTS_COUNT, .slots = stack->shares[i].parts,
		};
	}
}

int waitparts_init(struct waitparts *parts, struct recording *recording)
{
	const struct pics *pics = &recording->measures[MEASURE_STAGES].pics;
	size_t count = 0;

	*parts = (struct waitparts){ 0 };
	for (size_t i = 0; i < pics->stacks_count; i++)
		count += pics->stacks[i].shares_count;
	parts->items = calloc(count + 1, sizeof(*parts->items));
	if (!parts->items)
		return -ENOMEM;
	for (size_t i = 0; i < pics->stacks_count; i++)
		add_stack(parts, recording, &pics->stacks[i]);
	qsort(parts->items, parts->count, sizeof(*parts->items), compare);
	return 0;
}

void waitparts_deinit(struct waitparts *parts)
{
	free(parts->items);
	*parts = (struct waitparts){ 0 };
}

/* The first item that is not before @address of @object. */
static size_t find_first(const struct waitparts *parts, uint32_t object, uint64_t address)
{
	const struct waitpart wanted = { .object = object, .address = address };
	size_t low = 0, high = parts->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare(&parts->items[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint32_t waitgroup_components(enum waitgroup group)
{
	uint32_t set = 0;

	for (unsigned int i = 0; i < TEA_COMPONENTS_COUNT; i++)
		set |= groups[i] == group ? 1U << i : 0;
	return set;
}

static void add_part(struct waitlimit *limit, const struct waitpart *part)
{
	limit->stages.slots[part->stage][part->component] += part->slots;
	if (part->stage != TEA_STACK_ISSUE)
		return;
	limit->slots += part->slots;
	limit->by_group[groups[part->component]] += part->slots;
}

struct waitlimit waitparts_limit(const struct waitparts *parts, uint32_t object, uint64_t begin,
				 uint64_t end)
{
	size_t first = find_first(parts, object, begin), last = find_first(parts, object, end);
	struct waitlimit limit = { 0 };

	for (size_t i = first; i < last; i++)
		add_part(&limit, &parts->items[i]);
	for (unsigned int i = 1; i < WAITGROUPS_COUNT; i++)
		if (limit.by_group[i] > limit.by_group[limit.group])
			limit.group = (enum waitgroup)i;
	for (size_t i = first; i < last; i++) {
		const struct waitpart *part = &parts->items[i];

		if (part->stage == TEA_STACK_ISSUE && groups[part->component] == limit.group &&
		    part->slots > limit.most.slots)
			limit.most = *part;
	}
	return limit;
}
