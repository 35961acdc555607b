/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * explained.h - private to the core: the pass of simple operations with reasons in their records
 *
 * It has its own compile unit: beside it, the path without reasons would get slower.
 */
#ifndef TEA_EXPLAINED_H
#define TEA_EXPLAINED_H

#include "runcursor.h"

/*
 * Step an operation that is simple except for its records, which go to @record and behind it.
 * Returns how many there are, two at most.
 */
unsigned int tea_explained_step(struct tea_model *model, const struct tea_op *op,
				struct tea_retired *record);

/* The same for all explained operations from the next one of @cursor on, which goes behind them. */
void tea_explained_pass(struct tea_model *model, struct runcursor *cursor);

#endif /* TEA_EXPLAINED_H */
