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

#define TEA_ISSUEQUEUE_STEPS	2	/* insertion steps taken without a branch */
#define TEA_ISSUEQUEUE_ZEROS	(TEA_ISSUEQUEUE_STEPS + 1)

/* Elements that @size entries need: zeros to stop at, and room to append. */
#define TEA_ISSUEQUEUE_SLOTS(size)	(TEA_ISSUEQUEUE_ZEROS + 4 * (size_t)(size))

struct tea_issuequeue {
	cycle_t *end;		/* ascending up to here; the last @size count */
	cycle_t *begin, *limit;	/* of the array, without the zeros */
	int64_t size;		/* 1.. */
};

static inline void tea_issuequeue_init(struct tea_issuequeue *queue, cycle_t *slots, uint32_t size)
{
	memset(slots, 0, TEA_ISSUEQUEUE_SLOTS(size) * sizeof(*slots));
	*queue = (struct tea_issuequeue){
		.end = slots + TEA_ISSUEQUEUE_ZEROS + size,
		.begin = slots + TEA_ISSUEQUEUE_ZEROS,
		.limit = slots + TEA_ISSUEQUEUE_SLOTS(size), .size = size,
	};
}

/* First cycle in which an entry is free. */
static inline cycle_t tea_issuequeue_ready(const struct tea_issuequeue *queue)
{
	return queue->end[-queue->size];
}

/* The array is full: move what counts to its beginning. */
static inline void tea_issuequeue_compact(struct tea_issuequeue *queue)
{
	memmove(queue->begin, queue->end - queue->size,
		(size_t)queue->size * sizeof(*queue->begin));
	queue->end = queue->begin + queue->size;
}

/* Take an entry; it can be taken again in cycle @free_at, which is not 0. */
static inline void tea_issuequeue_push(struct tea_issuequeue *queue, cycle_t free_at)
{
	cycle_t *at;

	if (__builtin_expect(queue->end == queue->limit, false))
		tea_issuequeue_compact(queue);
	at = queue->end++;
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
