// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_labelled.c - a line with a name in front; see view_labelled.h
 */
#include "view_labelled.h"

#include <stdlib.h>

#include "analysis/causes/advice.h"
#include "output/paragraph.h"

#define INDENT		8
#define LABEL		7		/* "remedy " */
#define LABEL_LEAD	"               "

void view_labelled_put(const struct view *view, const char *label, const char *text)
{
	char *words = advice_text(text, view->recording);

	fprintf(view->term->file, "%*s%-*s", INDENT, "", LABEL, label);
	paragraph_put(view->term, words ? words : text, INDENT + LABEL, LABEL_LEAD);
	free(words);
}
