/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * issuequeue.h - an issue queue: N entries, taken in order, freed in any order
 *
 * An operation finds a free entry in the first cycle in which fewer than N of
 * the earlier ones still wait. That is the N-th latest of their free cycles, so
 * the queue is just those N cycles, sorted. They come nearly in order: inserting
 * moves only the entries freed later than the new one, and forgetting the
 * earliest moves none. Exact; O(operations overtaken).
 */
#ifndef TEA_ISSUEQUEUE_H
#define TEA_ISSUEQUEUE_H

#include <string.h>

#include "op.h"

#define TEA_ISSUEQUEUE_STEPS	4	/* insertion steps taken without a branch */

/* Elements that @size entries need: room to append, above zeros to stop at. */
#define TEA_ISSUEQUEUE_SLOTS(size)	(TEA_ISSUEQUEUE_STEPS + 1 + 4 * (size_t)(size))

struct tea_issuequeue {
	cycle_t *free_at;	/* ascending; the last @size count */
	uint32_t size;		/* 1.. */
	uint32_t end;		/* number of elements */
};

static inline void tea_issuequeue_init(struct tea_issuequeue *queue, cycle_t *slots, uint32_t size)
{
	memset(slots, 0, TEA_ISSUEQUEUE_SLOTS(size) * sizeof(*slots));
	*queue = (struct tea_issuequeue){
		.free_at = slots, .size = size, .end = TEA_ISSUEQUEUE_STEPS + 1 + size,
	};
}

/* First cycle in which an entry is free. */
static inline cycle_t tea_issuequeue_ready(const struct tea_issuequeue *queue)
{
	return queue->free_at[queue->end - queue->size];
}

/* The array is full: move what counts to its beginning. */
static inline void tea_issuequeue_compact(struct tea_issuequeue *queue)
{
	cycle_t *begin = queue->free_at + TEA_ISSUEQUEUE_STEPS + 1;

	memmove(begin, queue->free_at + queue->end - queue->size,
		queue->size * sizeof(*queue->free_at));
	queue->end = TEA_ISSUEQUEUE_STEPS + 1 + queue->size;
}

/* Take an entry; it can be taken again in cycle @free_at. */
static inline void tea_issuequeue_push(struct tea_issuequeue *queue, cycle_t free_at)
{
	cycle_t *at;

	if (__builtin_expect(queue->end == TEA_ISSUEQUEUE_SLOTS(queue->size), false))
		tea_issuequeue_compact(queue);
	at = queue->free_at + queue->end++;
	/* how many are passed is as good as random: the usual few without asking */
	for (unsigned int i = 0; i < TEA_ISSUEQUEUE_STEPS; i++, at--) {
		cycle_t below = at[-1];

		*at = below > free_at ? below : free_at;
		free_at = below > free_at ? free_at : below;
	}
	for (; at[-1] > free_at; at--)
		*at = at[-1];
	*at = free_at;
}

#endif /* TEA_ISSUEQUEUE_H */
