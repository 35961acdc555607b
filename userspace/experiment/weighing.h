/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * weighing.h - which resources of a core get which weights, as options of tea sensitivity name them
 *
 *	--resources LIST	of those that resources.def has; all of the core's without it
 *	--weights LIST		numbers above 0 and "ideal"; 2 and ideal without it
 */
#ifndef WEIGHING_H
#define WEIGHING_H

#include "analysis/causes/sensitivity.h"
#include "base/fault.h"
#include "base/wordlist.h"

#define WEIGHING_WEIGHTS_MOST	16

struct weighing {
	const char *core, *resources, *texts;	/* --core, --resources, --weights, or NULL */
	struct wordlist knobs;	/* --set */
	bool parts;			/* for the fast engine, which takes parts of knobs */
	struct tea_params base;
	const struct tea_resource *list[SENSITIVITY_MOST];
	size_t count;
	uint32_t weights[WEIGHING_WEIGHTS_MOST];
	size_t weights_count;
	char left[512];			/* names of the core's that no weight changes; "": none */
	char *unmeasured;		/* of those that are left out to take less time; NULL: none */
};

/*
 * Take the options apart. Each named resource has to be the core's, and some weight has to change
 * it; each weight has to change something. Returns 0, or a negative errno with @fault filled.
 */
int weighing_parse(struct weighing *weighing, struct fault *fault);
void weighing_deinit(struct weighing *weighing);

/* A resource of @core by its name, and a weight, of --@option, by its text. Likewise. */
int weighing_find(const char *name, const struct tea_params *core, const struct tea_resource **found,
		  struct fault *fault);
int weighing_weight(const char *option, const char *text, uint32_t *weight, struct fault *fault);

/*
 * The core with @weight of all resources of the set, by their numbers in list. Returns whether
 * that is another than the base.
 */
bool weighing_apply(const struct weighing *weighing, uint64_t members, uint32_t weight,
		    struct tea_params *params);
/* The members that @weight changes. */
uint64_t weighing_changed(const struct weighing *weighing, uint32_t weight);

#endif /* WEIGHING_H */
