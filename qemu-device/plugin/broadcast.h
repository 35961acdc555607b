/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * broadcast.h - a queue that hands one stream to many lanes, on threads of their own
 *
 *	stream ---> broadcast_put ---> batches, a ring of them ---> workers: a lane each, a batch at a time
 *
 * The thread that makes the stream writes its items into a batch, and passes that on when it is
 * full. Each lane takes all batches in their order, by one worker at a time, whichever is free: it
 * sees the same as alone, however many workers there are. The stream waits if the slowest lane has
 * not taken any batch of the ring.
 *
 * A pool has the workers, as many as the process may use processors, or as there are lanes if these
 * are fewer; it serves any number of queues, one for each thread of a program, in turn.
 *
 * A worker reads nothing that the stream's thread still writes. An item has all that a lane needs,
 * with the decoded instruction, mask and addresses of a vector; a run has its words, and a block
 * that does not change and stays until the queue is drained. The feed keeps its other data of
 * static instructions private; observers have tables of their own, indexed by the numbers in the
 * items. A batch is full before the pool's lock is taken to pass it on, and is not written again
 * before that lock showed that all lanes are through: one lock for each batch and lane, none for an
 * item. A lane stays with a worker, whose processor has its tables in its caches, until another one
 * has nothing else to do.
 *
 * In a forked process there are no workers, and its lanes' results are not wanted: there a queue
 * takes items and drops them.
 */
#ifndef TEA_BROADCAST_H
#define TEA_BROADCAST_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#include "isa/vector.h"
#include "lane.h"

/* Some 3,000 items, or 20,000 operations in runs: a lock in a hundred microseconds or more. */
#ifndef BROADCAST_BATCH_BYTES
#define BROADCAST_BATCH_BYTES	(256 * 1024)
#endif
/* A lane takes up to this many at a time, with its tables in the processor's caches. */
#define BROADCAST_BATCHES	16
/* The most of a vector operation: elements of 8 bits, in a group of 8 registers. */
#define BROADCAST_ELEMENTS	TEA_VLEN_MAX
#define BROADCAST_ITEM_BYTES	(sizeof(struct broadcast_item) + sizeof(struct tea_vector_op) + \
				 BROADCAST_ELEMENTS * sizeof(uint64_t))

/* The elements of the ring: a run, or a single item, followed by the data of the operation. */
struct broadcast_run {
	const struct tea_block *block;	/* NULL: it is a struct broadcast_item */
	uint64_t next_pc;
	uint32_t count;
	struct part part;
	uint64_t words[];
};

struct broadcast_item {
	const struct tea_block *none;
	struct stream_item item;
};

struct threadpool {
	pthread_mutex_t lock;		/* of this structure, and of data that queues share */
	pthread_cond_t work;		/* there is a batch to be taken, or the end */
	struct broadcast *broadcasts;
	pthread_t *threads;
	unsigned int count, most;	/* threads */
	unsigned int started;		/* of these, by which a worker has its number */
	unsigned int lanes;		/* of all queues */
	uint64_t turn;
	pid_t pid;			/* of the process that has the threads */
	bool ends;
};

/* A lane's place in the stream; with the pool's lock, except the lane, which @busy guards. */
struct broadcast_lane {
	struct lane *lane;
	uint64_t taken;			/* batches */
	uint64_t turn;			/* when a worker took it last */
	unsigned int home;		/* the worker that did */
	bool busy;			/* a worker has it */
};

struct broadcast {
	uint8_t *at, *full;		/* the stream's: the next item's place, the last one for it */
	uint8_t *batches;
	uint8_t *ends[BROADCAST_BATCHES];	/* behind the last item of each */
	uint64_t given;			/* batches, so far */
	struct broadcast_lane *lanes;
	unsigned int count;
	pthread_cond_t room;		/* half of the ring has been taken */
	struct threadpool *pool;
	struct broadcast *next;
};

/*
 * Up to @most threads, which begin when there are lanes for them; 0: as many as there are
 * processors for this process. Returns 0 or -ENOMEM.
 */
int threadpool_init(struct threadpool *pool, unsigned int most);
/* No queue is left: the threads end. */
void threadpool_deinit(struct threadpool *pool);

/*
 * Starts a stream for @count lanes, made by lane_create(). Others must not touch them from now on,
 * unless the queue is drained; NULL lanes are left out. Returns 0, or a negative errno if there is
 * no memory or no thread.
 */
int broadcast_init(struct broadcast *broadcast, struct threadpool *pool, struct lane *const *lanes,
	       unsigned int count);
/* Drain it, and leave the pool. */
void broadcast_deinit(struct broadcast *broadcast);
/* Wait until all lanes have taken all that was put: they stand still until more is. */
void broadcast_drain(struct broadcast *broadcast);

/* For the functions below alone. */
void broadcast_put_vector(struct broadcast *broadcast, struct stream_item *item);
void broadcast_give(struct broadcast *broadcast);

static inline void broadcast_advance(struct broadcast *broadcast, void *to)
{
	broadcast->at = to;
	if (__builtin_expect(broadcast->at > broadcast->full, false))
		broadcast_give(broadcast);
}

/* The stream's next item, with a copy of its data. It may have to wait. */
static inline void broadcast_put(struct broadcast *broadcast, const struct stream_item *item)
{
	struct broadcast_item *to = (struct broadcast_item *)broadcast->at;

	to->none = NULL;
	memcpy(&to->item, item, sizeof(to->item));
	broadcast->at = (uint8_t *)(to + 1);
	if (__builtin_expect(item->op.vector != NULL, false))
		broadcast_put_vector(broadcast, &to->item);
	broadcast_advance(broadcast, broadcast->at);
}

/* Where the words of the next run have to be, if that comes before any other item. */
static inline uint64_t *broadcast_words(struct broadcast *broadcast)
{
	return ((struct broadcast_run *)broadcast->at)->words;
}

/* The stream's next operations: a run with its words. It may have to wait. */
static inline void broadcast_put_run(struct broadcast *broadcast, const struct tea_run *run,
				     const struct part *part)
{
	struct broadcast_run *to = (struct broadcast_run *)broadcast->at;

	to->block = run->block;
	to->next_pc = run->next_pc;
	to->count = run->count;
	to->part = *part;
	broadcast_advance(broadcast, to->words + run->block->words);
}

#endif /* TEA_BROADCAST_H */
