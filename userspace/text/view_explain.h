/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_explain.h - an explanation as text, JSON or CSV
 */
#ifndef VIEW_EXPLAIN_H
#define VIEW_EXPLAIN_H

#include "analysis/causes/explanation.h"
#include "view.h"

/* @view: of the explanation's rows. */
void view_explain_put(const struct view *view, const struct explanation *explanation,
		      enum view_format format);
/* The program's speed without these cycles, as a multiple of its speed. */
double view_speedup(const struct view *view, uint64_t parts);

/* The same without the components of @cause, where it is least and where it is most. */
struct view_explain_bounds {
	double least, most;		/* 0: there are no others */
};

/* False: the recording has no stages, or the cause is not one of theirs. */
bool view_explain_bounds(const struct view *view, const struct cause *cause,
			 struct view_explain_bounds *bounds);

/* In text: causes that are spread over many instructions. */
void view_explain_spreads(const struct view *view, const struct explanation *explanation);

/* One for each format. */
void view_explain_text(const struct view *view, const struct explanation *explanation);
void view_explain_json(const struct view *view, const struct explanation *explanation);
void view_explain_csv(const struct view *view, const struct explanation *explanation);

#endif /* VIEW_EXPLAIN_H */
