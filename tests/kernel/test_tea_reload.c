// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_tea_reload.c - the countdown in software against the unit's own, as the model has it
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "observers/countdown.h"
#include "tea_reload.h"

#define RUNS	2000
#define STEPS	200

static void assert_alike(const struct tea_reload *reload, const struct tea_countdown *unit)
{
	assert_int_equal(reload->period, unit->period);
	assert_int_equal(reload->left, unit->left);
	assert_int_equal(reload->target, unit->target);
	assert_int_equal(reload->count, unit->count);
	assert_int_equal(reload->dither, unit->dither);
	assert_int_equal(reload->done, unit->done);
}

/* Samples that come due in @cycles. */
static uint64_t pass(struct tea_countdown *unit, uint64_t cycles)
{
	uint64_t samples = 0;

	while (tea_countdown_pass(unit, &cycles))
		samples++;
	return samples;
}

static uint64_t drawn(unsigned int bits)
{
	const uint64_t word = (uint64_t)random() << 31 ^ (uint64_t)random();

	return word % (1ULL << bits);
}

/* As the driver writes PERIOD and LEFT. */
static void set_both(struct tea_reload *reload, struct tea_countdown *unit)
{
	const uint64_t period = 1 + drawn(1 + drawn(4)), left = 1 + drawn(8);
	const bool done = drawn(1);

	tea_reload_set(reload, period, left | (done ? TEA_LEFT_DONE : 0));
	unit->period = period;
	tea_countdown_set_left(unit, left, done);
}

static void distance_is_to_the_next_sample(const struct tea_reload *reload,
					   struct tea_countdown unit)
{
	assert_int_equal(tea_reload_distance(reload), tea_countdown_pass_sample(&unit));
}

static void it_is_the_units(void **state)
{
	(void)state;
	for (unsigned int run = 0; run < RUNS; run++) {
		const uint32_t dither = run % 8 ? (uint32_t)drawn(32) : 0;
		struct tea_reload reload = { .dither = dither };
		struct tea_countdown unit = { .dither = dither };

		for (unsigned int step = 0; step < STEPS; step++) {
			const uint64_t cycles = drawn(1 + drawn(4));

			if (step % 16 == 0)
				set_both(&reload, &unit);
			assert_alike(&reload, &unit);
			distance_is_to_the_next_sample(&reload, unit);
			assert_int_equal(tea_reload_pass(&reload, cycles), pass(&unit, cycles));
		}
	}
}

/* Above 32 bits a target has a second word. */
static void long_periods_are_too(void **state)
{
	struct tea_reload reload = { .dither = 1 };
	struct tea_countdown unit = { .dither = 1 };
	const uint64_t period = (1ULL << 40) + 4711;

	(void)state;
	tea_reload_set(&reload, period, period);
	tea_countdown_init(&unit, period, 1);
	for (unsigned int i = 0; i < 100; i++) {
		const uint64_t cycles = tea_reload_distance(&reload);

		assert_alike(&reload, &unit);
		assert_int_equal(tea_reload_pass(&reload, cycles), 1);
		assert_int_equal(pass(&unit, cycles), 1);
	}
}

/* LEFT is never 0: the interface takes it for 1. */
static void left_is_not_0(void **state)
{
	struct tea_reload reload = { .dither = 0 };

	(void)state;
	tea_reload_set(&reload, 10, TEA_LEFT_DONE);
	assert_int_equal(reload.left, 1);
	assert_int_equal(tea_reload_distance(&reload), 11);
	tea_reload_set(&reload, 10, 0);
	assert_int_equal(tea_reload_distance(&reload), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_the_units),
		cmocka_unit_test(long_periods_are_too),
		cmocka_unit_test(left_is_not_0),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
