// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * keyindex.c - hash index and growing arrays; see keyindex.h
 */
#include "keyindex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define CAPACITY_FIRST	64

static size_t slot_of(struct key key, size_t capacity)
{
	uint64_t hash = key.high * 0x9e3779b97f4a7c15ULL;

	hash = (hash ^ hash >> 32 ^ key.low) * 0xc2b2ae3d27d4eb4fULL;
	return (hash ^ hash >> 29) & (capacity - 1);
}

static struct keyindex_slot *find(const struct keyindex *index, struct key key)
{
	size_t i = slot_of(key, index->capacity);

	while (index->slots[i].value_plus_one && (index->slots[i].key.high != key.high ||
						  index->slots[i].key.low != key.low))
		i = (i + 1) & (index->capacity - 1);
	return &index->slots[i];
}

static int grow(struct keyindex *index)
{
	struct keyindex bigger = {
		.capacity = index->capacity ? 2 * index->capacity : CAPACITY_FIRST,
		.used = index->used,
	};

	bigger.slots = calloc(bigger.capacity, sizeof(*bigger.slots));
	if (!bigger.slots)
		return -ENOMEM;
	for (size_t i = 0; i < index->capacity; i++)
		if (index->slots[i].value_plus_one)
			*find(&bigger, index->slots[i].key) = index->slots[i];
	free(index->slots);
	*index = bigger;
	return 0;
}

uint32_t keyindex_get(const struct keyindex *index, struct key key)
{
	return index->capacity ? find(index, key)->value_plus_one - 1 : KEYINDEX_NONE;
}

int keyindex_put(struct keyindex *index, struct key key, uint32_t value)
{
	if (index->used * 2 >= index->capacity && grow(index))
		return -ENOMEM;
	*find(index, key) = (struct keyindex_slot){ .key = key, .value_plus_one = value + 1 };
	index->used++;
	return 0;
}

void keyindex_move(struct keyindex *index, struct key key, uint32_t value)
{
	find(index, key)->value_plus_one = value + 1;
}

void keyindex_deinit(struct keyindex *index)
{
	free(index->slots);
	*index = (struct keyindex){ 0 };
}

void *array_grow(void *array, size_t count, size_t item_bytes)
{
	if (count & (count - 1))
		return array;
	return reallocarray(array, count ? 2 * count : 1, item_bytes);
}

uint32_t keyindex_append(struct keyindex *index, struct key key, void **array, size_t *count,
			 size_t item_bytes)
{
	void *grown = array_grow(*array, *count, item_bytes);

	if (!grown)
		return KEYINDEX_NONE;
	*array = grown;
	if (keyindex_put(index, key, (uint32_t)*count))
		return KEYINDEX_NONE;
	memset((char *)grown + *count * item_bytes, 0, item_bytes);
	return (uint32_t)(*count)++;
}
