/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pieces.h - a stack as views show it: its categories, but Base by commit state
 *
 * A signature without events says little: in such a cycle instructions commit, or the oldest one
 * waits for another or for its own latency, or the front-end is late, or a flush without an event
 * emptied the pipeline. The commit state says which. In files Base stays one category; its pieces
 * stand beside it.
 */
#ifndef PIECES_H
#define PIECES_H

#include "recording/recording.h"

/* A category, or Base in one commit state. */
struct piece {
	uint16_t category;
	uint8_t state;			/* PICS_NO_STATE: all, or without a state */
	uint64_t parts;
	struct pics_weight weight;	/* of samples for Base in proportion: its states have none */
};

#define PIECES_MOST	(CATEGORY_MOST + PICS_STATES)

/* Do people see Base in pieces: are states those of commit? */
bool pieces_split(const struct recording_measure *measure);
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
