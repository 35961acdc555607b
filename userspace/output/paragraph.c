// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * paragraph.c - breaking lines at blanks; see paragraph.h
 */
#include "paragraph.h"

#include <string.h>

#define COLUMNS_MOST	100		/* longer lines are hard to read */

/* Columns of the word at @text, made safe. */
static size_t word_width(const struct term *term, const char *text)
{
	const struct term nowhere = { .utf8 = term->utf8 };
	size_t columns = 0;

	while (*text && *text != ' ')
		columns += term_put_character(&nowhere, &text);
	return columns;
}

void paragraph_put(const struct term *term, const char *text, size_t used, const char *lead)
{
	unsigned int columns = term->columns < COLUMNS_MOST ? term->columns : COLUMNS_MOST;
	size_t at = used;
	bool first = true;

	while (*text) {
		size_t width = word_width(term, text);

		if (!first && at + 1 + width > columns) {
			fprintf(term->file, "\n%s", lead);
			at = strlen(lead);
		} else if (!first) {
			fputc(' ', term->file);
			at++;
		}
		while (*text && *text != ' ')
			at += term_put_character(term, &text);
		text += strspn(text, " ");
		first = false;
	}
	fputc('\n', term->file);
}
