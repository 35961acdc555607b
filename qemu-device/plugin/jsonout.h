/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jsonout.h - JSON values of a profile; errors are the stream's
 */
#ifndef TEA_JSONOUT_H
#define TEA_JSONOUT_H

#include <stdint.h>
#include <stdio.h>

#include "observers/stacks.h"

void jsonout_string(FILE *file, const char *text);
void jsonout_list(FILE *file, const uint64_t *numbers, size_t count);
/* How many they are without the zeros at the end; and a list of these. */
size_t jsonout_length(const uint64_t *numbers, size_t count);
void jsonout_short_list(FILE *file, const uint64_t *numbers, size_t count);
/* The member @name: [["0xpc",psv,state,privilege,parts],...]. */
void jsonout_rows(FILE *file, const char *name, const struct tea_stacks_row *rows, size_t count);

#endif /* TEA_JSONOUT_H */
