// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * term.c - text output; see term.h
 */
#include "term.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "symbols/funcname.h"

#define COLUMNS_FILE	120
#define COLUMNS_TERMINAL 100		/* that does not know its size, as a serial line */
#define COLUMNS_LEAST	60

const char *const term_colors_names[TERM_COLORS_COUNT + 1] = {
#define TERM_X(id, name) [TERM_COLORS_##id] = name,
	TERM_COLORS(TERM_X)
#undef TERM_X
};

/* The environment's width; 0: none. */
static unsigned int columns_wanted(void)
{
	const char *wanted = getenv("COLUMNS");

	return wanted && atoi(wanted) >= COLUMNS_LEAST ? (unsigned int)atoi(wanted) : 0;
}

static unsigned int columns_of(FILE *file)
{
	struct winsize size;

	if (columns_wanted())
		return columns_wanted();
	/* Output into a pipe mostly ends on the terminal of standard error. */
	if (ioctl(fileno(file), TIOCGWINSZ, &size) && ioctl(STDERR_FILENO, TIOCGWINSZ, &size))
		return COLUMNS_FILE;
	if (!size.ws_col)
		return COLUMNS_TERMINAL;
	return size.ws_col < COLUMNS_LEAST ? COLUMNS_LEAST : size.ws_col;
}

bool term_is_utf8(void)
{
	return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

void term_init(struct term *term, FILE *file)
{
	const char *no_color = getenv("NO_COLOR"), *name = getenv("TERM");
	bool terminal = isatty(fileno(file));

	term->file = file;
	term->color = terminal && !(no_color && no_color[0]) &&
		      name && strcmp(name, "dumb");
	term->utf8 = term_is_utf8();
	term->screen = terminal || columns_wanted();
	term->columns = columns_of(file);
}

void term_set_colors(struct term *term, enum term_colors when)
{
	if (when != TERM_COLORS_AUTO)
		term->color = when == TERM_COLORS_ALWAYS;
}

size_t term_character_bytes(const char *bytes)
{
	const unsigned char *text = (const unsigned char *)bytes;
	static const struct {
		unsigned char mask, lead;
		unsigned int least;
	} forms[] = {
		{ 0x80, 0x00, 0 }, { 0xe0, 0xc0, 0xa0 }, { 0xf0, 0xe0, 0x800 },
		{ 0xf8, 0xf0, 0x10000 },
	};
	size_t form = 0;
	unsigned int value;

	while (form < 4 && (text[0] & forms[form].mask) != forms[form].lead)
		form++;
	if (form == 4 || (form == 0 && (text[0] < 0x20 || text[0] == 0x7f)))
		return 0;
	value = text[0] & (unsigned char)~forms[form].mask;
	for (size_t i = 1; i <= form; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | (text[i] & 0x3f);
	}
	/* Overlong forms and C1 controls, surrogates, direction marks, beyond Unicode. */
	if (value < forms[form].least || (value >= 0xd800 && value < 0xe000) ||
	    (value >= 0x200b && value <= 0x200f) || (value >= 0x2028 && value <= 0x202e) ||
	    (value >= 0x2066 && value <= 0x2069) || value == 0xfeff || value > 0x10ffff)
		return 0;
	return form + 1;
}

size_t term_put_character(const struct term *term, const char **text)
{
	const char *at = *text;
	size_t bytes = term_character_bytes(at);

	if (bytes && (bytes == 1 || term->utf8)) {
		if (term->file)
			fwrite(at, 1, bytes, term->file);
		*text += bytes;
		return 1;
	}
	if (term->file)
		fprintf(term->file, "\\x%02x", (unsigned char)*at);
	*text += 1;
	return 4;
}

size_t term_put(const struct term *term, const char *text)
{
	size_t columns = 0;

	while (*text)
		columns += term_put_character(term, &text);
	return columns;
}

size_t term_width(const struct term *term, const char *text)
{
	struct term nowhere = { .utf8 = term->utf8 };

	return term_put(&nowhere, text);
}

void term_pad(const struct term *term, const char *text, size_t width, bool right)
{
	size_t columns = term_width(term, text);
	int padding = columns < width ? (int)(width - columns) : 0;

	if (right)
		fprintf(term->file, "%*s", padding, "");
	term_put(term, text);
	if (!right)
		fprintf(term->file, "%*s", padding, "");
}

void term_cut(const struct term *term, const char *text, size_t width)
{
	const struct term nowhere = { .utf8 = term->utf8 };
	size_t columns = 0;

	if (term_width(term, text) <= width) {
		term_pad(term, text, width, false);
		return;
	}
	for (const char *next = text; ; next = text) {
		size_t taken = term_put_character(&nowhere, &next);

		if (columns + taken >= width)
			break;
		columns += term_put_character(term, &text);
	}
	fprintf(term->file, "%-*s", (int)(width - columns), "~");
}

void term_squeeze(const struct term *term, const char *text, size_t width)
{
	const struct term nowhere = { .utf8 = term->utf8 };
	size_t left = term_width(term, text);

	if (left > width) {
		term_cut(term, text, width - width / 3);
		while (left > width / 3)
			left -= term_put_character(&nowhere, &text);
		width = width / 3;
	}
	term_pad(term, text, width, false);
}

/* Where lines are short names that everybody knows are, too. */
static const char *known_name(const struct term *term, const char *name)
{
	return term->screen && term->columns < TERM_WIDE && !strcmp(name, "[kernel.kallsyms]") ?
	       "[kernel]" : name;
}

size_t term_name_width(const struct term *term, const char *name)
{
	char shorter[FUNCNAME_TEXT];

	name = known_name(term, name);
	return term_width(term, funcname_fit(name, TERM_NAME, shorter));
}

void term_put_name(const struct term *term, const char *name, size_t width, bool pad)
{
	char shorter[FUNCNAME_TEXT];

	name = funcname_fit(known_name(term, name), width, shorter);
	if (term->screen && term_width(term, name) > width)
		term_squeeze(term, name, width);
	else
		term_pad(term, name, pad ? width : 0, false);
}

void term_put_amount(const struct term *term, const char *name, const char *amount, size_t width)
{
	size_t behind = term_width(term, amount);

	if (!term->screen || term_width(term, name) + behind <= width)
		term_put(term, name);
	else
		term_cut(term, name, width > behind ? width - behind : 1);
	term_put(term, amount);
}

void term_complain(const char *command, const char *text)
{
	struct term term;

	term_init(&term, stderr);
	fprintf(stderr, "tea %s: ", command);
	term_put(&term, text);
	fputc('\n', stderr);
}

void term_color(const struct term *term, int color)
{
	if (!term->color)
		return;
	if (color < 0)
		fputs("\033[1m", term->file);
	else
		fprintf(term->file, "\033[38;5;%dm", color);
}

void term_plain(const struct term *term)
{
	if (term->color)
		fputs("\033[m", term->file);
}
