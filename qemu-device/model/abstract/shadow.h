/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shadow.h - shadow memory: the last store to the bytes of a load
 *
 * Only the youngest stores are kept, as many as a store queue holds: a later operation finds the
 * data of older ones in the cache, whatever the lane. Stores have numbers, from 1 on; by these
 * each lane keeps its times. Each word of 8 bytes that a store touches is in a chain.
 */
#ifndef TEA_SHADOW_H
#define TEA_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#define TEA_SHADOW_HEADS	256	/* power of two */
#define TEA_SHADOW_WORDS	2	/* that 8 bytes at any address touch */

struct tea_shadow_store {
	uint64_t address;
	uint32_t bytes;				/* 0: none was written */
	uint64_t older[TEA_SHADOW_WORDS];	/* the next in the chain of each word; 0: none */
};

struct tea_shadow {
	struct tea_shadow_store *stores;	/* [number & mask] */
	uint64_t mask;
	uint64_t number;			/* of the youngest */
	uint64_t kept;
	uint64_t heads[TEA_SHADOW_HEADS];
};

/* Keep so many stores. Returns 0 or -ENOMEM. */
int tea_shadow_init(struct tea_shadow *shadow, uint32_t kept);
void tea_shadow_deinit(struct tea_shadow *shadow);

/* A store of @bytes, 8 at most, at @address. Returns its number. */
uint64_t tea_shadow_write(struct tea_shadow *shadow, uint64_t address, uint32_t bytes);
/* Number of the youngest store to one of the bytes, 8 at most; 0: none. @whole: to all of them. */
uint64_t tea_shadow_read(const struct tea_shadow *shadow, uint64_t address, uint32_t bytes,
			 bool *whole);

#endif /* TEA_SHADOW_H */
