// SPDX-License-Identifier: GPL-2.0-or-later
/* siterows.c - an array of rows by static instruction: see siterows.h */
#include "siterows.h"

#include <stdlib.h>
#include <string.h>

#define INITIAL_ROWS	4096

void *tea_siterows_grow(void *rows, size_t *count, size_t bytes, size_t least)
{
	size_t bigger = *count ? *count : INITIAL_ROWS;
	char *grown;

	while (bigger < least)
		bigger *= 2;
	grown = realloc(rows, bigger * bytes);
	if (!grown)
		return NULL;
	memset(grown + *count * bytes, 0, (bigger - *count) * bytes);
	*count = bigger;
	return grown;
}
