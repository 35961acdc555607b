/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * structures.h - structures of a core that can be perfect, or larger, and what of stage stacks goes
 * away with them
 *
 * A perfect one takes the components of its knobs away (params.def). Of a cache, a TLB or a predictor
 * that is larger nobody knows before how much of them: nothing at least, and at most all of them.
 * Other knobs, and smaller structures, say nothing of components.
 */
#ifndef STRUCTURES_H
#define STRUCTURES_H

#include <stdbool.h>

#include "analysis/stagestack.h"
#include "params.h"

struct structure {
	const char *name, *words;	/* the knobs by which it is perfect, with commas between */
};

#define STRUCTURES_COUNT	8

extern const struct structure structures[STRUCTURES_COUNT];

/* The components of stage stacks that go with it: a set of stagestack.h. */
uint32_t structures_components(const struct structure *structure);

/* The one that is perfect in @params and in nothing else differs from @base; NULL: there is none. */
const struct structure *structures_find(const struct tea_params *base, const struct tea_params *params);

/*
 * The components that @params takes away from what @base has: @whole, and of @part any part. Returns
 * false, with both empty, where some knob differs of which that is not known.
 */
bool structures_compare(const struct tea_params *base, const struct tea_params *params,
			uint32_t *whole, uint32_t *part);

#endif /* STRUCTURES_H */
