/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rankview.h - which resources of the core limit a program, measured and shown
 */
#ifndef RANKVIEW_H
#define RANKVIEW_H

#include "experiment/ranking.h"

enum rankview_format {
	RANKVIEW_TEXT, RANKVIEW_CSV, RANKVIEW_JSON, RANKVIEW_HTML
};

struct rankview {
	struct ranking ranking;
	unsigned int by;		/* in rankview_by_names */
	unsigned int format, colors;
	const char *output;		/* NULL: standard output */
	size_t places_most;		/* rows of code */
};

#define RANKVIEW_INIT { .ranking.engine = RANKING_UNNAMED, .places_most = 10 }

/* Resources; or rows of code, those of enum rows_by, one behind. Ends in NULL. */
extern const char *const rankview_by_names[];

/* For @command. Returns the exit status of @program, of @argc words, or a negative errno with @fault filled. */
int rankview_run(struct rankview *view, const char *command, int argc, char **program,
		 struct fault *fault);

#endif /* RANKVIEW_H */
