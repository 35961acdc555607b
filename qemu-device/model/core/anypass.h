/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * anypass.h - private to the core: a pass of whatever it is
 *
 * For all but the first pass of a simple step, which are few; never inlined where that is.
 */
#ifndef TEA_ANYPASS_H
#define TEA_ANYPASS_H

#include "runcursor.h"

/* Returns whether @op violated memory order: it has to pass again then. */
__attribute__((noinline))
bool tea_generic_pass(struct tea_model *model, const struct tea_op *op, struct tea_retired *record);
/* It passes again, its record behind the first one. Returns how many records there are: 2. */
__attribute__((noinline))
unsigned int tea_generic_again(struct tea_model *model, const struct tea_op *op,
			       struct tea_retired *record);
/*
 * The same of a load of a run, the next operation of @cursor. Behind it there is room for the
 * timings of the run's other operations.
 */
__attribute__((noinline))
unsigned int tea_generic_load_again(struct tea_model *model, struct runcursor cursor);

#endif /* TEA_ANYPASS_H */
