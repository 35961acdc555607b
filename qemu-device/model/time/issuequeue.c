// SPDX-License-Identifier: GPL-2.0-or-later
/* issuequeue.c - an issue queue: see issuequeue.h */
#include "issuequeue.h"

#include <string.h>

void tea_issuequeue_init(struct tea_issuequeue *queue, void *memory, uint32_t size)
{
	const size_t slots = TEA_ISSUEQUEUE_ROOM * (size_t)size;
	struct tea_issuequeue_entry *entries = memory;
	cycle_t *sorted = (cycle_t *)(entries + slots);

	*queue = (struct tea_issuequeue){
		.end = entries + size, .unsorted = entries + size,
		.begin = entries, .limit = entries + slots,
		.top = sorted + size, .sorted = sorted, .top_limit = sorted + slots, .size = size,
	};
}

/* Put @free_at, later than the earliest of the sorted ones, among them: that one falls out. */
static void insert(struct tea_issuequeue *queue, cycle_t free_at)
{
	cycle_t *at;

	if (queue->top == queue->top_limit) {
		memmove(queue->sorted, queue->top - queue->size,
			(size_t)queue->size * sizeof(*queue->sorted));
		queue->top = queue->sorted + queue->size;
	}
	for (at = queue->top++; at[-1] > free_at; at--)
		*at = at[-1];
	*at = free_at;
}

cycle_t tea_issuequeue_sort(struct tea_issuequeue *queue)
{
	struct tea_issuequeue_entry *from = queue->end;

	while (from > queue->unsorted && from[-1].latest > queue->asked)
		from--;
	for (; from < queue->end; from++) {
		cycle_t free_at = from->free_at;

		if (free_at > queue->asked && free_at > queue->top[-queue->size])
			insert(queue, free_at);
	}
	queue->unsorted = queue->end;
	return queue->top[-queue->size];
}

void tea_issuequeue_slide(struct tea_issuequeue *queue)
{
	tea_issuequeue_sort(queue);
	memmove(queue->begin, queue->end - queue->size,
		(size_t)queue->size * sizeof(*queue->begin));
	queue->end = queue->begin + queue->size;
	queue->unsorted = queue->end;
}
