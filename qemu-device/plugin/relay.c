// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * relay.c - one stream for many lanes, which run on threads of their own: see relay.h
 */
#include <assert.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "relay.h"

_Static_assert(sizeof(struct relay_item) % 8 == 0 && sizeof(struct relay_run) % 8 == 0 &&
	       sizeof(struct tea_vector_op) % 8 == 0, "items stand one behind the other");
_Static_assert(sizeof(struct relay_run) + TEA_BLOCK_MAX * sizeof(uint64_t) <= RELAY_ITEM_BYTES,
	       "a run has room where an item has");

/* In a process that was forked off. */
static bool is_alone(const struct crew *crew)
{
	return getpid() != crew->pid;
}

/* Workers */

static uint8_t *batch_of(const struct relay *relay, uint64_t number)
{
	return relay->batches + number % RELAY_BATCHES * RELAY_BATCH_BYTES;
}

static const void *step_item(struct lane *lane, const struct relay_item *at)
{
	const struct tea_vector_op *vector = at->item.op.vector;

	lane_step(lane, &at->item);
	return vector ? (const void *)(vector->element_addrs + vector->element_count) : at + 1;
}

static const void *step_run(struct lane *lane, const struct relay_run *at)
{
	struct tea_run run = {
		.block = at->block, .words = at->words, .next_pc = at->next_pc, .count = at->count,
	};

	lane_run(lane, &run);
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
static uint64_t batches_behind(const struct relay *relay)
{
	uint64_t behind = 0;

	for (unsigned int i = 0; i < relay->count; i++) {
		uint64_t left = relay->given - relay->lanes[i].taken;

		behind = left > behind ? left : behind;
	}
	return behind;
}

/* With the lock, but not while a lane runs. Others want their turn, too: a ring at most. */
static void take_batches(struct relay *relay, struct relay_lane *at, unsigned int worker)
{
	struct crew *crew = relay->crew;

	at->busy = true;
	at->home = worker;
	at->turn = ++crew->turn;
	for (unsigned int i = 0; i < RELAY_BATCHES && at->taken < relay->given; i++) {
		const uint8_t *batch = batch_of(relay, at->taken);
		const uint8_t *end = relay->ends[at->taken % RELAY_BATCHES];

		pthread_mutex_unlock(&crew->lock);
		step_batch(at->lane, batch, end);
		pthread_mutex_lock(&crew->lock);
		at->taken++;
		/* cleared with the last batch: then the relay can be gone */
		at->busy = at->taken < relay->given;
		if (batches_behind(relay) <= RELAY_BATCHES / 2)
			pthread_cond_signal(&relay->room);
		if (!at->busy)
			return;
	}
	at->busy = false;
}

/* What a worker would rather take: one of its own, and of these the one that has waited longest. */
static bool is_better(const struct relay_lane *lane, const struct relay_lane *than,
		      unsigned int worker)
{
	if ((lane->home == worker) != (than->home == worker))
		return lane->home == worker;
	return lane->turn < than->turn;
}

/* Returns whether there was anything to take. */
static bool take_turn(struct crew *crew, unsigned int worker)
{
	struct relay *found = NULL;
	struct relay_lane *lane = NULL;

	for (struct relay *relay = crew->relays; relay; relay = relay->next) {
		for (unsigned int i = 0; i < relay->count; i++) {
			struct relay_lane *at = &relay->lanes[i];

			if (at->busy || at->taken == relay->given ||
			    (lane && !is_better(at, lane, worker)))
				continue;
			lane = at;
			found = relay;
		}
	}
	if (found)
		take_batches(found, lane, worker);
	return found;
}

static void *work(void *opaque)
{
	struct crew *crew = opaque;
	unsigned int worker;

	pthread_mutex_lock(&crew->lock);
	worker = crew->started++;
	while (!crew->ends) {
		if (!take_turn(crew, worker))
			pthread_cond_wait(&crew->work, &crew->lock);
	}
	pthread_mutex_unlock(&crew->lock);
	return NULL;
}

/* Life of a crew */

static unsigned int count_processors(void)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set))
		return (unsigned int)sysconf(_SC_NPROCESSORS_ONLN);
	return (unsigned int)CPU_COUNT(&set);
}

int crew_init(struct crew *crew, unsigned int most)
{
	*crew = (struct crew){ .most = most ? most : count_processors(), .pid = getpid() };
	crew->threads = calloc(crew->most, sizeof(*crew->threads));
	if (!crew->threads)
		return -ENOMEM;
	pthread_mutex_init(&crew->lock, NULL);
	pthread_cond_init(&crew->work, NULL);
	return 0;
}

