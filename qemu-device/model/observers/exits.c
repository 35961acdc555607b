// SPDX-License-Identifier: GPL-2.0-or-later
/* exits.c - when the last operations leave the ROB: see exits.h */
#include "exits.h"

#include <errno.h>
#include <stdlib.h>

int tea_exits_init(struct tea_exits *exits, uint32_t rob)
{
	uint32_t size = 1;

	while (size <= rob)
		size *= 2;
	*exits = (struct tea_exits){
		.ends = calloc(size, sizeof(*exits->ends)), .mask = size - 1,
	};
	return exits->ends ? 0 : -ENOMEM;
}

void tea_exits_deinit(struct tea_exits *exits)
{
	free(exits->ends);
	exits->ends = NULL;
}
