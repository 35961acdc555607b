/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * coreknobs.h - cores and knobs as options name them, and what is said of those that are none
 */
#ifndef COREKNOBS_H
#define COREKNOBS_H

#include "base/fault.h"
#include "params.h"

/* The core of that name; NULL: the default. 0, or -EINVAL with @fault filled. */
int coreknobs_select(struct tea_params *params, const char *core, struct fault *fault);
/* The knob of a word, KNOB=VALUE; NULL: there is none of that name. */
const struct tea_param_info *coreknobs_find(const char *word);
/*
 * Sets a knob of @params by its word, KNOB=VALUE; @parts: for the fast engine, with decimals where it
 * takes them. 0, or -EINVAL with @fault filled.
 */
int coreknobs_set(struct tea_params *params, const char *word, bool parts, struct fault *fault);

#endif /* COREKNOBS_H */
