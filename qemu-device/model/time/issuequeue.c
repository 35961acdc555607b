// SPDX-License-Identifier: GPL-2.0-or-later
/* issuequeue.c - an issue queue: see issuequeue.h */
#include "issuequeue.h"

#define STRIDE		(sizeof(uint64_t) / sizeof(uint16_t))	/* cycles counted in a word */
#define EACH_ONE	UINT64_C(0x0001000100010001)		/* one in each of these counts */
#define GROUP		8					/* words that are added at once */
#define GROUP_CYCLES	(GROUP * STRIDE)

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

/* All that is counted in @count words, which are 0 then. */
static inline uint32_t take_words(uint64_t *words, unsigned int count)
{
	uint64_t sum = 0;	/* as all of a queue's entries are, its counts are below 2^16 */

	for (unsigned int i = 0; i < count; i++) {
		sum += words[i];
		words[i] = 0;
	}
	return (uint32_t)(sum * EACH_ONE >> 48);
}

/* No cycle before @asked is asked for any more: on to it, or nearly. */
static void drain(struct tea_issuequeue *queue)
{
	cycle_t next, stop = queue->asked + 1;

	while (queue->ready < queue->asked && (queue->ready + 1) % STRIDE)
		step(queue);
	next = queue->ready + 1;
	while (next + STRIDE <= stop && queue->waiting) {
		if (next % GROUP_CYCLES == 0 && next + GROUP_CYCLES <= stop) {
			queue->waiting -= take_words(find_word(queue, next), GROUP);
			next += GROUP_CYCLES;
		} else {
			queue->waiting -= take_words(find_word(queue, next), 1);
			next += STRIDE;
		}
	}
	queue->ready = queue->waiting ? next - 1 : cycle_max(next - 1, queue->asked);
}

void tea_issuequeue_move(struct tea_issuequeue *queue)
{
	/* a full queue moves often, and then not far */
	if (queue->asked > queue->ready + STRIDE)
		drain(queue);
	while (queue->waiting >= queue->size) {
		cycle_t next = queue->ready + 1;

		if (next % STRIDE || *find_word(queue, next))
			step(queue);
		else
			queue->ready += STRIDE;
	}
}

bool tea_issuequeue_has_free(struct tea_issuequeue *queue, uint32_t count, cycle_t now)
{
	if (queue->waiting + count > queue->size) {
		queue->asked = now;
		drain(queue);
	}
	return queue->waiting + count <= queue->size;
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
