/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * relay.h - one stream for many lanes, which run on threads of their own
 *
 *	stream ---> relay_put ---> batches, a ring of them ---> workers: a lane each, a batch at a time
 *
 * The thread that makes the stream writes its items into a batch, and hands that on when it
 * is full. Each lane takes all batches in their order, by one worker at a time, whichever is
 * free: it sees what it would see alone, however many workers there are. The stream waits where
 * the slowest lane has not taken any batch of the ring.
 *
 * A crew has the workers, as many as the process may use processors, or as there are lanes if these
 * are fewer; it serves any number of relays, one for each thread of a program, in turn.
 *
 * Nothing that the stream's thread goes on writing is read by a worker: an item has all
 * that a lane needs, the decoded instruction, mask and addresses of a vector's included; a run
 * has its words, and a block that does not change and stays until the relay was drained. What
 * else the feed knows of static instructions it keeps to itself; observers have tables of their
 * own, indexed by the numbers in the items. A batch is full before the crew's lock is taken to hand
 * it on, and is not written again before that lock said that all lanes are through: one lock for
 * each batch and lane, none for an item. A lane stays with a worker, whose processor has its
 * tables in its caches, until another one has nothing else to do.
 *
 * In a process that was forked off there are no workers, and nobody waits for what its lanes
 * would say: there a relay takes items and forgets them.
 */
#ifndef TEA_RELAY_H
#define TEA_RELAY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#include "isa/vector.h"
#include "lane.h"

/* Some 3,000 items, or 20,000 operations in runs: a lock in a hundred microseconds or more. */
#ifndef RELAY_BATCH_BYTES
#define RELAY_BATCH_BYTES	(256 * 1024)
#endif
/* A lane goes on for so many, and finds its tables in the processor's caches. */
#define RELAY_BATCHES		16
/* Of a vector operation at most: elements of 8 bits, in a group of 8 registers. */
#define RELAY_ELEMENTS		TEA_VLEN_MAX
#define RELAY_ITEM_BYTES	(sizeof(struct relay_item) + sizeof(struct tea_vector_op) + \
				 RELAY_ELEMENTS * sizeof(uint64_t))

/* What the ring is made of: a run, or what is none. Behind it what the operation points to. */
struct relay_run {
	const struct tea_block *block;	/* NULL: it is a struct relay_item */
	uint64_t next_pc;
	uint32_t count;
	uint64_t words[];
};

struct relay_item {
	const struct tea_block *none;
	struct stream_item item;
};

struct crew {
	pthread_mutex_t lock;		/* of all that is here, and of what relays share */
	pthread_cond_t work;		/* there is a batch to be taken, or the end */
	struct relay *relays;
	pthread_t *threads;
	unsigned int count, most;	/* threads */
	unsigned int started;		/* of these, by which a worker has its number */
	unsigned int lanes;		/* of all relays */
	uint64_t turn;
	pid_t pid;			/* of the process that has the threads */
	bool ends;
};

/* A lane's place in the stream; of the crew's lock, but for the lane, which @busy guards. */
struct relay_lane {
	struct lane *lane;
	uint64_t taken;			/* batches */
	uint64_t turn;			/* when a worker took it last */
	unsigned int home;		/* the worker that did */
	bool busy;			/* a worker has it */
};

struct relay {
	uint8_t *at, *full;		/* the stream's: the next item's place, the last one for it */
	uint8_t *batches;
	uint8_t *ends[RELAY_BATCHES];	/* behind the last item of each */
	uint64_t given;			/* batches, so far */
	struct relay_lane *lanes;
	unsigned int count;
	pthread_cond_t room;		/* half of the ring has been taken */
	struct crew *crew;
	struct relay *next;
};

/*
 * Up to @most threads, which begin when there are lanes for them; 0: as many as there are
 * processors for this process. Returns 0 or -ENOMEM.
 */
int crew_init(struct crew *crew, unsigned int most);
/* No relay is left: the threads end. */
void crew_deinit(struct crew *crew);

/*
 * A stream for @count lanes, made by lane_create(), which are not touched by others from now on,
 * unless the relay is drained; of those that are NULL there is none. Returns 0, or a negative errno where there is no memory or no thread.
 */
int relay_init(struct relay *relay, struct crew *crew, struct lane *const *lanes,
	       unsigned int count);
/* Drain it, and leave the crew. */
void relay_deinit(struct relay *relay);
/* Wait until all lanes have taken all that was put: they stand still until more is. */
void relay_drain(struct relay *relay);

/* For what follows alone. */
void relay_put_vector(struct relay *relay, struct stream_item *item);
void relay_give(struct relay *relay);

static inline void relay_advance(struct relay *relay, void *to)
{
	relay->at = to;
	if (__builtin_expect(relay->at > relay->full, false))
		relay_give(relay);
}

/* The stream's next item; what it points to is copied. It may have to wait. */
static inline void relay_put(struct relay *relay, const struct stream_item *item)
{
	struct relay_item *to = (struct relay_item *)relay->at;

	to->none = NULL;
	memcpy(&to->item, item, sizeof(to->item));
	relay->at = (uint8_t *)(to + 1);
	if (__builtin_expect(item->op.vector != NULL, false))
		relay_put_vector(relay, &to->item);
	relay_advance(relay, relay->at);
}

/* Where the words of the next run have to be, if that comes before any other item. */
static inline uint64_t *relay_words(struct relay *relay)
{
	return ((struct relay_run *)relay->at)->words;
}

/* The stream's next operations: a run whose words are there. It may have to wait. */
static inline void relay_put_run(struct relay *relay, const struct tea_run *run)
{
	struct relay_run *to = (struct relay_run *)relay->at;

	to->block = run->block;
	to->next_pc = run->next_pc;
	to->count = run->count;
	relay_advance(relay, to->words + run->block->words);
}

#endif /* TEA_RELAY_H */
