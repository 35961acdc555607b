// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_lane.c - lanes and their observers, on the streams of random programs
 *
 * TEA_SEED=N repeats a run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "observers/golden.h"
#include "random_stream.h"

#define ITEMS	4000
#define PERIOD	97
#define ALL	((1U << OBSERVERS_COUNT) - 1)

static struct stream_item items[ITEMS];
static struct stream_part parts[ITEMS];
static unsigned int parts_count;
static const struct tea_env env = { .walk = random_walk };
static struct tea_params params, other_params;

static int make_stream(void **state)
{
	static struct tea_op ops[ITEMS];
	struct random_source source;

	(void)state;
	random_begin(&source);
	random_params(&source, &params);
	random_params(&source, &other_params);
	random_program(&source, ops, ITEMS);
	random_stream(&source, ops, items, ITEMS);
	parts_count = stream_parts(&source, items, ITEMS, parts);
	return 0;
}

static int free_stream(void **state)
{
	(void)state;
	stream_parts_free(parts, parts_count);
	return 0;
}

static void run(struct lane *lane, const struct tea_params *core, unsigned int set)
{
	assert_int_equal(lane_init(lane, core, &env, set, PERIOD), 0);
	for (unsigned int i = 0; i < ITEMS; i++)
		lane_step(lane, &items[i]);
	lane_finish(lane);
}

static char *text_of_run(const struct tea_params *core, unsigned int set)
{
	struct lane lane;
	char *text;

	run(&lane, core, set);
	text = stream_text(&lane.observers);
	lane_deinit(&lane);
	return text;
}

/*
 * Each sees the same alone, where it alone decides the cycles of interest, and beside all others. Only
 * executions are not told a second time beside counts, which have them.
 */
static void test_alone_and_together(void **state)
{
	char *all = text_of_run(&params, ALL);
	char *uncounted = text_of_run(&params, ALL & ~(1U << OBSERVERS_NUMBER_counts));

	(void)state;
	for (unsigned int i = 0; i < OBSERVERS_COUNT; i++) {
		char *alone;

		if (i == OBSERVERS_NUMBER_thinned)
			continue;
		alone = text_of_run(&params, 1U << i);
		/* more than a name: there are rows */
		assert_true(strlen(alone) > 40);
		assert_non_null(strstr(i == OBSERVERS_NUMBER_executions ? uncounted : all, alone));
		free(alone);
	}
	free(all);
	free(uncounted);
}

/* In runs as operation by operation, with any observers. */
static void test_runs(void **state)
{
	const unsigned int sets[] = { ALL, OBSERVERS_DEFAULT, 1U << OBSERVERS_NUMBER_tea };

	(void)state;
	for (unsigned int i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
		char *stepped = text_of_run(&params, sets[i]), *text;
		unsigned int in_runs = 0;
		struct lane lane;

		assert_int_equal(lane_init(&lane, &params, &env, sets[i], PERIOD), 0);
		for (unsigned int k = 0; k < parts_count; k++) {
			if (parts[k].run_count)
				lane_run(&lane, &parts[k].packed.run);
			else
				lane_step(&lane, parts[k].item);
			in_runs += parts[k].run_count;
		}
		lane_finish(&lane);
		text = stream_text(&lane.observers);
		assert_string_equal(text, stepped);
		assert_true(in_runs > ITEMS / 2);
		free(stepped);
		free(text);
		lane_deinit(&lane);
	}
}

/* Lanes of one stream, in step, each see the same as alone. */
static void test_two_lanes(void **state)
{
	char *first = text_of_run(&params, ALL), *second = text_of_run(&other_params, ALL), *text;
	struct lane lanes[2];

	(void)state;
	assert_int_equal(lane_init(&lanes[0], &params, &env, ALL, PERIOD), 0);
	assert_int_equal(lane_init(&lanes[1], &other_params, &env, ALL, PERIOD), 0);
	for (unsigned int i = 0; i < ITEMS; i++) {
		lane_step(&lanes[0], &items[i]);
		lane_step(&lanes[1], &items[i]);
	}
	for (unsigned int i = 0; i < 2; i++) {
		lane_finish(&lanes[i]);
		text = stream_text(&lanes[i].observers);
		assert_string_equal(text, i ? second : first);
		free(text);
		lane_deinit(&lanes[i]);
	}
	free(first);
	free(second);
}

