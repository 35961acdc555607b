// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * arena.c - see arena.h: a list of equal chunks, filled from the bottom
 */
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

#define CHUNK_BYTES	(256 * 1024)

struct arena_chunk {
	struct arena_chunk *next;
	alignas(max_align_t) unsigned char bytes[CHUNK_BYTES];
};

void *arena_alloc(struct arena *arena, size_t bytes)
{
	size_t align = alignof(max_align_t);
	void *at;

	bytes = (bytes + align - 1) / align * align;
	if (!arena->chunks || arena->used + bytes > CHUNK_BYTES) {
		struct arena_chunk *chunk = malloc(sizeof(*chunk));

		if (!chunk)
			return NULL;
		chunk->next = arena->chunks;
		arena->chunks = chunk;
		arena->used = 0;
	}
	at = arena->chunks->bytes + arena->used;
	arena->used += bytes;
	return memset(at, 0, bytes);
}

void arena_free_all(struct arena *arena)
{
	while (arena->chunks) {
		struct arena_chunk *next = arena->chunks->next;

		free(arena->chunks);
		arena->chunks = next;
	}
	arena->used = 0;
}
