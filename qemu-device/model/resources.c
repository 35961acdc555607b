// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * resources.c - what of a core can limit a program: see resources.h
 */
#include "resources.h"

#include <assert.h>
#include <string.h>

#define MORE(knob)		{ #knob, TEA_SCALING_MORE, false, 0, NULL },
#define TWICE(knob)		{ #knob, TEA_SCALING_TWICE, false, 0, NULL },
#define LESS(knob)		{ #knob, TEA_SCALING_LESS, false, 0, NULL },
#define ALONG(knob)		{ #knob, TEA_SCALING_ALONG, false, 0, NULL },
#define PERFECT(knob)		{ #knob, TEA_SCALING_PERFECT, false, 0, NULL },
#define UP_TO(knob, most)	{ #knob, TEA_SCALING_MORE, true, most, NULL },
#define WITHIN(knob, other)	{ #knob, TEA_SCALING_TWICE, true, 0, #other },
#define VECTORS(how, knob)	{ #knob, TEA_SCALING_##how, true, 0, NULL },

#define TEA_RESOURCE(id, name, kind, text, knobs) \
	static const struct tea_resource_knob knobs_of_##name[] = { knobs };
#include "resources.def"
#undef TEA_RESOURCE

const struct tea_resource tea_resources[TEA_RESOURCES_COUNT] = {
#define TEA_RESOURCE(id, name, kind, text, knobs) \
	[TEA_RESOURCE_##id] = { #name, text, TEA_LIMIT_##kind, knobs_of_##name, \
				sizeof(knobs_of_##name) / sizeof(knobs_of_##name[0]) },
#include "resources.def"
#undef TEA_RESOURCE
};

const struct tea_resource *tea_resource_find(const char *name)
{
	for (size_t i = 0; i < TEA_RESOURCES_COUNT; i++)
		if (!strcmp(tea_resources[i].name, name))
			return &tea_resources[i];
	return NULL;
}

static const struct tea_param_info *find_info(const char *knob)
{
	const struct tea_param_info *info = tea_param_infos;

	while (strcmp(info->name, knob))
		info++;
	return info;
}

static bool is_there(const struct tea_resource_knob *knob, const struct tea_params *params)
{
	return !knob->vectors || params->vlen;
}

bool tea_resource_exists(const struct tea_resource *resource, const struct tea_params *params)
{
	for (size_t i = 0; i < resource->knobs_count; i++)
		if (is_there(&resource->knobs[i], params))
			return true;
	return false;
}

static uint64_t clamp(uint64_t value, uint64_t least, uint64_t most)
{
	if (value < least)
		return least;
	return value > most ? most : value;
}

/* The largest power of two times @value up to @most. */
static uint32_t twice_ideal(uint32_t value, uint32_t most)
{
	while (value && value <= most / 2)
		value *= 2;
	return value;
}

/* Nearest by ratio: from the root of two on it is two. */
static uint32_t twice(uint32_t value, uint32_t weight, uint32_t least, uint32_t most)
{
	const uint64_t one = (uint64_t)TEA_WEIGHT_ONE * TEA_WEIGHT_ONE;
	uint64_t square = (uint64_t)weight * weight;

	for (; square >= 2 * one && value <= most / 2; square /= 4)
		value *= 2;
	for (; square < one / 2 && value % 2 == 0 && value / 2 >= least; square *= 4)
		value /= 2;
	return value;
}

static uint32_t find_most(const struct tea_resource_knob *knob, const struct tea_param_info *info,
			  const struct tea_params *params)
{
	if (knob->within)
		return tea_params_get(params, find_info(knob->within));
	return knob->most ? knob->most : info->max;
}

/* Times @weight, or divided by it, in whatever unit. */
static uint64_t scale(uint64_t value, uint32_t weight, bool divided)
{
	return divided ? (value * TEA_WEIGHT_ONE + weight / 2) / weight :
			 (value * weight + TEA_WEIGHT_ONE / 2) / TEA_WEIGHT_ONE;
}

/*
 * In parts of which there are @unit in one: 1, or what the abstract model has. @along is by
 * what the resource's first knob was multiplied.
 */
static uint64_t find_value(const struct tea_resource_knob *knob, uint32_t weight, double along,
			   uint64_t unit, const struct tea_params *params)
{
	const struct tea_param_info *info = find_info(knob->name);
	const uint32_t value = tea_params_get(params, info);
	const uint64_t now = tea_params_get_parts(params, info) / (TEA_PARTS / unit);
	const bool ideal = weight == TEA_WEIGHT_IDEAL;
	uint32_t most = find_most(knob, info, params);
	enum tea_scaling scaling = knob->scaling;

	if (most < value)
		most = value;
	if (scaling == TEA_SCALING_TWICE && unit > 1 && !ideal)
		scaling = TEA_SCALING_MORE;
	switch (scaling) {
	case TEA_SCALING_MORE:
		return ideal ? most * unit : clamp(scale(now, weight, false), info->min * unit,
						   most * unit);
	case TEA_SCALING_TWICE:
		return unit * (ideal ? twice_ideal(value, most) :
				       twice(value, weight, info->min, most));
	case TEA_SCALING_LESS:
		return ideal ? info->min * unit : clamp(scale(now, weight, true), info->min * unit,
							most * unit);
	case TEA_SCALING_ALONG:
		return clamp((uint64_t)(value * along + 0.5), info->min, most);
	case TEA_SCALING_PERFECT:
		return ideal ? 1 : value;
	}
	return now;
}

static bool has_perfect(const struct tea_resource *resource)
{
	for (size_t i = 0; i < resource->knobs_count; i++)
		if (resource->knobs[i].scaling == TEA_SCALING_PERFECT)
			return true;
	return false;
}

bool tea_resource_weigh(const struct tea_resource *resource, uint32_t weight, bool parts,
			struct tea_params *params)
{
	const bool perfect = weight == TEA_WEIGHT_IDEAL && has_perfect(resource);
	bool changed = false;
	double along = 1;

	assert(weight && (weight <= TEA_WEIGHT_MOST || weight == TEA_WEIGHT_IDEAL));
	for (size_t i = 0; i < resource->knobs_count; i++) {
		const struct tea_resource_knob *knob = &resource->knobs[i];
		const struct tea_param_info *info = find_info(knob->name);
		const uint64_t before = tea_params_get_parts(params, info);
		const uint64_t unit = parts && tea_params_has_parts(info) ? TEA_PARTS : 1;
		uint64_t value;

		if (!is_there(knob, params) || (perfect && knob->scaling != TEA_SCALING_PERFECT))
			continue;
		value = find_value(knob, weight, along, unit, params) * (TEA_PARTS / unit);
		if (!i && before)
			along = (double)value / (double)before;
		changed |= value != before;
		tea_params_put_parts(params, info, value);
	}
	return changed;
}
