/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_path.h - the critical path of a run as text, JSON or CSV: causes, components, slopes
 *
 * Rows of code are shown as those of any stack (view.h).
 */
#ifndef VIEW_PATH_H
#define VIEW_PATH_H

#include "view.h"

/* @view: its recording's stacks are a critical path's. */
void view_path_put(const struct view *view, enum view_format format);

#endif /* VIEW_PATH_H */
