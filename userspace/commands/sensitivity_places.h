/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sensitivity_places.h - where in the code the cycles go away with more of each resource
 */
#ifndef SENSITIVITY_PLACES_H
#define SENSITIVITY_PLACES_H

#include "analysis/rows.h"
#include "sensitivity_lanes.h"

/*
 * Fill the places of @sensitivity, which is ranked: @most of them at most, functions, lines or
 * instructions of @base, whichever gain or lose most; and its columns. 0, or a negative errno with
 * @fault filled.
 */
int sensitivity_places_fill(struct sensitivity *sensitivity, const struct sensitivity_lanes *lanes,
			    struct recording *base, enum rows_by by, size_t most,
			    struct fault *fault);

#endif /* SENSITIVITY_PLACES_H */
