// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_broadcast.c - lanes on threads of their own see the same as alone, to the byte
 *
 * The stream of a random program with vectors, some laps of it: the ring of batches is filled
 * more than once. It is compiled twice, for the address sanitizer and for the thread
 * sanitizer. TEA_SEED=N repeats a run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/random_vector.h"
#include "random_stream.h"
#include "broadcast.h"

#define ITEMS	4000
#define PERIOD	97
#define LANES	5
#define STREAMS	3
#define SET	(1U << OBSERVERS_NUMBER_golden | 1U << OBSERVERS_NUMBER_tea | \
		 1U << OBSERVERS_NUMBER_ibs | 1U << OBSERVERS_NUMBER_counts | \
		 1U << OBSERVERS_NUMBER_stages)

static struct stream_item items[ITEMS];
static struct stream_part parts[ITEMS];
static unsigned int parts_count;
static size_t laps;			/* they fill the ring more than once */
static struct tea_vector_op vectors[ITEMS];
static uint64_t addresses[RANDOM_ADDRESSES];
static const struct tea_env env = { .walk = random_walk };
static struct tea_params params[LANES];
static char *alone[LANES];		/* the results of each from the stream */

/* The least that a lap takes of the ring: the addresses behind vectors are not counted. */
static size_t lap_bytes(void)
{
	size_t bytes = 0;

	for (unsigned int i = 0; i < parts_count; i++)
		bytes += parts[i].run_count ?
			sizeof(struct broadcast_run) +
				parts[i].packed.run.block->words * sizeof(uint64_t) :
			sizeof(struct broadcast_item);
	return bytes;
}

static void make_items(struct random_source *source)
{
	static struct tea_op ops[ITEMS];

	random_program(source, ops, ITEMS);
	random_vectors(source, &params[0], ops, vectors, ITEMS, addresses);
	random_stream(source, ops, items, ITEMS);
	parts_count = stream_parts(source, items, ITEMS, parts);
	laps = BROADCAST_BATCHES * BROADCAST_BATCH_BYTES / lap_bytes() + 2;
}

static void create_lanes(struct lane **lanes)
{
	for (unsigned int i = 0; i < LANES; i++) {
		lanes[i] = lane_create(&params[i], &env, SET, PERIOD);
		assert_non_null(lanes[i]);
	}
}

static void check_lanes(struct lane **lanes)
{
	for (unsigned int i = 0; i < LANES; i++) {
		char *text;

		lane_finish(lanes[i]);
		text = stream_text(&lanes[i]->observers);
		assert_string_equal(text, alone[i]);
		free(text);
		lane_destroy(lanes[i]);
	}
}

/* As a feed does it: item and vector operation are at one place, and change there. */
static void put_item(struct broadcast *broadcast, struct stream_item item)
{
	struct tea_vector_op vector;
	uint64_t elements[RANDOM_ADDRESSES];

	if (item.op.vector) {
		vector = *item.op.vector;
		item.op.vector = &vector;
	}
	if (item.op.vector && vector.element_count) {
		memcpy(elements, vector.element_addrs, sizeof(elements));
		vector.element_addrs = elements;
	}
	broadcast_put(broadcast, &item);
	memset(&vector, 0xff, sizeof(vector));
}

static void put_run(struct broadcast *broadcast, const struct tea_run *run)
{
	memcpy(broadcast_words(broadcast), run->words, run->block->words * sizeof(*run->words));
	broadcast_put_run(broadcast, run, &(struct part){ .phase = PHASE_DETAIL });
}

static void put_laps(struct broadcast *broadcast, size_t count)
{
	for (size_t i = 0; i < count * parts_count; i++) {
		const struct stream_part *part = &parts[i % parts_count];

		if (part->run_count)
			put_run(broadcast, &part->packed.run);
		else
			put_item(broadcast, *part->item);
	}
}

static int make_streams(void **state)
{
	struct random_source source;
	struct lane *lanes[LANES];

	(void)state;
	random_begin(&source);
	for (unsigned int i = 0; i < LANES; i++) {
		random_params(&source, &params[i]);
		params[i].vlen = 256;
	}
	make_items(&source);
	create_lanes(lanes);
	for (unsigned int i = 0; i < LANES; i++) {
		for (size_t k = 0; k < laps * ITEMS; k++)
			lane_step(lanes[i], &items[k % ITEMS]);
		lane_finish(lanes[i]);
		alone[i] = stream_text(&lanes[i]->observers);
		lane_destroy(lanes[i]);
	}
	return 0;
}

