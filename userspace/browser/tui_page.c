// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tui_page.c - lines with a cursor; see tui_page.h
 */
#include "tui_page.h"

#include <curses.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/keyindex.h"

#define ESCAPE		'\033'
#define PAIRS_FIRST	1		/* pair of colour n is this + n */
#define WIDE_COLORS	256
#define BLOCK		"\u2588"	/* of bars */

int tui_open_text(struct term *term, char **text, size_t *size)
{
	*term = (struct term){ .columns = (unsigned int)COLS, .color = has_colors() };
	term->screen = true;
	term->utf8 = term_is_utf8();
	term->file = open_memstream(text, size);
	return term->file ? 0 : -ENOMEM;
}

int tui_lines_open(struct tui_lines *lines)
{
	*lines = (struct tui_lines){ .failed = false };
	return tui_open_text(&lines->term, &lines->text, &lines->size);
}

static void add_end(struct tui_lines *lines, size_t end)
{
	size_t *grown = array_grow(lines->ends, lines->count, sizeof(*grown));

	if (!grown) {
		lines->failed = true;
		return;
	}
	lines->ends = grown;
	grown[lines->count++] = end;
}

void tui_lines_end(struct tui_lines *lines)
{
	long end = ftell(lines->term.file);

	if (end < 0)
		lines->failed = true;
	else
		add_end(lines, (size_t)end);
}

void tui_lines_split(struct tui_lines *lines)
{
	size_t at = lines->count ? lines->ends[lines->count - 1] : 0;

	if (fflush(lines->term.file))
		lines->failed = true;
	for (; !lines->failed && at < lines->size; at++)
		if (lines->text[at] == '\n')
			add_end(lines, at + 1);
}

static int take_lines(struct tui_page *page, const struct tui_lines *lines)
{
	page->heads = calloc(lines->count + 1, sizeof(*page->heads));
	page->heads_count = lines->heads ? lines->heads : lines->count != 0;
	page->lines = page->heads + page->heads_count;
	page->shown = calloc(lines->count + 1, sizeof(*page->shown));
	if (lines->failed || !page->heads || !page->shown)
		return -ENOMEM;
	for (size_t i = 0; i < lines->count; i++) {
		char *line = page->text + (i ? lines->ends[i - 1] : 0);

		/* Behind its newline a colour may end, as it does at the end of each line here. */
		line[strcspn(line, "\n")] = '\0';
		page->heads[i] = line;
	}
	page->count = lines->count - page->heads_count;
	return 0;
}

int tui_page_init(struct tui_page *page, struct tui_lines *lines)
{
	bool lost = fclose(lines->term.file);
	int error;

	*page = (struct tui_page){ .text = lines->text };
	error = lost ? -ENOMEM : take_lines(page, lines);
	free(lines->ends);
	if (error)
		tui_page_deinit(page);
	else
		tui_page_filter(page);
	return error;
}

void tui_page_deinit(struct tui_page *page)
{
	free(page->text);
	free(page->heads);
	free(page->shown);
	*page = (struct tui_page){ 0 };
}

/* Behind an escape sequence at @text; @text itself where there is none. */
static const char *skip_escape(const char *text)
{
	return *text == ESCAPE ? text + strcspn(text, "m") + 1 : text;
}

/* The line without colours has the words. */
static bool has_words(const char *line, const char *words)
{
	size_t length = strlen(line), used = 0;
	char *plain = malloc(length + 1);
	bool found;

	if (!plain)
		return true;
	while (*line) {
		const char *next = skip_escape(line);

		if (next != line)
			line = next;
		else
			plain[used++] = *line++;
	}
	plain[used] = '\0';
	found = strcasestr(plain, words);
	free(plain);
	return found;
}

void tui_page_filter(struct tui_page *page)
{
	size_t line = tui_page_line(page);

	page->shown_count = page->cursor = page->top = 0;
	for (size_t i = 0; i < page->count; i++) {
		if (page->filter[0] && !has_words(page->lines[i], page->filter))
			continue;
		if (i <= line && line != (size_t)-1)
			page->cursor = page->shown_count;
		page->shown[page->shown_count++] = i;
	}
}

bool tui_page_search(struct tui_page *page, int step)
{
	size_t count = page->shown_count, at = page->cursor;

	for (size_t i = 0; page->search[0] && i < count; i++) {
		at = (at + (step > 0 ? 1 : count - 1)) % count;
		if (has_words(page->lines[page->shown[at]], page->search)) {
			page->cursor = at;
			return true;
		}
	}
	return false;
}

