/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_diff.h - a difference as text, JSON or CSV
 */
#ifndef VIEW_DIFF_H
#define VIEW_DIFF_H

#include "analysis/calls/difference.h"
#include "view.h"

struct view_diff {
	const struct difference *difference;
	const struct term *term;
	const char *selection;		/* filters in words, or NULL */
	bool normalized;
};

void view_diff_put(const struct view_diff *view, enum view_format format);

/* One for each format. */
void view_diff_text(const struct view_diff *view);
void view_diff_json(const struct view_diff *view);
void view_diff_csv(const struct view_diff *view);
/* Only the rows and their heading, as text. */
void view_diff_rows(const struct view_diff *view);

/* After as a fraction of before, less 1; false where there was nothing before. */
bool view_diff_relative(const double cycles[2], double *relative);

/*
 * That cycles of merged recordings are sums, which say nothing of how fast a side is; NULL: there
 * are none, or they are normalized. Returns @text.
 */
#define VIEW_DIFF_SUMS	160
const char *view_diff_sums(const struct view_diff *view, char text[VIEW_DIFF_SUMS]);

#endif /* VIEW_DIFF_H */