/* One thread's results, added to nothing, stay the same; the order of threads does not matter. */
static void test_merge(void **state)
{
	struct observers sums[3];
	struct lane lanes[2];
	char *one, *sum, *texts[2];

	(void)state;
	run(&lanes[0], &params, ALL);
	run(&lanes[1], &other_params, ALL);
	for (unsigned int i = 0; i < 3; i++)
		assert_int_equal(observers_init(&sums[i], &params, ALL, PERIOD), 0);
	assert_int_equal(observers_merge(&sums[2], &lanes[0].observers), 0);
	one = stream_text(&lanes[0].observers);
	sum = stream_text(&sums[2]);
	/* thinned rows are in no order */
	*strstr(one, "\"thinned\"") = *strstr(sum, "\"thinned\"") = '\0';
	assert_string_equal(one, sum);
	for (unsigned int i = 0; i < 2; i++) {
		assert_int_equal(observers_merge(&sums[i], &lanes[i].observers), 0);
		assert_int_equal(observers_merge(&sums[i], &lanes[!i].observers), 0);
		assert_int_equal(sums[i].samples[OBSERVERS_TEA],
				 lanes[0].observers.samples[OBSERVERS_TEA] +
				 lanes[1].observers.samples[OBSERVERS_TEA]);
		texts[i] = stream_text(&sums[i]);
		*strstr(texts[i], "\"thinned\"") = '\0';
	}
	assert_string_equal(texts[0], texts[1]);
	for (unsigned int i = 0; i < 3; i++)
		observers_deinit(&sums[i]);
	for (unsigned int i = 0; i < 2; i++) {
		free(texts[i]);
		lane_deinit(&lanes[i]);
	}
	free(one);
	free(sum);
}

static void test_names(void **state)
{
	(void)state;
	assert_int_equal(observers_parse("golden+tea"), OBSERVERS_DEFAULT);
	assert_int_equal(observers_parse("thinned"), 1U << OBSERVERS_NUMBER_thinned);
	assert_int_equal(observers_parse("golden+te"), 0);
	assert_int_equal(observers_parse("golden+"), 0);
	assert_int_equal(observers_parse(""), 0);
	assert_string_equal(observers_name(OBSERVERS_NUMBER_counts), "counts");
	assert_null(observers_name(OBSERVERS_COUNT));
}

/* Of privilege levels up to @most. */
static uint64_t parts_of_golden(const struct lane *lane, uint8_t most)
{
	struct tea_stacks_row *rows;
	uint64_t sum = 0;
	size_t count;

	for (unsigned int i = 0; i < lane->observers.count; i++) {
		if (lane->observers.entries[i].kind != &observer_golden)
			continue;
		assert_int_equal(tea_golden_sorted(lane->observers.entries[i].self, &rows, &count), 0);
		for (size_t k = 0; k < count; k++)
			sum += rows[k].privilege <= most ? rows[k].parts : 0;
		free(rows);
	}
	return sum;
}

/* Cycles of what warms are nobody's: rows and samples are of those that are counted. */
static void test_observers_begin_behind_what_warms(void **state)
{
	const unsigned int set = ALL & ~(1U << OBSERVERS_NUMBER_path);
	struct lane lane, cold;
	uint64_t due;

	(void)state;
	run(&cold, &params, set);
	assert_int_equal(lane_init(&lane, &params, &env, set, PERIOD), 0);
	for (unsigned int i = 0; i < ITEMS; i++) {
		struct stream_item warm = items[i];

		warm.part.phase = PHASE_WARM;
		if (i < ITEMS / 2)
			lane_take_step(&lane, &warm);
		else
			lane_step(&lane, &items[i]);
		if (i == ITEMS / 2)
			assert_true(lane_now(&lane) > 0 && lane_now(&lane) < tea_model_now(lane.model) / 2);
	}
	lane_sync(&lane);
	assert_true(lane_cycles(&lane) > 0 && lane_cycles(&lane) < 3 * lane_cycles(&cold) / 4);
	assert_int_equal(parts_of_golden(&lane, TEA_PRIV_M),
			 lane_cycles(&lane) * lane.observers.cycle_parts);
	due = parts_of_golden(&lane, TEA_PRIV_U) / lane.observers.cycle_parts / PERIOD;
	assert_in_range(lane.observers.samples[OBSERVERS_TEA] + 1, due, due + 2);
	lane_finish(&lane);
	lane_deinit(&lane);
	lane_deinit(&cold);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_alone_and_together),
		cmocka_unit_test(test_runs),
		cmocka_unit_test(test_two_lanes),
		cmocka_unit_test(test_merge),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_observers_begin_behind_what_warms),
	};

	return cmocka_run_group_tests_name("lane", tests, make_stream, free_stream);
}
