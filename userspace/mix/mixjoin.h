/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mixjoin.h - executions beside the cycles of a function's instructions
 */
#ifndef MIXJOIN_H
#define MIXJOIN_H

#include "analysis/annotation.h"
#include "estimate.h"

/*
 * Rows of @annotation, which are in the order of addresses, get the executions that @estimate, of
 * @mix, has of the same object's instructions, by all threads; @cycles is what the annotation is of.
 */
void mixjoin_annotation(struct annotation *annotation, const struct recording *cycles,
			struct recording *mix, const struct estimate *estimate);

#endif /* MIXJOIN_H */
