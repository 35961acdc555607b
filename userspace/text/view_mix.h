/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_mix.h - an instruction mix as text, CSV or JSON
 */
#ifndef VIEW_MIX_H
#define VIEW_MIX_H

#include "mix/mixpivot.h"
#include "mix/mixrows.h"
#include "output/term.h"
#include "view.h"

struct view_mix {
	const struct recording *recording;
	const struct mixrows *rows;
	const struct mixrows_options *options;
	const struct mixpivot *pivot;	/* of the rows; NULL: they are not shown across */
	enum estimate_source source;
	const struct term *term;
};

void view_mix_put(const struct view_mix *view, enum view_format format);
/* Errors by its key, against the counts of @exact, and @average behind them: text. */
void view_mix_errors(const struct view_mix *view, const char *exact,
		     const struct mixrows_error *errors, size_t count, double average);

/* For view_mix.c: a table in place of rows. In JSON, the members "across", "columns" and "rows". */
void view_mix_across_text(const struct view_mix *view, const struct mixpivot *pivot);
void view_mix_across_csv(const struct view_mix *view, const struct mixpivot *pivot);
void view_mix_across_json(const struct view_mix *view, const struct mixpivot *pivot,
			  struct jsonwriter *json);

#endif /* VIEW_MIX_H */
