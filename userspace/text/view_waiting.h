/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_waiting.h - threads' waits, in an explanation
 */
#ifndef VIEW_WAITING_H
#define VIEW_WAITING_H

#include "analysis/causes/waiting.h"
#include "view.h"

/* The waits of view->waiting, behind the explanation. */
void view_waiting_text(const struct view *view);
/* The same, as a member of its object. */
void view_waiting_json(const struct view *view, struct jsonwriter *json);
/* The same, a line each, of a recording whose stacks are waits. */
void view_waiting_csv(const struct view *view);

#endif /* VIEW_WAITING_H */
