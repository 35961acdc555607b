/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * terminal.h - a terminal as a grid of cells, for programs that draw with curses
 *
 * It supports curses' output for TERM=vt100, vt220 and xterm-256color, no more: another sequence is
 * an error. Characters are UTF-8, each of one cell.
 */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TERMINAL_ROWS_MAX	200
#define TERMINAL_COLUMNS_MAX	300
#define TERMINAL_CHARACTER	5	/* bytes of one, and NUL */
#define TERMINAL_LINE		(TERMINAL_COLUMNS_MAX * TERMINAL_CHARACTER + 1)
#define TERMINAL_NO_COLOR	(-1)

struct terminal_style {
	int16_t fore, back;		/* of the 256; TERMINAL_NO_COLOR: the terminal's own */
	bool bold, dim, underline, reverse;
};

struct terminal_cell {
	char text[TERMINAL_CHARACTER];
	struct terminal_style style;
};

struct terminal {
	int rows, columns;
	int row, column, top, bottom;	/* top and bottom of the scrolling part */
	struct terminal_style style;	/* of the next text */
	struct terminal_cell cells[TERMINAL_ROWS_MAX][TERMINAL_COLUMNS_MAX];
	char sequence[64];		/* begun, not complete */
	size_t length;
	char answer[32];		/* to the program; the caller sends and empties it */
};

/* Blank, of that size. */
void terminal_resize(struct terminal *terminal, int rows, int columns);
/* A byte that the program wrote. Returns false for a sequence that is not known. */
bool terminal_take(struct terminal *terminal, char byte);
/* The text of a row, with blanks up to its end. Returns @line. */
const char *terminal_line(const struct terminal *terminal, int row, char line[TERMINAL_LINE]);

/* All of it as a picture, in SVG (terminal_picture.c). */
void terminal_picture(const struct terminal *terminal, FILE *file);

#endif /* TERMINAL_H */
