/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * term.h - the target of text: a terminal with colours and a width, or a file without
 *
 * Names from a recording are foreign text: bytes that a terminal could take as a command are
 * written as \xNN, whatever the output is.
 */
#ifndef TERM_H
#define TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define TERM_NARROW	100		/* columns: below, views leave cycles to the share */
#define TERM_WIDE	132		/* columns: below, names that everybody knows are short */
#define TERM_COLD	244		/* colour of code without cycles */

struct term {
	FILE *file;			/* NULL: nowhere */
	bool color, utf8;
	bool screen;			/* lines have to fit: a terminal, or COLUMNS is set */
	unsigned int columns;
};

/* Does the locale have UTF-8? */
bool term_is_utf8(void);
/* Colours only on a terminal, and not with NO_COLOR set. */
void term_init(struct term *term, FILE *file);

/* X(identifier, name): when to use colours, as git and perf say it. */
#define TERM_COLORS(X) \
	X(AUTO, "auto") \
	X(ALWAYS, "always") \
	X(NEVER, "never")

enum term_colors {
#define TERM_X(id, name) TERM_COLORS_##id,
	TERM_COLORS(TERM_X)
#undef TERM_X
	TERM_COLORS_COUNT
};

extern const char *const term_colors_names[TERM_COLORS_COUNT + 1];	/* ends in NULL */

/* TERM_COLORS_AUTO keeps term_init()'s choice. */
void term_set_colors(struct term *term, enum term_colors when);

/* Bytes of the well-formed, printable UTF-8 character at @text; 0 if it is not one. */
size_t term_character_bytes(const char *text);
/* Writes the character at *@text made safe, and moves past it; returns its columns. */
size_t term_put_character(const struct term *term, const char **text);
/* Columns that @text takes once it is made safe. */
size_t term_width(const struct term *term, const char *text);
/* Writes @text made safe; returns its columns. */
size_t term_put(const struct term *term, const char *text);
/* The same, padded to @width: on the left if @right. Longer text is not cut. */
void term_pad(const struct term *term, const char *text, size_t width, bool right);

/* Made safe in exactly @width columns: padded, or cut, which "~" shows. */
void term_cut(const struct term *term, const char *text, size_t width);
/* The same, with "~" in the middle: names often differ at their end. */
void term_squeeze(const struct term *term, const char *text, size_t width);
/*
 * Names in columns. The width of @name in a table: for a function's longer than TERM_NAME, that of
 * the shorter form. And @name in @width columns: shortened, on a screen cut at last; with @pad
 * padded.
 */
#define TERM_NAME	44
size_t term_name_width(const struct term *term, const char *name);
void term_put_name(const struct term *term, const char *name, size_t width, bool pad);
/* @name and its @amount; where lines have to fit, the name is cut so that both take @width. */
void term_put_amount(const struct term *term, const char *name, const char *amount, size_t width);

/* Begin and end of a style; nothing without colours. @color: of the 256, or -1 for bold. */
void term_color(const struct term *term, int color);
void term_plain(const struct term *term);

/* One line on standard error: "tea COMMAND: TEXT", made safe. */
void term_complain(const char *command, const char *text);

#endif /* TERM_H */
