/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rows_sort.h - the order of rows, by keys as perf's --sort separates them
 *
 * Keys: "cycles", "children" (the inclusive cycles), "name", "address"; an event ("ST-LLC":
 * the cycles of all signatures with it), a signature of several ("ST-L1+ST-LLC": its own),
 * "Base" and "unknown"; a commit state ("stalled"). Amounts sort downwards, names and
 * addresses upwards. Rows equal by all keys go by cycles.
 */
#ifndef ROWS_SORT_H
#define ROWS_SORT_H

#include "rows.h"

/* Sorts by @keys, separated by commas. -EINVAL with @fault filled where one is no key. */
int rows_sort(struct rows *rows, const char *keys, struct fault *fault);

#endif /* ROWS_SORT_H */
