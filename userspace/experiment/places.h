/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * places.h - where in the code the cycles go away with more of each resource
 */
#ifndef PLACES_H
#define PLACES_H

#include "analysis/places/rows.h"
#include "experiment.h"
#include "weighing.h"

/*
 * Fill the places of @sensitivity, which is ranked: the functions, lines or instructions of @base
 * that gain or lose most, @most of them at most; and its columns. 0, or a negative errno with
 * @fault filled.
 */
int places_fill(struct sensitivity *sensitivity, const struct weighing *weighing,
		const struct experiment *experiment, struct recording *base, enum rows_by by, size_t most,
		struct fault *fault);

#endif /* PLACES_H */
