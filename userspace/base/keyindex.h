/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * keyindex.h - from a key of 128 bits to a position in the caller's array
 *
 * Open addressing, at most half full. The caller appends to its array and puts the
 * new position; nothing is ever removed. Zeroed memory is an empty index.
 */
#ifndef KEYINDEX_H
#define KEYINDEX_H

#include <stddef.h>
#include <stdint.h>

#define KEYINDEX_NONE	UINT32_MAX

struct key {
	uint64_t high, low;
};

struct keyindex_slot {
	struct key key;
	uint32_t value_plus_one;	/* 0: free */
};

struct keyindex {
	struct keyindex_slot *slots;
	size_t capacity, used;
};

/* The position put for @key, or KEYINDEX_NONE. */
uint32_t keyindex_get(const struct keyindex *index, struct key key);
/* @key must not be in the index. 0 or -ENOMEM. */
int keyindex_put(struct keyindex *index, struct key key, uint32_t value);
/* @key, which must be in the index, now stands for @value. */
void keyindex_move(struct keyindex *index, struct key key, uint32_t value);
void keyindex_deinit(struct keyindex *index);

/*
 * Grows an array of @count items for one more. Its size doubles: 1, 2, 4 and so on, since there can
 * be many arrays of one. Returns the array, moved if need be, or NULL when memory runs out (the old
 * one stays).
 */
void *array_grow(void *array, size_t count, size_t item_bytes);

/*
 * One more item, zeroed, of an array of @count, under @key, which must not be in the index.
 * Returns its number, or KEYINDEX_NONE when memory runs out.
 */
#define KEYINDEX_APPEND(index, key, array, count) \
	keyindex_append(index, key, (void **)&(array), &(count), sizeof(*(array)))
uint32_t keyindex_append(struct keyindex *index, struct key key, void **array, size_t *count,
			 size_t item_bytes);

#endif /* KEYINDEX_H */
