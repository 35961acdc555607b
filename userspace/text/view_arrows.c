// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * view_arrows.c - the arrows of jumps beside a function's code
 */
#include <string.h>

#include "view_text.h"

/* By bits of a cell, without UTF-8 and with. */
static const char *const cells[2][16] = {
	{ " ", "'", ".", "|", "-", "'", ".", "|", "-", "'", ".", "+", "-", "+", "+", "+" },
	{
		" ", "\u2575", "\u2577", "\u2502", "\u2574", "\u256f", "\u256e", "\u2524",
		"\u2576", "\u2570", "\u256d", "\u251c", "\u2500", "\u2534", "\u252c", "\u253c",
	},
};

static void draw_row(const struct jumps *jumps, const struct jumps_row *row, bool utf8, char *text)
{
	char *end = text;

	for (unsigned int lane = jumps->lanes; lane--; )
		end = stpcpy(end, cells[utf8][row->cells[lane]]);
	if (row->to)
		end = stpcpy(end, utf8 ? "\u25b8" : ">");
	else
		end = stpcpy(end, row->from ? cells[utf8][JUMPS_LEFT | JUMPS_RIGHT] : " ");
	/* Where nothing is drawn there is nothing to pad. */
	if (strspn(text, " ") == (size_t)(end - text))
		*text = '\0';
}

const char *view_arrows(const struct view *view, uint64_t number, char text[VIEW_ARROWS_TEXT])
{
	const struct jumps *jumps = view->rows->jumps;

	draw_row(jumps, &jumps->rows[number], view->term->utf8, text);
	return text;
}
