// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * csv.c - quoting; see csv.h
 */
#include "csv.h"

#include <string.h>

void csv_put_text(const struct term *term, const char *text)
{
	bool quote = text[strcspn(text, ",\"")];

	if (!quote) {
		term_put(term, text);
		return;
	}
	fputc('"', term->file);
	while (*text) {
		if (*text == '"')
			fputc('"', term->file);
		term_put_character(term, &text);
	}
	fputc('"', term->file);
}
