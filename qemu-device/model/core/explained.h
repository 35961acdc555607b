/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * explained.h - private to the core: the path of plain operations whose records say why
 *
 * In a compile unit of its own: beside the path of those that do not, that one would get
 * slower.
 */
#ifndef TEA_EXPLAINED_H
#define TEA_EXPLAINED_H

#include "course.h"

/*
 * A step of what is plain but for its records, which go to @record and behind it: two at most.
 * Returns how many there are.
 */
unsigned int tea_explained_step(struct tea_model *model, const struct tea_op *op,
				struct tea_retired *record);

/* The same of all that is explained from the next operation of @course on: what is left of it. */
struct course tea_explained_pass(struct tea_model *model, struct course course);

#endif /* TEA_EXPLAINED_H */
