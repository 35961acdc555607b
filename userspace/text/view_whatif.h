/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_whatif.h - gains of changes of a core, as text, CSV or JSON
 */
#ifndef VIEW_WHATIF_H
#define VIEW_WHATIF_H

#include "analysis/causes/whatif.h"
#include "view_diff.h"

struct view_whatif {
	const struct whatif *whatif;
	const struct term *term;
	const struct recording *recording;	/* of the core without changes */
};

/* All but where the time goes. */
void view_whatif_text(const struct view_whatif *view);
/* Below that: the effect of change @number on the program's code. */
void view_whatif_code(const struct view_whatif *view, size_t number, const struct view_diff *diff);
void view_whatif_json(const struct view_whatif *view);
/* A line for each set that is measured, those of three changes and more left out. */
void view_whatif_csv(const struct view_whatif *view);
/* The members of that about cycles, changes and pairs, without the braces around them. */
void view_whatif_members(const struct whatif *whatif, struct jsonwriter *json);
/* {"changes":COUNT,"cycles":N,"speedup":X,"interaction":N} of a set of several. */
void view_whatif_together(const struct whatif *whatif, const struct whatif_set *set,
			  const char *key, struct jsonwriter *json);

#endif /* VIEW_WHATIF_H */
