// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * resources.c - the resources of a core that can limit a program: see resources.h
 */
#include "resources.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

enum scaling {
	SCALING_NONE, SCALING_MORE, SCALING_TWICE, SCALING_LESS, SCALING_ALONG, SCALING_PERFECT
};

/* How a knob follows a resource. */
struct share {
	enum scaling scaling;
	enum tea_resource_id resource;
	bool vectors;			/* only a core with vectors has it */
	uint32_t most;			/* 0: the knob's own maximum, or */
	size_t within;			/* offset of the knob that limits it; 0: none */
};

#define SHARES_MOST	2

#define NONE			{ SCALING_NONE, 0, false, 0, 0 }
#define SHARE(how, id, ...)	{ SCALING_##how, TEA_RESOURCE_##id, __VA_ARGS__ },
#define MORE(id)		SHARE(MORE, id, false, 0, 0)
#define TWICE(id)		SHARE(TWICE, id, false, 0, 0)
#define LESS(id)		SHARE(LESS, id, false, 0, 0)
#define ALONG(id)		SHARE(ALONG, id, false, 0, 0)
#define PERFECT(id)		SHARE(PERFECT, id, false, 0, 0)
#define UP_TO(id, most)		SHARE(MORE, id, true, most, 0)
#define WITHIN(id, other)	SHARE(TWICE, id, true, 0, offsetof(struct tea_params, other))
#define VECTORS(how, id)	SHARE(how, id, true, 0, 0)

/* By knob, as in tea_param_infos. */
static const struct share shares[][SHARES_MOST] = {
#define TEA_PARAM(id, def, low, high, unit, number, fast, path, components, resource, text) \
	{ resource },
#include "params.def"
#undef TEA_PARAM
};

const struct tea_resource tea_resources[TEA_RESOURCES_COUNT] = {
#define TEA_RESOURCE(id, name, kind, text) [TEA_RESOURCE_##id] = { #name, text, TEA_LIMIT_##kind },
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

/* Knobs of a resource */

/* How knob number @knob follows the resource; NULL: it does not. */
static const struct share *find_share(const struct tea_resource *resource, size_t knob)
{
	const struct share *all = shares[knob];

	for (size_t i = 0; i < SHARES_MOST && all[i].scaling; i++)
		if (&tea_resources[all[i].resource] == resource)
			return &all[i];
	return NULL;
}

static bool is_there(const struct share *share, const struct tea_params *params)
{
	return share && (!share->vectors || params->vlen);
}

bool tea_resource_exists(const struct tea_resource *resource, const struct tea_params *params)
{
	for (size_t i = 0; i < tea_param_infos_count; i++)
		if (is_there(find_share(resource, i), params))
			return true;
	return false;
}

bool tea_resource_has(const struct tea_resource *resource, const struct tea_param_info *info)
{
	return find_share(resource, (size_t)(info - tea_param_infos));
}

bool tea_resource_is_fast(const struct tea_resource *resource)
{
	for (size_t i = 0; i < tea_param_infos_count; i++)
		if (find_share(resource, i) && tea_param_infos[i].fast != TEA_FAST_LEFT_OUT)
			return true;
	return false;
}

/* Weights */

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

static uint32_t find_most(const struct share *share, const struct tea_param_info *info,
			  const struct tea_params *params)
{
	if (share->within)
		return *(const uint32_t *)((const char *)params + share->within);
	return share->most ? share->most : info->max;
}

/* Times @weight, or divided by it, in whatever unit. */
static uint64_t scale(uint64_t value, uint32_t weight, bool divided)
{
	return divided ? (value * TEA_WEIGHT_ONE + weight / 2) / weight :
			 (value * weight + TEA_WEIGHT_ONE / 2) / TEA_WEIGHT_ONE;
}

/*
 * The knob's value in units of which there are @unit in one: 1, or the abstract model's. @along is
 * the factor of the resource's first knob.
 */
static uint64_t find_value(const struct share *share, const struct tea_param_info *info,
			   uint32_t weight, double along, uint64_t unit,
			   const struct tea_params *params)
{
	const uint32_t value = tea_params_get(params, info);
	const uint64_t now = tea_params_get_parts(params, info) / (TEA_PARTS / unit);
	const bool ideal = weight == TEA_WEIGHT_IDEAL;
	uint32_t most = find_most(share, info, params);
	enum scaling scaling = share->scaling;

	if (most < value)
		most = value;
	if (scaling == SCALING_TWICE && unit > 1 && !ideal)
		scaling = SCALING_MORE;
	switch (scaling) {
	case SCALING_MORE:
		return ideal ? most * unit : clamp(scale(now, weight, false), info->min * unit,
						   most * unit);
	case SCALING_TWICE:
		return unit * (ideal ? twice_ideal(value, most) :
				       twice(value, weight, info->min, most));
	case SCALING_LESS:
		return ideal ? info->min * unit : clamp(scale(now, weight, true), info->min * unit,
							most * unit);
	case SCALING_ALONG:
		return clamp((uint64_t)(value * along + 0.5), info->min, most);
	case SCALING_PERFECT:
		return ideal ? 1 : value;
	case SCALING_NONE:
		break;
	}
	return now;
}

static bool has_perfect(const struct tea_resource *resource)
{
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct share *share = find_share(resource, i);

		if (share && share->scaling == SCALING_PERFECT)
			return true;
	}
	return false;
}

bool tea_resource_weigh(const struct tea_resource *resource, uint32_t weight, bool parts,
			struct tea_params *params)
{
	const bool perfect = weight == TEA_WEIGHT_IDEAL && has_perfect(resource);
	bool changed = false;
	bool first = true;
	double along = 1;

	assert(weight && (weight <= TEA_WEIGHT_MOST || weight == TEA_WEIGHT_IDEAL));
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];
		const struct share *share = find_share(resource, i);
		const uint64_t before = tea_params_get_parts(params, info);
		const uint64_t unit = parts && tea_params_has_parts(info) ? TEA_PARTS : 1;
		uint64_t value;

		if (!is_there(share, params) || (perfect && share->scaling != SCALING_PERFECT))
			continue;
		value = find_value(share, info, weight, along, unit, params) * (TEA_PARTS / unit);
		if (first && before)
			along = (double)value / (double)before;
		first = false;
		changed |= value != before;
		tea_params_put_parts(params, info, value);
	}
	return changed;
}
