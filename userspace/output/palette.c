// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * palette.c - which colour a category has; see palette.h
 */
#include "palette.h"

#include <stdio.h>

#define CUBE_FIRST	16		/* of six levels of red, green and blue */
#define GREY_FIRST	232

static const int set_colors[] = { 33, 30, 62, 99, 29, 28, 130, 202, 125, 61 };

#define SETS	(sizeof(set_colors) / sizeof(set_colors[0]))

/* The first that no larger set has, from the set's own on; with more sets they take turns. */
static int set_color(uint16_t set, unsigned int taken[SETS])
{
	size_t own = (set * 0x9e3779b1U >> 16) % SETS, best = own;

	for (size_t i = 1; i < SETS; i++)
		if (taken[(own + i) % SETS] < taken[best])
			best = (own + i) % SETS;
	taken[best]++;
	return set_colors[best];
}

void palette_fill(int *colors, const struct category_kind *kind, const struct piece *pieces,
		  size_t count)
{
	unsigned int taken[SETS] = { 0 };

	for (size_t i = 0; i < count; i++) {
		const struct category *item = pieces_item(kind, &pieces[i]);

		colors[i] = item ? item->color : set_color(pieces[i].category, taken);
	}
}

const char *palette_text(int color, char text[PALETTE_TEXT])
{
	static const unsigned char levels[] = { 0, 95, 135, 175, 215, 255 };
	int cube = color - CUBE_FIRST, grey = 8 + 10 * (color - GREY_FIRST);

	if (color >= GREY_FIRST)
		snprintf(text, PALETTE_TEXT, "#%02x%02x%02x", (unsigned char)grey,
			 (unsigned char)grey, (unsigned char)grey);
	else
		snprintf(text, PALETTE_TEXT, "#%02x%02x%02x", levels[cube / 36 % 6],
			 levels[cube / 6 % 6], levels[cube % 6]);
	return text;
}
