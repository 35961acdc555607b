/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_sharing.h - who accesses the lines of rows by sharing
 */
#ifndef VIEW_SHARING_H
#define VIEW_SHARING_H

#include "view.h"

#define VIEW_SHARING_COLUMNS	7

struct view_sharing {
	const struct view *view;
	size_t widths[VIEW_SHARING_COLUMNS];	/* those of all rows' */
};

void view_sharing_init(struct view_sharing *sharing, const struct view *view);
void view_sharing_heading(const struct view_sharing *sharing);
void view_sharing_put(const struct view_sharing *sharing, const struct sharing_line *line);
/* Behind all rows: how many lines have no verdict for want of samples. */
void view_sharing_unknown(const struct view *view);
/* A member "accesses": all of @line, or none. */
void view_sharing_json(const struct view *view, const struct sharing_line *line, struct jsonwriter *json);

#endif /* VIEW_SHARING_H */
