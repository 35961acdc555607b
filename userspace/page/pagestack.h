/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pagestack.h - a stack, as the JSON of the web page has it: pagedata.h
 */
#ifndef PAGESTACK_H
#define PAGESTACK_H

#include "analysis/places/pieces.h"
#include "output/jsonwriter.h"

/*
 * STACK of @stack, which may be NULL, within a list. @ranks: positions in categories,
 * which are pieces, by their number.
 */
void pagestack_put(const struct recording_measure *measure, const struct pics_stack *stack,
		   const uint32_t ranks[PIECES_MOST], struct jsonwriter *json);

/* The numbers of a weight, of samples or of windows. */
void pagestack_put_weight(const struct recording_measure *measure, const struct pics_weight *weight,
			  struct jsonwriter *json);

#endif /* PAGESTACK_H */
