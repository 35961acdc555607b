/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * palette.h - the colours of categories, the same on terminals and on pages
 *
 * They are from the 256 colours of terminals, and all can be read on black and on white. An item
 * keeps its own in every view; a set of several has one by its members, so that views of other
 * recordings mostly agree, unless a larger set of the same view has it already.
 */
#ifndef PALETTE_H
#define PALETTE_H

#include "analysis/places/pieces.h"

/* The colour of each of the @count @pieces of a whole view, the largest of which come first. */
void palette_fill(int *colors, const struct category_kind *kind, const struct piece *pieces,
		  size_t count);

/* "#0087d7", as pages have it. Returns @text. */
#define PALETTE_TEXT	8
const char *palette_text(int color, char text[PALETTE_TEXT]);

#endif /* PALETTE_H */
