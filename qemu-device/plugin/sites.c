// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sites.c - dense numbers for the static instructions of a program: see sites.h
 */
#include <stdlib.h>

#include "sites.h"

#define INITIAL_SLOTS	8192

/* The slot that holds @pc, or the free one where it belongs. */
static uint32_t *find_slot(const struct sites *sites, uint64_t pc)
{
	size_t at = (size_t)(pc * 0x9e3779b97f4a7c15U >> 20) & (sites->capacity - 1);

	while (sites->slots[at] && sites->list[sites->slots[at]].pc != pc)
		at = (at + 1) & (sites->capacity - 1);
	return &sites->slots[at];
}

/* Room for as many numbers as may be in use before the next growth. */
static int grow(struct sites *sites)
{
	size_t capacity = sites->capacity ? 2 * sites->capacity : INITIAL_SLOTS;
	struct site *list = realloc(sites->list, (capacity / 2 + 1) * sizeof(*list));
	uint32_t *slots = calloc(capacity, sizeof(*slots));

	if (list)
		sites->list = list;
	if (!list || !slots) {
		free(slots);
		return -1;
	}
	free(sites->slots);
	sites->slots = slots;
	sites->capacity = capacity;
	for (uint32_t i = 1; i <= sites->count; i++)
		*find_slot(sites, list[i].pc) = i;
	return 0;
}

static uint32_t add(struct sites *sites, uint64_t pc)
{
	if (sites->count == sites->capacity / 2 && grow(sites))
		return 0;
	sites->list[++sites->count] = (struct site){ .pc = pc };
	*find_slot(sites, pc) = sites->count;
	return sites->count;
}

static void note_bits(struct sites *sites, struct site *site, uint32_t bits)
{
	if (!bits)
		return;
	sites->replaced += site->bits && site->bits != bits;
	site->bits = bits;
}

uint32_t sites_number(struct sites *sites, uint64_t pc, uint32_t bits)
{
	uint32_t number = 0;

	pthread_mutex_lock(&sites->lock);
	if (sites->capacity)
		number = *find_slot(sites, pc);
	if (!number)
		number = add(sites, pc);
	if (number)
		note_bits(sites, &sites->list[number], bits);
	pthread_mutex_unlock(&sites->lock);
	return number;
}

uint32_t sites_find(struct sites *sites, uint64_t pc)
{
	uint32_t number = 0;

	pthread_mutex_lock(&sites->lock);
	if (sites->capacity)
		number = *find_slot(sites, pc);
	pthread_mutex_unlock(&sites->lock);
	return number;
}
