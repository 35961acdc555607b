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

/* Elements that @size entries need. */
#define TEA_ISSUEQUEUE_SLOTS(size)	(4 * (size_t)(size))

struct tea_issuequeue {
	cycle_t *free_at;	/* [head, head + size) are in use, ascending */
	uint32_t size;		/* 1.. */
	uint32_t head;
};

static inline void tea_issuequeue_init(struct tea_issuequeue *queue, cycle_t *slots, uint32_t size)
{
	memset(slots, 0, TEA_ISSUEQUEUE_SLOTS(size) * sizeof(*slots));
	*queue = (struct tea_issuequeue){ .free_at = slots, .size = size };
}

/* First cycle in which an entry is free. */
static inline cycle_t tea_issuequeue_ready(const struct tea_issuequeue *queue)
{
	return queue->free_at[queue->head];
}

/* Take an entry; it can be taken again in cycle @free_at. */
static inline void tea_issuequeue_push(struct tea_issuequeue *queue, cycle_t free_at)
{
	cycle_t *first, *at;

	if (queue->head + queue->size == TEA_ISSUEQUEUE_SLOTS(queue->size)) {
		memcpy(queue->free_at, queue->free_at + queue->head,
		       queue->size * sizeof(*queue->free_at));
		queue->head = 0;
	}
	first = queue->free_at + queue->head;
	at = first + queue->size;
	if (free_at <= *first)
		return;
	for (; at[-1] > free_at; at--)
		*at = at[-1];
	*at = free_at;
	queue->head++;
}

#endif /* TEA_ISSUEQUEUE_H */
