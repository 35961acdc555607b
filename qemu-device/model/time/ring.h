/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ring.h - N entries, taken and given back in order, that only some operations take
 *
 * The whole state of such a structure is the cycles in which its last N entries
 * come free: taking entry i has to wait for entry i - N. Load and store queue, fetch
 * target queue, physical registers and outstanding branches are rings. An entry that every
 * operation takes, as in the reorder buffer, is a look back at the history instead
 * (history.h); entries taken in order and freed in any are an issue queue.
 *
 * tea_ring_ready() and tea_ring_push() alternate, one pair per entry, both O(1).
 * Free cycles of successive entries need not grow: entry i - N is what counts.
 */
#ifndef TEA_RING_H
#define TEA_RING_H

#include "cycles.h"

struct tea_ring {
	cycle_t *free_at;	/* first cycle in which the slot can be taken again */
	uint32_t size;		/* 1.. */
	uint32_t head;		/* slot of the next entry */
};

/* @slots has @size elements and outlives the ring; all are free from cycle 0. */
static inline void tea_ring_init(struct tea_ring *ring, cycle_t *slots, uint32_t size)
{
	for (uint32_t i = 0; i < size; i++)
		slots[i] = 0;
	*ring = (struct tea_ring){ .free_at = slots, .size = size };
}

/* First cycle in which the next entry can be taken. */
static inline cycle_t tea_ring_ready(const struct tea_ring *ring)
{
	return ring->free_at[ring->head];
}

/* Whether the next @count entries can be taken in @now, where their cycles never fall. */
static inline bool tea_ring_has_free(const struct tea_ring *ring, uint32_t count, cycle_t now)
{
	uint32_t last = ring->head + count - 1;

	return count <= ring->size &&
	       ring->free_at[last >= ring->size ? last - ring->size : last] <= now;
}

/* Take the next entry; it can be taken again in cycle @free_at. */
static inline void tea_ring_push(struct tea_ring *ring, cycle_t free_at)
{
	uint32_t head = ring->head;

	ring->free_at[head++] = free_at;
	if (__builtin_expect(head == ring->size, false))
		head = 0;
	ring->head = head;
}

/* Correct the free cycle of the @back-th last entry taken, 0 the last (@back < size). */
static inline void tea_ring_amend(struct tea_ring *ring, uint32_t back, cycle_t free_at)
{
	uint32_t ahead = ring->head + ring->size - 1 - back;

	ring->free_at[ahead >= ring->size ? ahead - ring->size : ahead] = free_at;
}

#endif /* TEA_RING_H */