static int free_streams(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < LANES; i++)
		free(alone[i]);
	stream_parts_free(parts, parts_count);
	return 0;
}

static void run_with(unsigned int threads)
{
	struct lane *lanes[LANES];
	struct broadcast broadcast;
	struct threadpool pool;

	create_lanes(lanes);
	assert_int_equal(threadpool_init(&pool, threads), 0);
	assert_int_equal(broadcast_init(&broadcast, &pool, lanes, LANES), 0);
	/* no more threads than lanes */
	assert_int_equal(pool.count, threads < LANES ? threads : LANES);
	put_laps(&broadcast, laps);
	assert_true(broadcast.given > BROADCAST_BATCHES);
	broadcast_deinit(&broadcast);
	threadpool_deinit(&pool);
	check_lanes(lanes);
}

static void test_any_number_of_threads(void **state)
{
	(void)state;
	for (unsigned int threads = 1; threads <= 8; threads *= 2)
		run_with(threads);
}

struct stream {
	struct broadcast broadcast;
	struct lane *lanes[LANES];
	struct threadpool *pool;
	pthread_t thread;
};

static void *run_stream(void *opaque)
{
	struct stream *stream = opaque;

	put_laps(&stream->broadcast, laps);
	broadcast_deinit(&stream->broadcast);
	return NULL;
}

/* The threads of a program: each has a stream, and a core in each lane. */
static void test_streams_share_a_pool(void **state)
{
	static struct stream streams[STREAMS];
	struct threadpool pool;

	(void)state;
	assert_int_equal(threadpool_init(&pool, 2), 0);
	for (unsigned int i = 0; i < STREAMS; i++) {
		create_lanes(streams[i].lanes);
		assert_int_equal(broadcast_init(&streams[i].broadcast, &pool, streams[i].lanes, LANES), 0);
		assert_int_equal(pthread_create(&streams[i].thread, NULL, run_stream, &streams[i]),
				 0);
	}
	for (unsigned int i = 0; i < STREAMS; i++) {
		pthread_join(streams[i].thread, NULL);
		check_lanes(streams[i].lanes);
	}
	threadpool_deinit(&pool);
}

/* Once drained, all lanes are where the stream is, and can be looked at. */
static void test_drained_lanes_stand_still(void **state)
{
	struct lane *lanes[LANES], direct;
	struct broadcast broadcast;
	struct threadpool pool;

	(void)state;
	create_lanes(lanes);
	assert_int_equal(threadpool_init(&pool, 3), 0);
	assert_int_equal(broadcast_init(&broadcast, &pool, lanes, LANES), 0);
	broadcast_drain(&broadcast);
	for (unsigned int lap = 0; lap < laps; lap++) {
		put_laps(&broadcast, 1);
		broadcast_drain(&broadcast);
	}
	assert_int_equal(lane_init(&direct, &params[LANES - 1], &env, SET, PERIOD), 0);
	for (unsigned int i = 0; i < laps * ITEMS; i++)
		lane_step(&direct, &items[i % ITEMS]);
	assert_int_equal(tea_model_now(lanes[LANES - 1]->model), tea_model_now(direct.model));
	lane_finish(&direct);
	lane_deinit(&direct);
	broadcast_deinit(&broadcast);
	threadpool_deinit(&pool);
	check_lanes(lanes);
}

/* A process that is forked off has no workers: it waits for none, and the first for nothing. */
static void test_forks(void **state)
{
	struct lane *lanes[LANES];
	struct broadcast broadcast;
	struct threadpool pool;
	int status;
	pid_t pid;

	(void)state;
	create_lanes(lanes);
	assert_int_equal(threadpool_init(&pool, 2), 0);
	assert_int_equal(broadcast_init(&broadcast, &pool, lanes, LANES), 0);
	put_laps(&broadcast, laps / 2);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		put_laps(&broadcast, 4 * laps);
		broadcast_drain(&broadcast);
		broadcast_deinit(&broadcast);
		_exit(3);
	}
	put_laps(&broadcast, laps - laps / 2);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 3);
	broadcast_deinit(&broadcast);
	threadpool_deinit(&pool);
	check_lanes(lanes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_any_number_of_threads),
		cmocka_unit_test(test_streams_share_a_pool),
		cmocka_unit_test(test_drained_lanes_stand_still),
		cmocka_unit_test(test_forks),
	};

	return cmocka_run_group_tests_name("broadcast", tests, make_streams, free_streams);
}
