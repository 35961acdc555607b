/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * arena.h - memory that lives as long as QEMU's translations
 *
 * Handed out in small pieces, given back all at once when QEMU flushes its
 * translations. QEMU translates under one lock, so there is none here.
 */
#ifndef TEA_ARENA_H
#define TEA_ARENA_H

#include <stddef.h>

struct arena_chunk;

struct arena {
	struct arena_chunk *chunks;	/* the one in use first */
	size_t used;			/* bytes of it */
};

/* Zeroed memory for any type, or NULL when it runs out; @bytes at most 64 KiB. */
void *arena_alloc(struct arena *arena, size_t bytes);
void arena_free_all(struct arena *arena);

#endif /* TEA_ARENA_H */