size_t tui_page_line(const struct tui_page *page)
{
	return page->cursor < page->shown_count ? page->shown[page->cursor] : (size_t)-1;
}

void tui_page_go(struct tui_page *page, size_t line, size_t height)
{
	for (size_t i = 0; i < page->shown_count; i++) {
		if (page->shown[i] != line)
			continue;
		page->cursor = i;
		page->top = i > height / 2 ? i - height / 2 : 0;
	}
}

bool tui_page_move(struct tui_page *page, int key, size_t height)
{
	static const struct {
		int key;
		long lines, screens;	/* LONG_MAX: all */
	} moves[] = {
		{ KEY_UP, -1, 0 }, { 'k', -1, 0 }, { KEY_DOWN, 1, 0 }, { 'j', 1, 0 },
		{ KEY_PPAGE, 0, -1 }, { KEY_NPAGE, 0, 1 }, { ' ', 0, 1 },
		{ KEY_HOME, -LONG_MAX / 2, 0 }, { 'g', -LONG_MAX / 2, 0 },
		{ KEY_END, LONG_MAX / 2, 0 }, { 'G', LONG_MAX / 2, 0 },
	};
	long last = page->shown_count ? (long)page->shown_count - 1 : 0;

	for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
		long to = (long)page->cursor + moves[i].lines + moves[i].screens * (long)height;

		if (moves[i].key != key)
			continue;
		page->cursor = (size_t)(to < 0 ? 0 : to > last ? last : to);
		return true;
	}
	return false;
}

/* The nearest of the eight colours that simpler terminals have; -1, as text is, for greys. */
static int simple_color(int color)
{
	static const int levels[] = { 36, 6, 1 }, bits[] = { COLOR_RED, COLOR_GREEN, COLOR_BLUE };
	int most = 0, simple = 0;

	if (color >= 232 || color < 16)
		return -1;
	for (int i = 0; i < 3; i++)
		most = (color - 16) / levels[i] % 6 > most ? (color - 16) / levels[i] % 6 : most;
	for (int i = 0; i < 3; i++)
		simple |= 2 * ((color - 16) / levels[i] % 6) > most ? bits[i] : 0;
	return simple;
}

/* The attributes that a sequence of term_color() or term_plain() stands for. */
static int attributes_of(const char *escape, int attributes)
{
	int color;

	if (!strncmp(escape, "\033[1m", 4))
		return attributes | A_BOLD;
	if (strncmp(escape, "\033[38;5;", 7) || !has_colors())
		return attributes;
	color = atoi(escape + 7) % WIDE_COLORS;
	if (COLORS < WIDE_COLORS)
		color = simple_color(color);
	if (color < 0)
		return attributes;
	init_pair((short)(PAIRS_FIRST + color), (short)color, -1);
	return attributes | COLOR_PAIR(PAIRS_FIRST + color);
}

/*
 * One character, in @style. The chosen line is reverse as a whole, @attributes: only its bars keep
 * their colours, and these are blanks, for a block would vanish.
 */
static void put_character(const char *text, size_t bytes, int attributes, int style)
{
	bool chosen = attributes & (int)A_REVERSE;
	bool block = chosen && bytes == strlen(BLOCK) && !strncmp(text, BLOCK, bytes);

	attrset((attr_t)(chosen && !block ? attributes : style));
	if (block)
		addch(' ');
	else
		addnstr(text, (int)bytes);
}

void tui_put_line(int y, const char *line, int attributes)
{
	int column = 0, style = attributes;

	move(y, 0);
	while (*line && column < COLS) {
		size_t bytes = term_character_bytes(line);

		if (*line == ESCAPE) {
			style = attributes_of(line, attributes);
			line = skip_escape(line);
			continue;
		}
		/* The views write nothing else. */
		if (!bytes)
			bytes = 1;
		put_character(line, bytes, attributes, style);
		line += bytes;
		column++;
	}
	attrset((attr_t)attributes);
	for (; column < COLS; column++)
		addch(' ');
	attrset(A_NORMAL);
}

void tui_page_draw(struct tui_page *page, int y, size_t height)
{
	for (size_t i = 0; i < page->heads_count && height > 1; i++, height--)
		tui_put_line(y++, page->heads[i], A_BOLD);
	if (page->cursor < page->top)
		page->top = page->cursor;
	if (page->cursor >= page->top + height)
		page->top = page->cursor - height + 1;
	for (size_t i = 0; i < height; i++, y++) {
		size_t at = page->top + i;

		tui_put_line(y, at < page->shown_count ? page->lines[page->shown[at]] : "",
			     at == page->cursor && page->shown_count ? A_REVERSE : A_NORMAL);
	}
}
