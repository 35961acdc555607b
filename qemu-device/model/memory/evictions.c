// SPDX-License-Identifier: GPL-2.0-or-later
/* evictions.c - the lines that cores took from each other: see evictions.h */
#include "evictions.h"

#include <errno.h>
#include <stdlib.h>

#include "cache.h"

#define REACH	4	/* times the LLC's lines */

struct tea_eviction {
	uint64_t address;	/* TEA_LINE_INVALID: none */
	unsigned int by;
};

int tea_evictions_init(struct tea_evictions *evictions, uint64_t lines)
{
	uint64_t places = 1;

	while (places < REACH * lines)
		places *= 2;
	evictions->mask = places - 1;
	evictions->places = malloc(places * sizeof(*evictions->places));
	if (!evictions->places)
		return -ENOMEM;
	for (uint64_t i = 0; i < places; i++)
		evictions->places[i].address = TEA_LINE_INVALID;
	return 0;
}

void tea_evictions_deinit(struct tea_evictions *evictions)
{
	free(evictions->places);
}

void tea_evictions_add(struct tea_evictions *evictions, uint64_t address, unsigned int by)
{
	evictions->places[address & evictions->mask] =
		(struct tea_eviction){ .address = address, .by = by };
}

bool tea_evictions_end(struct tea_evictions *evictions, uint64_t address, unsigned int core)
{
	struct tea_eviction *place = &evictions->places[address & evictions->mask];

	if (place->address != address)
		return false;
	place->address = TEA_LINE_INVALID;
	return place->by != core;
}
