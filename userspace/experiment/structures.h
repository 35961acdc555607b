/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * structures.h - structures of a core that can be perfect, or larger, and the components of stage
 * stacks that go away with them
 *
 * A perfect structure takes the components of its knobs away (params.def). A larger cache, TLB or
 * predictor takes an unknown part of them: none at least, and all at most. Other knobs, and smaller
 * structures, say nothing of components.
 */
#ifndef STRUCTURES_H
#define STRUCTURES_H

#include <stdbool.h>

#include "analysis/causes/stagestack.h"
#include "params.h"

struct structure {
	const char *name, *words;	/* the knobs by which it is perfect, with commas between */
	bool between;			/* between harts: a core that is alone has nothing of it */
};

#define STRUCTURES_COUNT	11

extern const struct structure structures[STRUCTURES_COUNT];

/* The components of stage stacks that go with it: a set of stagestack.h. */
uint32_t structures_components(const struct structure *structure);

/* The one that is perfect in @params and in nothing else differs from @base; NULL: there is none. */
const struct structure *structures_find(const struct tea_params *base, const struct tea_params *params);

/*
 * The components of @base that @params takes away: all of @whole, and any part of @part. Returns
 * false, with both empty, if a knob differs whose components are unknown.
 */
bool structures_compare(const struct tea_params *base, const struct tea_params *params,
			uint32_t *whole, uint32_t *part);

#endif /* STRUCTURES_H */
