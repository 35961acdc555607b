// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_runtime.c - the announced length of runs: on one processor and more, and its limits
 */
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "experiment/runtime.h"
#include "experiment/screening.h"

static void test_one_core_is_the_unit(void **state)
{
	(void)state;
	assert_true(runtime_of(&(struct runtime_lanes){ 0, false }) == 1);
	assert_true(runtime_of(&(struct runtime_lanes){ 0, true }) == 1);
}

static void test_more_cores_take_longer(void **state)
{
	(void)state;
	for (int fast = 0; fast < 2; fast++) {
		double before = 0;

		for (size_t count = 1; count < 200; count++) {
			double work = runtime_work(&(struct runtime_lanes){ count, fast });

			assert_true(work > before);
			before = work;
		}
	}
}

static void test_processors_share_the_work(void **state)
{
	const struct runtime_lanes few = { 1, false }, many = { 20, false }, team = { 32, true };
	cpu_set_t all, one;
	int first = 0;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(all), &all), 0);
	while (!CPU_ISSET(first, &all))
		first++;
	CPU_ZERO(&one);
	CPU_SET(first, &one);
	assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
	assert_true(runtime_of(&many) == runtime_work(&many));
	assert_int_equal(sched_setaffinity(0, sizeof(all), &all), 0);
	if (CPU_COUNT(&all) > 1)
		assert_true(runtime_of(&many) <= runtime_work(&many) / 2);
	/* one piece cannot be shared */
	assert_true(runtime_of(&few) == runtime_work(&few));
	assert_true(runtime_of(&team) == runtime_work(&team));
}

/* tea-sensitivity(1): by default at most 20 times as long as tea sim alone, on one processor. */
static void test_default_of_sensitivity(void **state)
{
	const struct runtime_lanes screen = { 1 + TEA_RESOURCES_COUNT, true };
	const struct runtime_lanes measured = { SCREENING_CORES, false };

	(void)state;
	assert_true(runtime_work(&screen) + runtime_work(&measured) <= 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_core_is_the_unit),
		cmocka_unit_test(test_more_cores_take_longer),
		cmocka_unit_test(test_processors_share_the_work),
		cmocka_unit_test(test_default_of_sensitivity),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
