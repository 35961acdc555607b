// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * texts.c - interned texts; see texts.h
 */
#include "texts.h"

#include <stdlib.h>
#include <string.h>

#define CAPACITY_FIRST	64

/* FNV-1a. */
static uint64_t hash_text(const char *text)
{
	uint64_t hash = 0xcbf29ce484222325ULL;

	for (; *text; text++)
		hash = (hash ^ (uint8_t)*text) * 0x100000001b3ULL;
	return hash ^ hash >> 32;
}

static char **slot_of(char **slots, size_t capacity, const char *text)
{
	size_t i = hash_text(text) & (capacity - 1);

	while (slots[i] && strcmp(slots[i], text))
		i = (i + 1) & (capacity - 1);
	return &slots[i];
}

static int grow(struct texts *texts)
{
	size_t capacity = texts->capacity ? 2 * texts->capacity : CAPACITY_FIRST;
	char **slots = calloc(capacity, sizeof(*slots));

	if (!slots)
		return -1;
	for (size_t i = 0; i < texts->capacity; i++)
		if (texts->slots[i])
			*slot_of(slots, capacity, texts->slots[i]) = texts->slots[i];
	free(texts->slots);
	texts->slots = slots;
	texts->capacity = capacity;
	return 0;
}

const char *texts_find(const struct texts *texts, const char *text)
{
	return texts->capacity ? *slot_of(texts->slots, texts->capacity, text) : NULL;
}

const char *texts_intern(struct texts *texts, const char *text)
{
	const char *known = texts_find(texts, text);
	char **slot;

	if (known)
		return known;
	if (texts->used * 2 >= texts->capacity && grow(texts))
		return NULL;
	slot = slot_of(texts->slots, texts->capacity, text);
	*slot = strdup(text);
	texts->used += *slot != NULL;
	return *slot;
}

void texts_deinit(struct texts *texts)
{
	for (size_t i = 0; i < texts->capacity; i++)
		free(texts->slots[i]);
	free(texts->slots);
	*texts = (struct texts){ 0 };
}
