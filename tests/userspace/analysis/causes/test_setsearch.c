// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_setsearch.c - sets of resources that gain together, by programs whose cycles are formulas
 */
#include "tools/clitest.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/causes/setsearch.h"

typedef uint64_t cycles_of(uint64_t members);

/* Has all that is asked for measured; returns in how many passes. */
static unsigned int search(struct setsearch *search, cycles_of *program)
{
	unsigned int passes = 0;

	while (setsearch_step(search)) {
		passes++;
		for (size_t i = 0; i < search->count; i++) {
			struct setsearch_set *set = &search->sets[i];

			if (!set->measured)
				set->cycles = program(set->members);
			set->measured = true;
		}
		assert_in_range(passes, 1, 20);
	}
	return passes;
}

static uint64_t longest(uint64_t one, uint64_t other)
{
	return one > other ? one : other;
}

/* Resource @n at 100 cycles, half of that with it. */
static uint64_t half(uint64_t members, unsigned int n)
{
	return members >> n & 1 ? 50 : 100;
}

static uint64_t alone(uint64_t members)
{
	return 10 + half(members, 3);
}

static uint64_t hidden_two(uint64_t members)
{
	return longest(half(members, 1), half(members, 4));
}

static uint64_t hidden_three(uint64_t members)
{
	return longest(longest(half(members, 0), half(members, 2)), half(members, 5));
}

/* Either of 0 and 1 does, and 2 hides behind them. */
static uint64_t either(uint64_t members)
{
	return longest(half(members | members >> 1, 0), half(members, 2)) + 7;
}

/* One after the other: 0 gains 50, 1 gains 40, the others 1 each. */
static uint64_t several(uint64_t members)
{
	return 1000 - 50 * (members & 1) - 40 * (members >> 1 & 1) -
	       (unsigned int)__builtin_popcountll(members >> 2);
}

static uint64_t nothing(uint64_t members)
{
	return 1000 - (unsigned int)__builtin_popcountll(members);
}

static void sets_are_found(void **state)
{
	static const struct {
		cycles_of *program;
		size_t most;
		uint64_t chosen[2];	/* either will do */
		bool enough;
	} cases[] = {
		{ alone, 4, { 1 << 3 }, true },
		{ hidden_two, 4, { 1 << 1 | 1 << 4 }, true },
		{ hidden_three, 4, { 1 << 0 | 1 << 2 | 1 << 5 }, true },
		{ hidden_three, 2, { 0 }, false },
		{ either, 4, { 1 << 0 | 1 << 2, 1 << 1 | 1 << 2 }, true },
		{ several, 4, { 1 << 0 | 1 << 1 }, true },
		{ several, 1, { 1 << 0 }, false },
		{ nothing, 4, { 0 }, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct setsearch sets;

		assert_int_equal(setsearch_init(&sets, 0x3f, cases[i].most), 0);
		search(&sets, cases[i].program);
		assert_false(sets.failed);
		assert_true((size_t)__builtin_popcountll(sets.chosen) <= cases[i].most);
		if (cases[i].chosen[0])
			assert_true(sets.chosen == cases[i].chosen[0] ||
				    sets.chosen == cases[i].chosen[1]);
		if (sets.chosen)
			assert_int_equal(setsearch_enough(&sets, sets.chosen), cases[i].enough);
		else
			assert_ptr_equal(cases[i].program, nothing);
		setsearch_deinit(&sets);
	}
}

/* One that is enough needs no second pass; one that all others need is known in the second. */
static void passes_are_few(void **state)
{
	struct setsearch sets;

	(void)state;
	assert_int_equal(setsearch_init(&sets, 0x3f, 4), 0);
	assert_int_equal(search(&sets, alone), 1);
	assert_int_equal(sets.count, 2 + 6);
	setsearch_deinit(&sets);
	assert_int_equal(setsearch_init(&sets, 0x3f, 4), 0);
	assert_int_equal(search(&sets, hidden_three), 3);
	assert_int_equal(sets.required, 1 << 0 | 1 << 2 | 1 << 5);
	setsearch_deinit(&sets);
}

static void gains_are_of_what_was_measured(void **state)
{
	struct setsearch sets;

	(void)state;
	assert_int_equal(setsearch_init(&sets, 0x3f, 4), 0);
	search(&sets, hidden_two);
	assert_true(setsearch_gain(&sets, 0) == 0);
	assert_true(setsearch_gain(&sets, 0x3f) == 50);
	assert_true(setsearch_gain(&sets, 1 << 1) == 0);
	assert_true(setsearch_gain(&sets, 1 << 1 | 1 << 4) == 50);
	assert_null(setsearch_find(&sets, 1ULL << 40));
	assert_true(setsearch_gain(&sets, 1ULL << 40) == 0);
	setsearch_deinit(&sets);
}

static void what_fails_ends_it(void **state)
{
	struct setsearch sets;

	(void)state;
	assert_int_equal(setsearch_init(&sets, 0x3f, 4), 0);
	assert_true(setsearch_step(&sets));
	for (size_t i = 0; i < sets.count; i++) {
		sets.sets[i].cycles = hidden_two(sets.sets[i].members);
		sets.sets[i].measured = true;
	}
	sets.sets[3].failure = strdup("lost");
	assert_false(setsearch_step(&sets));
	assert_true(sets.failed);
	assert_int_equal(sets.chosen, 0);
	setsearch_deinit(&sets);
}

static void without_candidates_there_is_none(void **state)
{
	struct setsearch sets;

	(void)state;
	assert_int_equal(setsearch_init(&sets, 0, 4), 0);
	assert_false(setsearch_step(&sets));
	setsearch_deinit(&sets);
	assert_int_equal(setsearch_init(&sets, 3, 0), 0);
	assert_false(setsearch_step(&sets));
	setsearch_deinit(&sets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_are_found),
		cmocka_unit_test(passes_are_few),
		cmocka_unit_test(gains_are_of_what_was_measured),
		cmocka_unit_test(what_fails_ends_it),
		cmocka_unit_test(without_candidates_there_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
