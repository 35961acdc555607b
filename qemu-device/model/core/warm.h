/* SPDX-License-Identifier: GPL-2.0-or-later */
/* warm.h - private to the core: operations that pass without time, one by one */
#ifndef TEA_WARM_H
#define TEA_WARM_H

#include "model.h"

/* What tea_model_warm() does, without a list of what matters: to compare with. */
void tea_warm_each(struct tea_model *model, const struct tea_run *run);

#endif /* TEA_WARM_H */
