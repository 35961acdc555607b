// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pagestack.c - a stack, as the JSON of the web page has it; see pagestack.h
 */
#include "pagestack.h"

#include <inttypes.h>

void pagestack_put(const struct recording *recording, const struct pics_stack *stack,
		   const uint32_t ranks[PIECES_MOST], const char *separator, FILE *file)
{
	struct piece pieces[PIECES_MOST];
	size_t count = stack ? pieces_of(recording->kind, pieces_split(recording), stack, pieces) : 0;

	for (size_t i = 0; i < count; i++) {
		fprintf(file, "%s%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%.6g", separator,
			ranks[pieces_number(&pieces[i])], pieces[i].parts, pieces[i].weight.samples,
			pieces[i].weight.squares);
		separator = ",";
	}
}
