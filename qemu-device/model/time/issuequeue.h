/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * issuequeue.h - an issue queue: N entries, taken in order, freed in any order
 *
 * An operation finds a free entry in the first cycle in which fewer than N of
 * the earlier ones still wait. No later operation finds one in an earlier cycle:
 * so the queue counts how many entries become free in each cycle behind that one,
 * and moves on when they are N:
 *
 *	        ready
 *	          |   waiting = 2 + 1 + 1
 *	 frees    v   2   .   1   .   .   1
 *	cycle     8   9  10  11  12  13  14
 *
 * The counts are a window: entries freed later count as freed at its end.
 */
#ifndef TEA_ISSUEQUEUE_H
#define TEA_ISSUEQUEUE_H

#include "cycles.h"

#define TEA_ISSUEQUEUE_CYCLES	16384	/* of the window */

struct tea_issuequeue {
	cycle_t ready;		/* no entry is free before; or it is not asked for any more */
	cycle_t asked;		/* cycle of the last tea_issuequeue_ready() */
	uint32_t waiting;	/* entries that become free after @ready */
	uint32_t size;		/* 1..UINT16_MAX */
	union {			/* and how many in each cycle, modulo */
		uint16_t frees[TEA_ISSUEQUEUE_CYCLES];
		uint64_t words[TEA_ISSUEQUEUE_CYCLES / 4];	/* of four cycles */
	};
};

/* @queue: all 0. */
static inline void tea_issuequeue_init(struct tea_issuequeue *queue, uint32_t size)
{
	queue->size = size;
}

/* For tea_issuequeue_ready(): move on until an entry is free. */
void tea_issuequeue_move(struct tea_issuequeue *queue);
/* For tea_issuequeue_push(): @free_at is behind the window. */
void tea_issuequeue_push_far(struct tea_issuequeue *queue, cycle_t free_at);

/*
 * First cycle in which an entry is free; @now or earlier if it is free in @now. Exact as
 * long as it is asked for cycles that never fall, as dispatch does.
 */
static inline cycle_t tea_issuequeue_ready(struct tea_issuequeue *queue, cycle_t now)
{
	queue->asked = now;
	if (__builtin_expect(queue->waiting >= queue->size, false))
		tea_issuequeue_move(queue);
	return queue->ready;
}

/*
 * Whether @count entries are free in @now, which is no later than any cycle asked for from now
 * on. If so, that many operations need not ask, but enter.
 */
bool tea_issuequeue_has_free(struct tea_issuequeue *queue, uint32_t count, cycle_t now);

/* Take an entry; it can be taken again in cycle @free_at. */
static inline void tea_issuequeue_push(struct tea_issuequeue *queue, cycle_t free_at)
{
	if (__builtin_expect(free_at - queue->ready - 1 < TEA_ISSUEQUEUE_CYCLES, true)) {
		queue->frees[free_at % TEA_ISSUEQUEUE_CYCLES]++;
		queue->waiting++;
	} else if (free_at > queue->ready) {
		tea_issuequeue_push_far(queue, free_at);
	}
}

/*
 * Replaces tea_issuequeue_ready() and tea_issuequeue_push() where an entry is known to be free in
 * @now. The result is the same: the time asked for matters only for entries beyond the window.
 */
static inline void tea_issuequeue_enter(struct tea_issuequeue *queue, cycle_t now, cycle_t free_at)
{
	if (__builtin_expect(free_at - queue->ready - 1 >= TEA_ISSUEQUEUE_CYCLES, false))
		queue->asked = now;
	tea_issuequeue_push(queue, free_at);
}

#endif /* TEA_ISSUEQUEUE_H */
