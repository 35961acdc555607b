/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * vpass.h - private to the core: the pass of a vector operation
 *
 * Each of its micro-operations passes the core as an operation does, see vstages.h. They leave one
 * record.
 */
#ifndef TEA_VPASS_H
#define TEA_VPASS_H

#include "core.h"

/*
 * Pass @op, whose micro-operations are in the model's cracker. Returns how many records
 * there are: two if it violated memory order and was repeated.
 */
unsigned int tea_vpass_step(struct tea_model *model, const struct tea_op *op);

#endif /* TEA_VPASS_H */
