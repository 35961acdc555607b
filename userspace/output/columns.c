// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * columns.c - columns that share a line; see columns.h
 */
#include "columns.h"

size_t columns_fit(size_t *const widths[], size_t count, size_t room)
{
	size_t sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += *widths[i];
	while (sum > room) {
		size_t widest = 0;

		for (size_t i = 1; i < count; i++)
			if (*widths[i] > *widths[widest])
				widest = i;
		if (!count || *widths[widest] <= COLUMNS_NAME)
			break;
		--*widths[widest];
		sum--;
	}
	return sum;
}
