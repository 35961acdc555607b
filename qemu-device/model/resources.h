/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * resources.h - the resources of a core that can limit a program, and their weights
 *
 * resources.def lists them, params.def has their knobs. A resource has a capacity: more is better
 * of a rate, a size or a cache, less of a latency. With weight w there is w times as much of it, by
 * its knobs, each of which is:
 *
 *	MORE(ID)		times w, rounded
 *	TWICE(ID)		times the power of two that is next to w
 *	LESS(ID)		divided by w, rounded
 *	ALONG(ID)		times what the resource's first knob was: keeps to its size
 *	UP_TO(ID, most)		times w, up to @most and with vectors only
 *	WITHIN(ID, other)	as TWICE, up to the value of another knob and with vectors only
 *	VECTORS(how, ID)	the same as @how, with vectors only
 *	PERFECT(ID)		1 where the resource is ideal
 *
 * and never beyond the knob's range. Knobs with parts (params.h) are not rounded where parts count,
 * and TWICE is as MORE. Ideal is the end of the range; for a resource with a perfect form (never
 * missed, never mispredicted) it is that form alone.
 */
#ifndef TEA_RESOURCES_H
#define TEA_RESOURCES_H

#include <stdbool.h>

#include "params.h"

enum tea_resource_id {
#define TEA_RESOURCE(id, name, kind, text) TEA_RESOURCE_##id,
#include "resources.def"
#undef TEA_RESOURCE
	TEA_RESOURCES_COUNT
};

enum tea_limit {
	TEA_LIMIT_RATE,			/* amount per cycle */
	TEA_LIMIT_LATENCY,		/* how long something takes */
	TEA_LIMIT_SIZE,			/* how much is in flight */
	TEA_LIMIT_EVENTS,		/* how often something is not there */
};

struct tea_resource {
	const char *name, *text;
	enum tea_limit kind;
};

extern const struct tea_resource tea_resources[TEA_RESOURCES_COUNT];

/* Weights are in thousandths. */
#define TEA_WEIGHT_ONE		1000U
#define TEA_WEIGHT_MOST		1000000U
#define TEA_WEIGHT_IDEAL	UINT32_MAX

/* NULL: there is none of that name. */
const struct tea_resource *tea_resource_find(const char *name);

/* Whether the core has it at all: vectors not all have. */
bool tea_resource_exists(const struct tea_resource *resource, const struct tea_params *params);
/* Whether a knob is one of the resource's, with or without vectors. */
bool tea_resource_has(const struct tea_resource *resource, const struct tea_param_info *info);
/* Whether the fast engine, the abstract model, has any of its knobs. */
bool tea_resource_is_fast(const struct tea_resource *resource);

/*
 * Give @params @weight times as much of the resource: above 0, TEA_WEIGHT_MOST at most, or
 * TEA_WEIGHT_IDEAL. Several resources one after the other give the core with all of them.
 * @parts: for the abstract model. Returns whether that changes any knob.
 */
bool tea_resource_weigh(const struct tea_resource *resource, uint32_t weight, bool parts,
			struct tea_params *params);

#endif /* TEA_RESOURCES_H */
