/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tui_page.h - lines of text in a terminal, with a cursor, search and filter
 *
 * Lines come from a text view, one by one: foreign bytes are safe in them, and the only escape
 * sequences are those of term_color() and term_plain(), which become attributes here.
 */
#ifndef TUI_PAGE_H
#define TUI_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "output/term.h"

#define TUI_WORDS	64		/* bytes of a searched text */

/* Text written to term, a line at a time, becomes a page. */
struct tui_lines {
	struct term term;
	char *text;
	size_t size;
	size_t *ends;			/* of lines */
	size_t count;
	size_t heads;			/* of these, the first: stay in their place; 0 is 1 */
	bool failed;			/* memory ran out */
};

struct tui_page {
	char *text;			/* owned; its lines end in NUL */
	const char **lines;
	size_t count;
	const char **heads;		/* the first lines, which stay in their place; of lines */
	size_t heads_count;
	size_t *shown;			/* lines that pass the filter */
	size_t shown_count;
	size_t cursor, top;		/* of shown */
	char search[TUI_WORDS], filter[TUI_WORDS];
};

/* A text view's terminal, whose text goes to memory. 0 or -ENOMEM. */
int tui_open_text(struct term *term, char **text, size_t *size);
/* 0 or -ENOMEM. */
int tui_lines_open(struct tui_lines *lines);
/* Ends a line: the text written since the last end, with its newline. */
void tui_lines_end(struct tui_lines *lines);
/* It is as many as it has newlines. */
void tui_lines_split(struct tui_lines *lines);

/* Takes @lines, with their heads. 0 or -ENOMEM. */
int tui_page_init(struct tui_page *page, struct tui_lines *lines);
void tui_page_deinit(struct tui_page *page);

/* Only lines with the filter's words, in either case; the cursor stays on its line. */
void tui_page_filter(struct tui_page *page);
/* To the next line with the words searched for, @step 1 or -1; false: there is none. */
bool tui_page_search(struct tui_page *page, int step);
/* The line under the cursor, or (size_t)-1. */
size_t tui_page_line(const struct tui_page *page);
/* The cursor to a line, and that to the middle of the screen; a filter may hide it. */
void tui_page_go(struct tui_page *page, size_t line, size_t height);
/* A key that moves the cursor on @height lines; false for others. */
bool tui_page_move(struct tui_page *page, int key, size_t height);
/* Heads and lines from screen line @y on, @height of them with the heads. */
void tui_page_draw(struct tui_page *page, int y, size_t height);

/* One line with its colours, cut to the screen's width; the rest of the line is blank. */
void tui_put_line(int y, const char *line, int attributes);

#endif /* TUI_PAGE_H */
