// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * broadcast.c - one stream for many lanes, which run on threads of their own: see broadcast.h
 */
#include <assert.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "broadcast.h"

_Static_assert(sizeof(struct broadcast_item) % 8 == 0 && sizeof(struct broadcast_run) % 8 == 0 &&
	       sizeof(struct tea_vector_op) % 8 == 0, "items stand one behind the other");
_Static_assert(sizeof(struct broadcast_run) + TEA_BLOCK_MAX * sizeof(uint64_t) <= BROADCAST_ITEM_BYTES,
	       "a run has room where an item has");

/* In a process that was forked off. */
static bool is_alone(const struct threadpool *pool)
{
	return getpid() != pool->pid;
}

/* Workers */

static uint8_t *batch_of(const struct broadcast *broadcast, uint64_t number)
{
	return broadcast->batches + number % BROADCAST_BATCHES * BROADCAST_BATCH_BYTES;
}

static const void *step_item(struct lane *lane, const struct broadcast_item *at)
{
	const struct tea_vector_op *vector = at->item.op.vector;

	lane_pass_step(lane, &at->item);
	return vector ? (const void *)(vector->element_addrs + vector->element_count) : at + 1;
}

static const void *step_run(struct lane *lane, const struct broadcast_run *at)
{
	struct tea_run run = {
		.block = at->block, .words = at->words, .next_pc = at->next_pc, .count = at->count,
	};

	lane_pass_run(lane, &run, &at->part);
	return at->words + at->block->words;
}

static void step_batch(struct lane *lane, const uint8_t *batch, const uint8_t *end)
{
	const void *at = batch;

	while ((const uint8_t *)at < end) {
		const struct tea_block *block = *(const struct tea_block *const *)at;

		at = block ? step_run(lane, at) : step_item(lane, at);
	}
}

/* Batches that the slowest lane has not taken. With the lock. */
static uint64_t batches_behind(const struct broadcast *broadcast)
{
	uint64_t behind = 0;

	for (unsigned int i = 0; i < broadcast->count; i++) {
		uint64_t left = broadcast->given - broadcast->lanes[i].taken;

		behind = left > behind ? left : behind;
	}
	return behind;
}

/* With the lock, but not while a lane runs. Others want their turn, too: a ring at most. */
static void take_batches(struct broadcast *broadcast, struct broadcast_lane *at, unsigned int worker)
{
	struct threadpool *pool = broadcast->pool;

	at->busy = true;
	at->home = worker;
	at->turn = ++pool->turn;
	for (unsigned int i = 0; i < BROADCAST_BATCHES && at->taken < broadcast->given; i++) {
		const uint8_t *batch = batch_of(broadcast, at->taken);
		const uint8_t *end = broadcast->ends[at->taken % BROADCAST_BATCHES];

		pthread_mutex_unlock(&pool->lock);
		step_batch(at->lane, batch, end);
		pthread_mutex_lock(&pool->lock);
		at->taken++;
		/* cleared with the last batch: then the queue can be gone */
		at->busy = at->taken < broadcast->given;
		if (batches_behind(broadcast) <= BROADCAST_BATCHES / 2)
			pthread_cond_signal(&broadcast->room);
		if (!at->busy)
			return;
	}
	at->busy = false;
}

/* A worker prefers its own lanes, and among these the one that has waited longest. */
static bool is_better(const struct broadcast_lane *lane, const struct broadcast_lane *than,
		      unsigned int worker)
{
	if ((lane->home == worker) != (than->home == worker))
		return lane->home == worker;
	return lane->turn < than->turn;
}

/* Returns whether there was anything to take. */
static bool take_turn(struct threadpool *pool, unsigned int worker)
{
	struct broadcast *found = NULL;
	struct broadcast_lane *lane = NULL;

	for (struct broadcast *broadcast = pool->broadcasts; broadcast; broadcast = broadcast->next) {
		for (unsigned int i = 0; i < broadcast->count; i++) {
			struct broadcast_lane *at = &broadcast->lanes[i];

			if (at->busy || at->taken == broadcast->given ||
			    (lane && !is_better(at, lane, worker)))
				continue;
			lane = at;
			found = broadcast;
		}
	}
	if (found)
		take_batches(found, lane, worker);
	return found;
}

static void *work(void *opaque)
{
	struct threadpool *pool = opaque;
	unsigned int worker;

	pthread_mutex_lock(&pool->lock);
	worker = pool->started++;
	while (!pool->ends) {
		if (!take_turn(pool, worker))
			pthread_cond_wait(&pool->work, &pool->lock);
	}
	pthread_mutex_unlock(&pool->lock);
	return NULL;
}

/* Life of a pool */

static unsigned int count_processors(void)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set))
		return (unsigned int)sysconf(_SC_NPROCESSORS_ONLN);
	return (unsigned int)CPU_COUNT(&set);
}

int threadpool_init(struct threadpool *pool, unsigned int most)
{
	*pool = (struct threadpool){ .most = most ? most : count_processors(), .pid = getpid() };
	pool->threads = calloc(pool->most, sizeof(*pool->threads));
	if (!pool->threads)
		return -ENOMEM;
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->work, NULL);
	return 0;
}

