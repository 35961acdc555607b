// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pagestack.c - a stack, as the JSON of the web page has it; see pagestack.h
 */
#include "pagestack.h"

#define DIGITS	6			/* of squares of weights, and of deviations */

void pagestack_put_weight(const struct recording_measure *measure, const struct pics_weight *weight,
			  struct jsonwriter *json)
{
	const bool windows = weight->samples == PICS_WINDOWS;

	for (unsigned int i = 0; i < measure->groups; i++)
		json_digits(json, NULL, windows ? weight->windows->deviations[i] : 0, DIGITS);
	if (measure->groups)
		return;
	json_whole(json, NULL, weight->samples);
	json_digits(json, NULL, weight->squares, DIGITS);
}

void pagestack_put(const struct recording_measure *measure, const struct pics_stack *stack,
		   const uint32_t ranks[PIECES_MOST], struct jsonwriter *json)
{
	struct piece pieces[PIECES_MOST];
	size_t count = stack ? pieces_of(measure->kind, pieces_split(measure), stack, pieces) : 0;

	for (size_t i = 0; i < count; i++) {
		json_whole(json, NULL, ranks[pieces_number(&pieces[i])]);
		json_whole(json, NULL, pieces[i].parts);
		pagestack_put_weight(measure, &pieces[i].weight, json);
	}
}
