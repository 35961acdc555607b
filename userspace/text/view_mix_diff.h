/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_mix_diff.h - changes from one instruction mix to another, as text, CSV or JSON
 */
#ifndef VIEW_MIX_DIFF_H
#define VIEW_MIX_DIFF_H

#include "mix/mixdiff.h"
#include "output/term.h"
#include "view.h"

struct view_mix_diff {
	const struct recording *recordings[2];	/* before, after */
	enum estimate_source sources[2];
	const struct mixdiff *diff;
	enum mixkey key;
	bool normalized;
	size_t rows_max;		/* 0: of text those that are sure, else all */
	const struct term *term;
};

void view_mix_diff_put(const struct view_mix_diff *view, enum view_format format);

#endif /* VIEW_MIX_DIFF_H */
