// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_countdown.c - one sample in each period, in a cycle drawn uniformly
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "observers/countdown.h"

/* A unit that knows one cycle at a time: docs/tea-interface.md, word by word. */
static bool step(struct tea_countdown *unit)
{
	bool sampled = !unit->done && unit->left - 1 == unit->target;

	unit->done |= sampled;
	unit->count++;
	if (--unit->left == 0) {
		unit->left = unit->period;
		unit->done = false;
		unit->target = tea_dither_below(&unit->dither, unit->left);
	}
	return sampled;
}

static uint32_t seed_of_test(void)
{
	const char *given = getenv("TEA_SEED");
	uint32_t seed = given ? (uint32_t)strtoul(given, NULL, 10) : (uint32_t)time(NULL);

	printf("# TEA_SEED=%u\n", seed);
	return seed ? seed : 1;
}

/* The first words, as a reference for other implementations. */
static void test_generator(void **state)
{
	static const uint32_t words[] = { 270369, 67634689, 2647435461, 307599695 };
	uint32_t generator = 1;

	(void)state;
	for (unsigned int i = 0; i < 4; i++)
		assert_int_equal(tea_dither_next(&generator), words[i]);
}

/* As many low bits as count - 1 has, again until it is below; two words above 32 bits. */
static void test_draws(void **state)
{
	static const struct { uint64_t count, drawn; uint32_t after; } rows[] = {
		{ 1, 0, 1 },				/* no choice, no step */
		{ 2, 1, 270369 },			/* 270369 is odd */
		{ 3, 1, 270369 },
		{ 256, 33, 270369 },			/* 0x42021 */
		{ 33, 1, 67634689 },			/* 33 is not below 33, 0x4080601 & 63 is 1 */
		{ 1ULL << 32, 270369, 270369 },
		{ (1ULL << 32) + 1, 0, 0 },		/* two words: below */
		{ 1ULL << 63, 67634689ULL << 32 | 270369, 67634689 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint32_t generator = 1;
		uint64_t drawn = tea_dither_below(&generator, rows[i].count);

		assert_true(drawn < rows[i].count);
		if (!rows[i].after)
			continue;
		assert_int_equal(drawn, rows[i].drawn);
		assert_int_equal(generator, rows[i].after);
	}
}

/* Off: the last cycle of each period, as version 1 of the interface has it. */
static void test_off(void **state)
{
	struct tea_countdown countdown;

	(void)state;
	tea_countdown_init(&countdown, 97, 0);
	for (unsigned int i = 0; i < 100; i++) {
		assert_int_equal(tea_countdown_idle(&countdown), 96);
		assert_int_equal(tea_countdown_pass_sample(&countdown), 97);
		assert_int_equal(countdown.left, 97);
		assert_false(countdown.done);
	}
	assert_int_equal(countdown.dither, 0);
}

/* Every cycle is sampled with a period of 1, and nothing is drawn. */
static void test_period_1(void **state)
{
	struct tea_countdown countdown;
	uint64_t cycles = 100;

	(void)state;
	tea_countdown_init(&countdown, 1, 4711);
	for (unsigned int i = 0; i < 100; i++)
		assert_true(tea_countdown_pass(&countdown, &cycles));
	assert_int_equal(cycles, 0);
	assert_false(tea_countdown_pass(&countdown, &cycles));
	assert_int_equal(countdown.dither, 4711);
}

static void assert_same(const struct tea_countdown *a, const struct tea_countdown *b)
{
	assert_int_equal(a->period, b->period);
	assert_int_equal(a->left, b->left);
	assert_int_equal(a->dither, b->dither);
	assert_int_equal(a->done, b->done);
	assert_int_equal(a->count, b->count);
	if (!a->done)
		assert_int_equal(a->target, b->target);
}

/* In strides of any length, with registers written between them, as cycle by cycle. */
static void test_strides(void **state)
{
	struct tea_countdown fast, slow;
	uint32_t random = seed_of_test();

	(void)state;
	tea_countdown_init(&fast, 50, random);
	slow = fast;
	for (unsigned int i = 0; i < 100000; i++) {
		uint64_t cycles = tea_dither_below(&random, 80), rest = cycles;
		uint64_t idle = tea_countdown_idle(&fast);
		bool sampled = tea_countdown_pass(&fast, &rest);

		for (uint64_t passed = 1; passed <= cycles - rest; passed++) {
			bool now = step(&slow);

			assert_int_equal(now, sampled && passed == cycles - rest);
			assert_true(!now || passed > idle);
		}
		assert_true(sampled || !rest);
		/* a migration checks this, too */
		assert_true(fast.target < fast.left);
		assert_same(&fast, &slow);
		if (tea_dither_below(&random, 100) == 0)
			fast.period = slow.period = 1 + tea_dither_below(&random, 100);
		if (tea_dither_below(&random, 100) == 0) {
			uint64_t left = 1 + tea_dither_below(&random, 200);
			bool done = tea_dither_below(&random, 2);

			tea_countdown_set_left(&fast, left, done);
			tea_countdown_set_left(&slow, left, done);
		}
	}
}

/* Sample n is in period n: so the mean distance is exact, and so is the count. */
static void test_one_each_period(void **state)
{
	static const uint64_t periods[] = { 2, 3, 97, 1000, 50021, (1ULL << 33) + 5 };
	uint32_t seed = seed_of_test();

	(void)state;
	for (size_t i = 0; i < sizeof(periods) / sizeof(periods[0]); i++) {
		struct tea_countdown countdown;
		uint64_t time = 0;

		tea_countdown_init(&countdown, periods[i], seed);
		for (uint64_t number = 0; number < 5000; number++) {
			time += tea_countdown_pass_sample(&countdown);
			assert_int_equal((time - 1) / periods[i], number);
		}
	}
}

/*
 * Chi-square of where in its period the sample falls, and of the next one's place for each
 * of the first's: 63 degrees of freedom, which exceed 130 once in 500,000 times.
 */
#define BINS	8

static void test_uniform(void **state)
{
	static const uint64_t periods[] = { 8, 96, 50020, 100003, (1ULL << 40) + 3 };
	uint32_t seed = seed_of_test();

	(void)state;
	for (size_t i = 0; i < sizeof(periods) / sizeof(periods[0]); i++) {
		const double draws = 64000, period = (double)periods[i];
		struct tea_countdown countdown;
		double pairs[BINS][BINS] = { { 0 } }, chi_square = 0;
		unsigned int last = 0;
		uint64_t time = 0;

		tea_countdown_init(&countdown, periods[i], seed);
		for (unsigned int n = 0; n <= draws; n++) {
			unsigned int bin;

			time += tea_countdown_pass_sample(&countdown);
			bin = (unsigned int)((double)((time - 1) % periods[i]) * BINS / period);
			if (n)
				pairs[last][bin]++;
			last = bin;
		}
		for (unsigned int a = 0; a < BINS; a++) {
			for (unsigned int b = 0; b < BINS; b++)
				chi_square += pow(pairs[a][b] - draws / 64, 2) / (draws / 64);
		}
		printf("# period %.0f: chi-square %.1f of 63\n", period, chi_square);
		assert_true(chi_square < 130);
	}
}

/* Switched out and in again in the middle: no second sample, and each cycle as likely. */
static void test_saved_and_restored(void **state)
{
	uint32_t dither = seed_of_test();
	unsigned int counts[10] = { 0 };

	(void)state;
	for (unsigned int i = 0; i < 100000; i++) {
		struct tea_countdown countdown;
		uint64_t rest = 4;
		unsigned int samples = 0;

		tea_countdown_init(&countdown, 10, dither);
		if (tea_countdown_pass(&countdown, &rest)) {
			counts[3 - rest]++;
			samples++;
			assert_true(!rest || !tea_countdown_pass(&countdown, &rest));
		}
		assert_int_equal(countdown.left, 6);
		assert_int_equal(countdown.done, samples);
		tea_countdown_set_left(&countdown, countdown.left, countdown.done);
		rest = 6;
		if (tea_countdown_pass(&countdown, &rest)) {
			counts[9 - rest]++;
			samples++;
			assert_true(!rest || !tea_countdown_pass(&countdown, &rest));
		}
		assert_int_equal(countdown.left, 10);
		assert_int_equal(samples, 1);
		dither = countdown.dither;
	}
	/* 10,000 each, within six standard deviations */
	for (unsigned int i = 0; i < 10; i++)
		assert_in_range(counts[i], 10000 - 6 * 95, 10000 + 6 * 95);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_generator),
		cmocka_unit_test(test_draws),
		cmocka_unit_test(test_off),
		cmocka_unit_test(test_period_1),
		cmocka_unit_test(test_strides),
		cmocka_unit_test(test_one_each_period),
		cmocka_unit_test(test_uniform),
		cmocka_unit_test(test_saved_and_restored),
	};

	return cmocka_run_group_tests_name("countdown", tests, NULL, NULL);
}
