// SPDX-License-Identifier: GPL-2.0-or-later
/* issuequeue.c - an issue queue: see issuequeue.h */
#include "issuequeue.h"

#define STRIDE		(sizeof(uint64_t) / sizeof(uint16_t))	/* cycles counted in a word */
#define EACH_ONE	UINT64_C(0x0001000100010001)		/* one in each of these counts */

static inline uint64_t *find_word(struct tea_issuequeue *queue, cycle_t cycle)
{
	return &queue->words[cycle % TEA_ISSUEQUEUE_CYCLES / STRIDE];
}

static inline void step(struct tea_issuequeue *queue)
{
	uint16_t *frees = &queue->frees[++queue->ready % TEA_ISSUEQUEUE_CYCLES];

	queue->waiting -= *frees;
	*frees = 0;
}

/* Nobody asks for a cycle before @asked any more: on to it, or nearly. */
static void drain(struct tea_issuequeue *queue)
{
	cycle_t next, stop = queue->asked + 1;

	while (queue->ready < queue->asked && (queue->ready + 1) % STRIDE)
		step(queue);
	for (next = queue->ready + 1; next + STRIDE <= stop && queue->waiting; next += STRIDE) {
		uint64_t *word = find_word(queue, next);

		queue->waiting -= (uint32_t)(*word * EACH_ONE >> 48);
		*word = 0;
	}
	queue->ready = queue->waiting ? next - 1 : cycle_max(next - 1, queue->asked);
}

void tea_issuequeue_move(struct tea_issuequeue *queue)
{
	drain(queue);
	while (queue->waiting >= queue->size) {
		cycle_t next = queue->ready + 1;

		if (next % STRIDE || *find_word(queue, next))
			step(queue);
		else
			queue->ready += STRIDE;
	}
}

void tea_issuequeue_push_far(struct tea_issuequeue *queue, cycle_t free_at)
{
	cycle_t end;

	drain(queue);
	while (queue->ready < queue->asked)
		step(queue);
	end = queue->ready + TEA_ISSUEQUEUE_CYCLES;
	if (free_at > queue->ready)
		tea_issuequeue_push(queue, free_at < end ? free_at : end);
}
