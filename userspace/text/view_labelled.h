/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_labelled.h - of an explanation as text: a line with a name in front, folded
 */
#ifndef VIEW_LABELLED_H
#define VIEW_LABELLED_H

#include "view.h"

/* @text as advice has it, with knobs in braces. */
void view_labelled_put(const struct view *view, const char *label, const char *text);

#endif /* VIEW_LABELLED_H */
