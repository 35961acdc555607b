/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tui_state.h - the state of the browser, and how its pages are made
 */
#ifndef TUI_STATE_H
#define TUI_STATE_H

#include "analysis/places/annotation.h"
#include "output/term.h"
#include "tui.h"
#include "tui_page.h"

#define TUI_SORTS	16

enum tui_level {
	TUI_ROWS, TUI_CODE, TUI_STAGES, TUI_CALLS, TUI_WHY, TUI_HELP, TUI_LEVELS
};

/* A line of the code's page that has cycles. */
struct tui_hot {
	uint64_t parts;
	size_t line;
};

struct tui {
	struct recording *recording;
	const struct tui_options *options;
	enum rows_by by;
	enum annotation_sort code_sort;
	char sorts[TUI_SORTS][CATEGORY_TEXT];	/* keys that 's' goes through */
	size_t sorts_count, sort;
	struct rows rows;
	struct annotation annotation;
	struct tui_page pages[TUI_LEVELS];
	struct tui_hot *hot;		/* owned; of the code, hottest first */
	size_t hot_count, hot_at;	/* hot_at: where the cursor was sent last */
	enum tui_level level, before_help, before_stages, before_about;
	char message[512];		/* shown once instead of the keys */
	bool quit;
};

/*
 * Folds and sorts the rows again and makes their page. 0, or a negative errno with @fault filled.
 */
int tui_fold(struct tui *tui, struct fault *fault);
/* Pages for the screen's width. 0 or -ENOMEM. */
int tui_render_rows(struct tui *tui);
int tui_render_code(struct tui *tui);
int tui_render_help(struct tui *tui);
/* The lines become the level's page. 0 or -ENOMEM. */
int tui_set_page(struct tui *tui, enum tui_level level, struct tui_lines *lines);
/* Do such rows stand for code of one function? */
bool tui_has_code(enum rows_by by);
/* Callers of the function under the cursor, or of the code; why it takes its cycles. */
void tui_open_callers(struct tui *tui);
void tui_open_why(struct tui *tui);
/* The keys of 's': the user's sort key, cycles, then each of the largest categories. */
void tui_find_sorts(struct tui *tui);
/* The cursor to the code's hottest line, or @step further among them, round and round. */
void tui_go_hot(struct tui *tui, int step);
/* Does the recording have slots of the stages? */
bool tui_has_stages(const struct tui *tui);
/* Those of the row under the cursor, or of the code that is shown; a message says why not. */
void tui_open_stages(struct tui *tui);
/* The page of stages that were opened. 0 or -ENOMEM. */
int tui_render_stages(struct tui *tui);
/* The code of the function in the row under the cursor; a message says why there is none. */
void tui_open_code(struct tui *tui);

#endif /* TUI_STATE_H */
