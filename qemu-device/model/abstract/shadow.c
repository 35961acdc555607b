// SPDX-License-Identifier: GPL-2.0-or-later
/* shadow.c - shadow memory: the last store to the bytes of a load: see shadow.h */
#include "shadow.h"

#include <errno.h>
#include <stdlib.h>

#define WORD_BYTES	8

int tea_shadow_init(struct tea_shadow *shadow, uint32_t kept)
{
	uint64_t slots = 1;

	while (slots < kept)
		slots *= 2;
	*shadow = (struct tea_shadow){ .mask = slots - 1, .kept = kept };
	shadow->stores = calloc(slots, sizeof(*shadow->stores));
	return shadow->stores ? 0 : -ENOMEM;
}

void tea_shadow_deinit(struct tea_shadow *shadow)
{
	free(shadow->stores);
}

static uint64_t *head_of(struct tea_shadow *shadow, uint64_t word)
{
	return &shadow->heads[word % TEA_SHADOW_HEADS];
}

uint64_t tea_shadow_write(struct tea_shadow *shadow, uint64_t address, uint32_t bytes)
{
	const uint64_t number = ++shadow->number, first = address / WORD_BYTES;
	struct tea_shadow_store *store = &shadow->stores[number & shadow->mask];

	*store = (struct tea_shadow_store){ .address = address, .bytes = bytes };
	for (uint64_t i = 0; bytes && first + i <= (address + bytes - 1) / WORD_BYTES; i++) {
		uint64_t *head = head_of(shadow, first + i);

		store->older[i] = *head;
		*head = number;
	}
	return number;
}

static bool overlaps(const struct tea_shadow_store *store, uint64_t address, uint32_t bytes)
{
	return store->address < address + bytes && address < store->address + store->bytes;
}

/* The next store in the chain of @word: of its words the one with the same head. */
static uint64_t next_in(const struct tea_shadow_store *store, uint64_t word)
{
	const uint64_t first = store->address / WORD_BYTES;

	return store->older[(word - first) % TEA_SHADOW_HEADS];
}

/* The youngest one that overlaps, in the chain of @word, and is younger than @than. */
static uint64_t find_in(const struct tea_shadow *shadow, uint64_t word, uint64_t address,
			uint32_t bytes, uint64_t than)
{
	const uint64_t gone = shadow->number > shadow->kept ? shadow->number - shadow->kept : 0;
	uint64_t number = shadow->heads[word % TEA_SHADOW_HEADS];

	than = than > gone ? than : gone;
	while (number > than) {
		const struct tea_shadow_store *store = &shadow->stores[number & shadow->mask];

		if (overlaps(store, address, bytes))
			return number;
		number = next_in(store, word);
	}
	return 0;
}

uint64_t tea_shadow_read(const struct tea_shadow *shadow, uint64_t address, uint32_t bytes,
			 bool *whole)
{
	const uint64_t first = address / WORD_BYTES, last = (address + bytes - 1) / WORD_BYTES;
	uint64_t number = find_in(shadow, first, address, bytes, 0), other;
	const struct tea_shadow_store *store;

	if (last != first) {
		other = find_in(shadow, last, address, bytes, number);
		number = other > number ? other : number;
	}
	store = &shadow->stores[number & shadow->mask];
	*whole = number && store->address <= address &&
		 address + bytes <= store->address + store->bytes;
	return number;
}
