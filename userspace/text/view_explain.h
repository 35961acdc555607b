/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_explain.h - an explanation as text, JSON or CSV
 */
#ifndef VIEW_EXPLAIN_H
#define VIEW_EXPLAIN_H

#include "analysis/explanation.h"
#include "view.h"

/* @view: of the explanation's rows. */
void view_explain_put(const struct view *view, const struct explanation *explanation,
		      enum view_format format);
/* The program's speed without these cycles, as a multiple of what it is. */
double view_speedup(const struct view *view, uint64_t parts);

/* One for each format. */
void view_explain_text(const struct view *view, const struct explanation *explanation);
void view_explain_json(const struct view *view, const struct explanation *explanation);
void view_explain_csv(const struct view *view, const struct explanation *explanation);

#endif /* VIEW_EXPLAIN_H */