void crew_deinit(struct crew *crew)
{
	assert(!crew->relays);
	pthread_mutex_lock(&crew->lock);
	crew->ends = true;
	pthread_cond_broadcast(&crew->work);
	pthread_mutex_unlock(&crew->lock);
	for (unsigned int i = 0; i < crew->count; i++)
		pthread_join(crew->threads[i], NULL);
	pthread_cond_destroy(&crew->work);
	pthread_mutex_destroy(&crew->lock);
	free(crew->threads);
}

/*
 * Threads for the lanes that there are, with the lock. Signals are for the program's own threads.
 * Returns 0, or a negative errno where there is no thread at all.
 */
static int start_workers(struct crew *crew)
{
	sigset_t all, before;
	int err = 0;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (!err && crew->count < crew->most && crew->count < crew->lanes) {
		err = -pthread_create(&crew->threads[crew->count], NULL, work, crew);
		crew->count += !err;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return crew->count ? 0 : err;
}

/* The stream's side */

static void begin_batch(struct relay *relay)
{
	relay->at = batch_of(relay, relay->given);
	relay->full = relay->at + RELAY_BATCH_BYTES - RELAY_ITEM_BYTES;
}

void relay_put_vector(struct relay *relay, struct stream_item *item)
{
	const struct tea_vector_op *from = item->op.vector;
	struct tea_vector_op *vector = (struct tea_vector_op *)relay->at;
	uint64_t *addrs = (uint64_t *)(vector + 1);

	assert(from->element_count <= RELAY_ELEMENTS);
	memcpy(vector, from, sizeof(*vector));
	if (from->element_count)
		memcpy(addrs, from->element_addrs, from->element_count * sizeof(*addrs));
	vector->element_addrs = addrs;
	item->op.vector = vector;
	relay->at = (uint8_t *)(addrs + from->element_count);
}

/* With the lock. */
static void hand_on(struct relay *relay)
{
	if (relay->at == batch_of(relay, relay->given))
		return;
	relay->ends[relay->given % RELAY_BATCHES] = relay->at;
	relay->given++;
	pthread_cond_broadcast(&relay->crew->work);
}

void relay_give(struct relay *relay)
{
	struct crew *crew = relay->crew;

	if (is_alone(crew)) {
		begin_batch(relay);
		return;
	}
	pthread_mutex_lock(&crew->lock);
	hand_on(relay);
	/* for several at once: going to sleep and waking up take time, too */
	if (batches_behind(relay) == RELAY_BATCHES) {
		while (batches_behind(relay) > RELAY_BATCHES / 2)
			pthread_cond_wait(&relay->room, &crew->lock);
	}
	pthread_mutex_unlock(&crew->lock);
	begin_batch(relay);
}

void relay_drain(struct relay *relay)
{
	struct crew *crew = relay->crew;

	if (is_alone(crew))
		return;
	pthread_mutex_lock(&crew->lock);
	hand_on(relay);
	while (batches_behind(relay))
		pthread_cond_wait(&relay->room, &crew->lock);
	pthread_mutex_unlock(&crew->lock);
	begin_batch(relay);
}

int relay_init(struct relay *relay, struct crew *crew, struct lane *const *lanes,
	       unsigned int count)
{
	int err;

	*relay = (struct relay){ .crew = crew };
	relay->batches = malloc((size_t)RELAY_BATCHES * RELAY_BATCH_BYTES);
	relay->lanes = calloc(count, sizeof(*relay->lanes));
	if (!relay->batches || !relay->lanes) {
		free(relay->batches);
		free(relay->lanes);
		return -ENOMEM;
	}
	for (unsigned int i = 0; i < count; i++) {
		if (lanes[i])
			relay->lanes[relay->count++] = (struct relay_lane){
				.lane = lanes[i], .home = i % crew->most,
			};
	}
	pthread_cond_init(&relay->room, NULL);
	begin_batch(relay);
	pthread_mutex_lock(&crew->lock);
	relay->next = crew->relays;
	crew->relays = relay;
	crew->lanes += relay->count;
	err = start_workers(crew);
	pthread_mutex_unlock(&crew->lock);
	if (err)
		relay_deinit(relay);
	return err;
}

void relay_deinit(struct relay *relay)
{
	struct crew *crew = relay->crew;
	struct relay **at = &crew->relays;

	if (is_alone(crew))
		return;
	relay_drain(relay);
	pthread_mutex_lock(&crew->lock);
	while (*at != relay)
		at = &(*at)->next;
	*at = relay->next;
	crew->lanes -= relay->count;
	pthread_mutex_unlock(&crew->lock);
	pthread_cond_destroy(&relay->room);
	free(relay->batches);
	free(relay->lanes);
}
