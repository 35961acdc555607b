/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pieces.h - a stack as people are shown it: its categories, but Base by commit state
 *
 * A signature without events says nothing by itself: a cycle of it is one in which instructions
 * commit, or in which the oldest waits for another or for its own latency, in which the front-end
 * is late, or in which what flushed the pipeline has no event. The commit state tells. In files Base
 * stays one category; its pieces stand beside it.
 */
#ifndef PIECES_H
#define PIECES_H

#include "recording/recording.h"

/* Of a category all, or of Base one commit state. */
struct piece {
	uint16_t category;
	uint8_t state;			/* PICS_NO_STATE: all, or what has none */
	uint64_t parts;
	struct pics_weight weight;	/* of Base in proportion: no sample tells its states' */
};

#define PIECES_MOST	(CATEGORY_MOST + PICS_STATES)

/* Do people see Base in pieces: are states those of commit? */
bool pieces_split(const struct recording *recording);
/* Those of @stack, largest first. @split: Base by commit state. Returns how many there are. */
size_t pieces_of(const struct category_kind *kind, bool split, const struct pics_stack *stack,
		 struct piece pieces[PIECES_MOST]);
/* How much of it a stack has. */
uint64_t pieces_parts(const struct pics_stack *stack, const struct piece *piece);
/* A number for it, below PIECES_MOST. */
size_t pieces_number(const struct piece *piece);
/* "Base-waits", or the category's name. Returns @text. */
const char *pieces_name(const struct category_kind *kind, const struct piece *piece,
			char text[CATEGORY_TEXT]);
/* Its item, or NULL for a set of several. */
const struct category *pieces_item(const struct category_kind *kind, const struct piece *piece);

#endif /* PIECES_H */
