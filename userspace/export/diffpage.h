/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * diffpage.h - what changed between two recordings, as a web page
 *
 * One file that asks no network. Its data is {"diff": what view_diff_json() writes, "unit": ...,
 * "colors": {category: colour}, "flame": [[parent or -1, name, object or null, before, after], ...]},
 * callers before what they call.
 */
#ifndef DIFFPAGE_H
#define DIFFPAGE_H

#include "analysis/difftree.h"
#include "text/view_diff.h"

void diffpage_put(const struct view_diff *view, const struct difftree *tree);

#endif /* DIFFPAGE_H */
