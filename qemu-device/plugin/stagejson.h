/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stagejson.h - stage stacks in a profile: names, and those of a run that was modelled in windows
 */
#ifndef TEA_STAGEJSON_H
#define TEA_STAGEJSON_H

#include <stdio.h>

#include "runstages.h"
#include "tea_abi.h"

extern const char *const stagejson_stacks[TEA_STACKS_COUNT];

/* The member "components", of all of them, without a comma before it. */
void stagejson_components(FILE *file);
/*
 * The member "stages", of @instructions: of all threads together. Rows have what each component
 * deviates by without each group, too.
 */
void stagejson_estimate(FILE *file, const struct runstages_rows *rows, uint64_t instructions);

#endif /* TEA_STAGEJSON_H */
