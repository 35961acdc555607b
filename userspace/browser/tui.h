/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tui.h - a recording browsed in the terminal
 *
 * Pages are the lines of the text views, with a cursor: rows, the code of a function,
 * help. Whatever terminfo knows will do, a serial console too; without colours bars are
 * letters, as in files.
 */
#ifndef TUI_H
#define TUI_H

#include "analysis/places/rows.h"

struct tui_options {
	struct rows_options rows;
	const char *sort;		/* keys as rows_sort() has them, or NULL */
	const char *selection;		/* filters in words, or NULL */
};

/* Until the user quits. 0, or a negative errno with @fault filled. */
int tui_run(struct recording *recording, const struct tui_options *options, struct fault *fault);

#endif /* TUI_H */