void threadpool_deinit(struct threadpool *pool)
{
	assert(!pool->broadcasts);
	pthread_mutex_lock(&pool->lock);
	pool->ends = true;
	pthread_cond_broadcast(&pool->work);
	pthread_mutex_unlock(&pool->lock);
	for (unsigned int i = 0; i < pool->count; i++)
		pthread_join(pool->threads[i], NULL);
	pthread_cond_destroy(&pool->work);
	pthread_mutex_destroy(&pool->lock);
	free(pool->threads);
}

/*
 * Threads for the lanes that there are, with the lock. Signals are for the program's own threads.
 * Returns 0, or a negative errno if there is no thread at all.
 */
static int start_workers(struct threadpool *pool)
{
	sigset_t all, before;
	int err = 0;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (!err && pool->count < pool->most && pool->count < pool->lanes) {
		err = -pthread_create(&pool->threads[pool->count], NULL, work, pool);
		pool->count += !err;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return pool->count ? 0 : err;
}

/* The stream's side */

static void begin_batch(struct broadcast *broadcast)
{
	broadcast->at = batch_of(broadcast, broadcast->given);
	broadcast->full = broadcast->at + BROADCAST_BATCH_BYTES - BROADCAST_ITEM_BYTES;
}

void broadcast_put_vector(struct broadcast *broadcast, struct stream_item *item)
{
	const struct tea_vector_op *from = item->op.vector;
	struct tea_vector_op *vector = (struct tea_vector_op *)broadcast->at;
	uint64_t *addrs = (uint64_t *)(vector + 1);

	assert(from->element_count <= BROADCAST_ELEMENTS);
	memcpy(vector, from, sizeof(*vector));
	if (from->element_count)
		memcpy(addrs, from->element_addrs, from->element_count * sizeof(*addrs));
	vector->element_addrs = addrs;
	item->op.vector = vector;
	broadcast->at = (uint8_t *)(addrs + from->element_count);
}

/* With the lock. */
static void hand_on(struct broadcast *broadcast)
{
	if (broadcast->at == batch_of(broadcast, broadcast->given))
		return;
	broadcast->ends[broadcast->given % BROADCAST_BATCHES] = broadcast->at;
	broadcast->given++;
	pthread_cond_broadcast(&broadcast->pool->work);
}

void broadcast_give(struct broadcast *broadcast)
{
	struct threadpool *pool = broadcast->pool;

	if (is_alone(pool)) {
		begin_batch(broadcast);
		return;
	}
	pthread_mutex_lock(&pool->lock);
	hand_on(broadcast);
	/* for several at once: going to sleep and waking up take time, too */
	if (batches_behind(broadcast) == BROADCAST_BATCHES) {
		while (batches_behind(broadcast) > BROADCAST_BATCHES / 2)
			pthread_cond_wait(&broadcast->room, &pool->lock);
	}
	pthread_mutex_unlock(&pool->lock);
	begin_batch(broadcast);
}

void broadcast_drain(struct broadcast *broadcast)
{
	struct threadpool *pool = broadcast->pool;

	if (is_alone(pool))
		return;
	pthread_mutex_lock(&pool->lock);
	hand_on(broadcast);
	while (batches_behind(broadcast))
		pthread_cond_wait(&broadcast->room, &pool->lock);
	pthread_mutex_unlock(&pool->lock);
	begin_batch(broadcast);
}

int broadcast_init(struct broadcast *broadcast, struct threadpool *pool, struct lane *const *lanes,
	       unsigned int count)
{
	int err;

	*broadcast = (struct broadcast){ .pool = pool };
	broadcast->batches = malloc((size_t)BROADCAST_BATCHES * BROADCAST_BATCH_BYTES);
	broadcast->lanes = calloc(count, sizeof(*broadcast->lanes));
	if (!broadcast->batches || !broadcast->lanes) {
		free(broadcast->batches);
		free(broadcast->lanes);
		return -ENOMEM;
	}
	for (unsigned int i = 0; i < count; i++) {
		if (lanes[i])
			broadcast->lanes[broadcast->count++] = (struct broadcast_lane){
				.lane = lanes[i], .home = i % pool->most,
			};
	}
	pthread_cond_init(&broadcast->room, NULL);
	begin_batch(broadcast);
	pthread_mutex_lock(&pool->lock);
	broadcast->next = pool->broadcasts;
	pool->broadcasts = broadcast;
	pool->lanes += broadcast->count;
	err = start_workers(pool);
	pthread_mutex_unlock(&pool->lock);
	if (err)
		broadcast_deinit(broadcast);
	return err;
}

void broadcast_deinit(struct broadcast *broadcast)
{
	struct threadpool *pool = broadcast->pool;
	struct broadcast **at = &pool->broadcasts;

	if (is_alone(pool))
		return;
	broadcast_drain(broadcast);
	pthread_mutex_lock(&pool->lock);
	while (*at != broadcast)
		at = &(*at)->next;
	*at = broadcast->next;
	pool->lanes -= broadcast->count;
	pthread_mutex_unlock(&pool->lock);
	pthread_cond_destroy(&broadcast->room);
	free(broadcast->batches);
	free(broadcast->lanes);
}
