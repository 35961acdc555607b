/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * variant.h - a core that differs from another, as options name it; struct tea_variant of plan.h
 *
 * Two that have the same knobs and spare the same instructions the same are one: it runs once.
 */
#ifndef VARIANT_H
#define VARIANT_H

#include "base/fault.h"
#include "plan.h"

/*
 * The core NAME[:KNOB=VALUE,...], which has to be one; NULL: the default. 0, or a negative errno with
 * @fault filled.
 */
int variant_select(struct tea_params *params, const char *core, struct fault *fault);
/*
 * Sets a knob of @params by its word, KNOB=VALUE; @parts: for the fast engine, with decimals where it
 * takes them. 0, or -EINVAL with @fault filled.
 */
int variant_set(struct tea_params *params, const char *word, bool parts, struct fault *fault);

/* One more word of suppressed events or code, which stays the caller's. 0 or -ENOMEM. */
int variant_spare(struct tea_variant *variant, const char *word);
/* @variant is that of @from. 0 or -ENOMEM. */
int variant_copy(struct tea_variant *variant, const struct tea_variant *from);
void variant_deinit(struct tea_variant *variant);

bool variant_same(const struct tea_variant *one, const struct tea_variant *other);
bool variant_same_params(const struct tea_params *one, const struct tea_params *other);

#endif /* VARIANT_H */
