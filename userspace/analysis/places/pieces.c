// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pieces.c - stacks in pieces; see pieces.h
 */
#include "pieces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool pieces_split(const struct recording_measure *measure)
{
	return measure->kind->pieces && measure->stage == TEA_STACK_COMMIT;
}

/* Larger ones first; those of one size in the order of categories and states. */
static int compare(const void *left, const void *right)
{
	const struct piece *a = left, *b = right;

	if (a->parts != b->parts)
		return a->parts > b->parts ? -1 : 1;
	return a->category != b->category ? (int)a->category - b->category : (int)a->state - b->state;
}

/* Of samples rounded up: where there is a part of one, it is not nothing. */
static struct pics_weight weight_of(const struct pics_share *share, unsigned int state,
				    uint64_t parts)
{
	double part = share->parts ? (double)parts / (double)share->parts : 0;

	if (share->weight.samples == PICS_WINDOWS)
		return (struct pics_weight){
			.samples = PICS_WINDOWS,
			.windows = parts == share->parts ? share->weight.windows :
				   pics_windows_of(share->weight.windows, state),
		};
	return (struct pics_weight){
		.samples = (uint64_t)ceil((double)share->weight.samples * part),
		.squares = share->weight.squares * part,
	};
}

static size_t add(struct piece *pieces, size_t count, const struct pics_share *share,
		  unsigned int state, uint64_t parts)
{
	pieces[count] = (struct piece){
		.category = share->category, .state = (uint8_t)state, .parts = parts,
		.weight = weight_of(share, state, parts),
	};
	return count + 1;
}

static size_t split_share(const struct pics_share *share, struct piece *pieces, size_t count)
{
	uint64_t rest = share->parts;

	for (unsigned int i = 0; i < PICS_STATES; i++) {
		if (share->states[i])
			count = add(pieces, count, share, i, share->states[i]);
		rest -= share->states[i] < rest ? share->states[i] : rest;
	}
	return rest ? add(pieces, count, share, PICS_NO_STATE, rest) : count;
}

size_t pieces_of(const struct category_kind *kind, bool split, const struct pics_stack *stack,
		 struct piece pieces[PIECES_MOST])
{
	size_t count = 0;

	for (size_t i = 0; i < stack->shares_count; i++) {
		const struct pics_share *share = &stack->shares[i];

		if (split && kind->pieces && !share->category && share->parts)
			count = split_share(share, pieces, count);
		else
			count = add(pieces, count, share, PICS_NO_STATE, share->parts);
	}
	if (split && count)
		qsort(pieces, count, sizeof(*pieces), compare);
	return count;
}

uint64_t pieces_parts(const struct pics_stack *stack, const struct piece *piece)
{
	const struct pics_share *share = stack->shares;

	for (size_t i = 0; i < stack->shares_count; i++, share++)
		if (share->category == piece->category)
			return piece->state < PICS_STATES ? share->states[piece->state] : share->parts;
	return 0;
}

size_t pieces_number(const struct piece *piece)
{
	return piece->state == PICS_NO_STATE ? piece->category : CATEGORY_MOST + (size_t)piece->state;
}

const struct category *pieces_item(const struct category_kind *kind, const struct piece *piece)
{
	return piece->state == PICS_NO_STATE ? category_item(kind, piece->category) :
	       &kind->pieces[piece->state];
}

const char *pieces_name(const struct category_kind *kind, const struct piece *piece,
			char text[CATEGORY_TEXT])
{
	return piece->state == PICS_NO_STATE ? category_name(kind, piece->category, text) :
	       strcpy(text, kind->pieces[piece->state].name);
}
