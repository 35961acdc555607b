/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * diffpage.h - the changes between two recordings, as a web page
 *
 * One file that needs no network. Its data is {"diff": the output of view_diff_json(), "unit": ...,
 * "colors": {category: colour}, "flame": [[parent or -1, name, object or null, before, after],
 * ...]}, callers before their callees.
 */
#ifndef DIFFPAGE_H
#define DIFFPAGE_H

#include "analysis/calls/difftree.h"
#include "text/view_diff.h"

void diffpage_put(const struct view_diff *view, const struct difftree *tree);

#endif /* DIFFPAGE_H */
