/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * issuequeue.h - an issue queue: N entries, taken in order, freed in any order
 *
 * An operation finds a free entry in the first cycle in which fewer than N of
 * the earlier ones still wait: the N-th latest of their free cycles. Two answers:
 *
 *	at once    all but the last N - 1 are free: a running maximum says so
 *	exactly    the latest free cycles, sorted; those taken since are added only
 *	           when somebody asks, and only if they still wait
 *
 * The first does nearly always, with one compare. The second costs what the
 * operation overtakes. Exact as long as tea_issuequeue_ready() is asked for
 * cycles that never fall, as dispatch does.
 */
#ifndef TEA_ISSUEQUEUE_H
#define TEA_ISSUEQUEUE_H

#include <stddef.h>

#include "cycles.h"

struct tea_issuequeue_entry {
	cycle_t free_at;
	cycle_t latest;		/* of the free cycles up to this entry */
};

struct tea_issuequeue {
	struct tea_issuequeue_entry *end;	/* behind the entry taken last */
	struct tea_issuequeue_entry *unsorted;	/* the first that sorted does not have */
	struct tea_issuequeue_entry *begin, *limit;
	cycle_t *top;		/* ascending up to here: the last @size are the latest that waited */
	cycle_t *sorted, *top_limit;
	ptrdiff_t size;		/* 1.. */
	cycle_t asked;		/* cycle of the last tea_issuequeue_ready() */
};

#define TEA_ISSUEQUEUE_ROOM	4	/* times the size, so that moving is rare */

/* Bytes that @size entries need. */
static inline size_t tea_issuequeue_bytes(uint32_t size)
{
	return TEA_ISSUEQUEUE_ROOM * (size_t)size *
	       (sizeof(struct tea_issuequeue_entry) + sizeof(cycle_t));
}

/* @memory: as many as tea_issuequeue_bytes(@size), all 0. */
void tea_issuequeue_init(struct tea_issuequeue *queue, void *memory, uint32_t size);

/* For tea_issuequeue_ready(): sort in what is new, and say exactly. */
cycle_t tea_issuequeue_sort(struct tea_issuequeue *queue);
/* For tea_issuequeue_push(): the last N entries to the beginning. */
void tea_issuequeue_slide(struct tea_issuequeue *queue);

/* First cycle in which an entry is free; @now or earlier if it is free in @now. */
static inline cycle_t tea_issuequeue_ready(struct tea_issuequeue *queue, cycle_t now)
{
	queue->asked = now;
	if (__builtin_expect(queue->end[-queue->size].latest <= now, true))
		return 0;
	return tea_issuequeue_sort(queue);
}

/* Take an entry; it can be taken again in cycle @free_at. */
static inline void tea_issuequeue_push(struct tea_issuequeue *queue, cycle_t free_at)
{
	cycle_t latest = queue->end[-1].latest;

	queue->end->free_at = free_at;
	queue->end->latest = free_at > latest ? free_at : latest;
	if (__builtin_expect(++queue->end == queue->limit, false))
		tea_issuequeue_slide(queue);
}

#endif /* TEA_ISSUEQUEUE_H */
