// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * weighing.c - which resources of a core get which weights; see weighing.h
 */
#include "weighing.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "variant.h"

#define WEIGHTS_DEFAULT	"2,ideal"

static int refuse_weight(const char *option, const char *text, struct fault *fault)
{
	return fault_set(fault, -EINVAL, "--%s cannot take '%s': give numbers above 0 and up to %u, "
			 "with three decimals at most, or ideal", option, text,
			 TEA_WEIGHT_MOST / TEA_WEIGHT_ONE);
}

int weighing_weight(const char *option, const char *text, uint32_t *weight, struct fault *fault)
{
	uint64_t value;

	if (!strcmp(text, "ideal")) {
		*weight = TEA_WEIGHT_IDEAL;
		return 0;
	}
	static_assert(TEA_WEIGHT_ONE == TEA_PARTS, "weights are in thousandths, too");
	if (tea_params_parse_parts(text, &value) || !value || value > TEA_WEIGHT_MOST)
		return refuse_weight(option, text, fault);
	*weight = (uint32_t)value;
	if (value == TEA_WEIGHT_ONE)
		return fault_set(fault, -EINVAL, "weight '%s' changes nothing: that is the core as it is",
				 text);
	return 0;
}

static int add_weight(struct weighing *weighing, const char *text, struct fault *fault)
{
	uint32_t weight;
	int error = weighing_weight("weights", text, &weight, fault);

	if (error)
		return error;
	for (size_t i = 0; i < weighing->weights_count; i++)
		if (weighing->weights[i] == weight)
			return fault_set(fault, -EINVAL, "weight '%s' is given twice: leave out one of "
					 "them", text);
	if (weighing->weights_count == WEIGHING_WEIGHTS_MOST)
		return fault_set(fault, -EINVAL, "more than %d weights: give fewer",
				 WEIGHING_WEIGHTS_MOST);
	weighing->weights[weighing->weights_count++] = weight;
	return 0;
}

static int refuse_resource(const char *name, struct fault *fault)
{
	const char *names[TEA_RESOURCES_COUNT + 1] = { 0 }, *nearest;

	for (size_t i = 0; i < TEA_RESOURCES_COUNT; i++)
		names[i] = tea_resources[i].name;
	nearest = nearest_name(name, names);
	if (nearest)
		return fault_set(fault, -EINVAL, "unknown resource '%s': did you mean '%s'?", name,
				 nearest);
	return fault_set(fault, -EINVAL, "unknown resource '%s': tea-sensitivity(1) lists all", name);
}

int weighing_find(const char *name, const struct tea_params *core, const struct tea_resource **found,
		  struct fault *fault)
{
	*found = tea_resource_find(name);
	if (!*found)
		return refuse_resource(name, fault);
	return tea_resource_exists(*found, core) ? 0 :
	       fault_set(fault, -EINVAL, "the core has no '%s': it has no vectors, as --core "
			 "boom-vector has", name);
}

static bool changes_anything(const struct weighing *weighing, const struct tea_resource *resource)
{
	for (size_t i = 0; i < weighing->weights_count; i++) {
		struct tea_params params = weighing->base;

		if (tea_resource_weigh(resource, weighing->weights[i], weighing->parts, &params))
			return true;
	}
	return false;
}

static int add_resource(struct weighing *weighing, const char *name, struct fault *fault)
{
	const struct tea_resource *resource;
	int error = weighing_find(name, &weighing->base, &resource, fault);

	if (error)
		return error;
	for (size_t i = 0; i < weighing->count; i++)
		if (weighing->list[i] == resource)
			return fault_set(fault, -EINVAL, "resource '%s' is given twice: leave out one of "
					 "them", name);
	if (!changes_anything(weighing, resource))
		return fault_set(fault, -EINVAL, "none of the weights changes '%s': its knobs are at "
				 "their ends, or cannot be so; give other weights", name);
	weighing->list[weighing->count++] = resource;
	return 0;
}

/* Cut @text at its commas, and have @add take each part. */
static int split(struct weighing *weighing, const char *text,
		 int (*add)(struct weighing *weighing, const char *word, struct fault *fault),
		 struct fault *fault)
{
	char *copy = strdup(text), *rest = copy, *word;
	int error = copy ? 0 : fault_no_memory(fault, "the resources");

	while (!error && (word = strsep(&rest, ",")))
		error = add(weighing, word, fault);
	free(copy);
	return error;
}

static void add_all(struct weighing *weighing)
{
	for (size_t i = 0; i < TEA_RESOURCES_COUNT; i++) {
		const struct tea_resource *resource = &tea_resources[i];

		if (!tea_resource_exists(resource, &weighing->base))
			continue;
		if (changes_anything(weighing, resource))
			weighing->list[weighing->count++] = resource;
		else
			snprintf(weighing->left + strlen(weighing->left),
				 sizeof(weighing->left) - strlen(weighing->left), "%s%s",
				 *weighing->left ? ", " : "", resource->name);
	}
}

static int check_weights(const struct weighing *weighing, struct fault *fault)
{
	char text[SENSITIVITY_WEIGHT_TEXT];

	for (size_t i = 0; i < weighing->weights_count; i++)
		if (!weighing_changed(weighing, weighing->weights[i]))
			return fault_set(fault, -EINVAL, "weight '%s' changes nothing of the resources: "
					 "they are whole numbers; give one farther from 1",
					 sensitivity_weight(weighing->weights[i], text));
	return 0;
}

int weighing_parse(struct weighing *weighing, struct fault *fault)
{
	int error = variant_select(&weighing->base, weighing->core, fault);
	const char *why;

	static_assert(TEA_RESOURCES_COUNT <= SENSITIVITY_MOST, "a set of resources is a word");
	for (size_t i = 0; i < weighing->knobs.count && !error; i++)
		error = variant_set(&weighing->base, weighing->knobs.items[i], weighing->parts, fault);
	if (!error && tea_params_check(&weighing->base, &why))
		error = fault_set(fault, -EINVAL, "--set gives no core: %s", why);
	if (!error)
		error = split(weighing, weighing->texts ? weighing->texts : WEIGHTS_DEFAULT, add_weight,
			      fault);
	if (!error && weighing->resources)
		error = split(weighing, weighing->resources, add_resource, fault);
	else if (!error)
		add_all(weighing);
	return error ? error : check_weights(weighing, fault);
}

void weighing_deinit(struct weighing *weighing)
{
	free(weighing->knobs.items);
	free(weighing->unmeasured);
}

bool weighing_apply(const struct weighing *weighing, uint64_t members, uint32_t weight,
		    struct tea_params *params)
{
	bool changed = false;

	*params = weighing->base;
	for (; members; members &= members - 1)
		changed |= tea_resource_weigh(weighing->list[__builtin_ctzll(members)], weight,
					      weighing->parts, params);
	return changed;
}

uint64_t weighing_changed(const struct weighing *weighing, uint32_t weight)
{
	struct tea_params params;
	uint64_t members = 0;

	for (size_t i = 0; i < weighing->count; i++)
		if (weighing_apply(weighing, 1ULL << i, weight, &params))
			members |= 1ULL << i;
	return members;
}
