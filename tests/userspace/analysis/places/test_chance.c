// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_chance.c - margins hold the truth as often as they say, and differences by chance are none
 */
#include "tools/clitest.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/places/chance.h"

#define PERIOD	1000
#define RUNS	2000

/* A stack of @count whole samples. */
static struct pics_stack samples(uint64_t count)
{
	struct pics_weight one = pics_weight_of(PERIOD, PERIOD);
	struct pics_stack stack = { .parts = count * PERIOD };

	stack.weight.samples = count * one.samples;
	stack.weight.squares = (double)count * one.squares;
	return stack;
}

static double margin_of(uint64_t part, uint64_t whole)
{
	const struct pics_stack a = samples(part), b = samples(whole);

	return chance_margin(a.parts, &a.weight, &b);
}

static bool near(double a, double b)
{
	return fabs(a - b) < 0.00005;
}

/* The margin of equal samples is half of Wilson's interval, as in tables. */
static void margins_are_wilsons(void **state)
{
	(void)state;
	assert_true(near(margin_of(10, 20), (0.7007 - 0.2993) / 2));
	assert_true(near(margin_of(1, 10), (0.4042 - 0.0179) / 2));
	assert_true(near(margin_of(50, 1000), (0.06530 - 0.03813) / 2));
	assert_true(margin_of(346, 346) < 0.01);
}

static void counted_cycles_have_none(void **state)
{
	const struct pics_stack whole = { .parts = 1000 };
	const struct pics_weight none = { 0 };

	(void)state;
	assert_true(near(chance_margin(10, &none, &whole), 0));
	assert_false(chance_hides(1, &none, &whole));
}

/* Four samples in many are within the margin of chance, five are not. */
static void few_samples_say_nothing(void **state)
{
	const struct pics_stack whole = samples(10000);

	(void)state;
	for (uint64_t count = 1; count < 12; count++) {
		const struct pics_stack part = samples(count);

		assert_int_equal(chance_hides(part.parts, &part.weight, &whole), count < 5);
	}
}

/* A part that some heavy samples stand for is less sure than one of many light ones. */
static void heavy_samples_are_less_sure(void **state)
{
	struct pics_stack light = samples(100), heavy = { .parts = 100 * PERIOD };
	struct pics_stack whole = samples(900);
	struct pics_weight ten = pics_weight_of(10 * PERIOD, 10 * PERIOD);

	(void)state;
	for (int i = 0; i < 10; i++)
		pics_weight_add(&heavy.weight, &ten);
	whole.parts += heavy.parts;
	pics_weight_add(&whole.weight, &heavy.weight);
	assert_int_equal(heavy.weight.samples, 10 * PICS_SAMPLE);
	assert_true(chance_margin(heavy.parts, &heavy.weight, &whole) >
		    2.5 * chance_margin(light.parts, &light.weight, &whole));
}

/* An instruction of four that commit has a quarter of the sample, and all four a whole one. */
static void slots_add_up(void **state)
{
	struct pics_weight sum = { 0 }, quarter = pics_weight_of(PERIOD / 4, PERIOD);
	const struct pics_weight whole = pics_weight_of(PERIOD, PERIOD);

	(void)state;
	for (int i = 0; i < 4; i++)
		pics_weight_add(&sum, &quarter);
	assert_int_equal(sum.samples, whole.samples);
	assert_true(near(sum.squares, whole.squares));
}

/* A sample of one of three weights, which is the part's with a chance of @share. */
static void draw(struct pics_stack *part, struct pics_stack *whole, double share)
{
	uint64_t parts = PERIOD * (1 + (uint64_t)rand() % 3);
	struct pics_weight weight = pics_weight_of(parts, parts);

	whole->parts += parts;
	pics_weight_add(&whole->weight, &weight);
	if (rand() >= share * RAND_MAX)
		return;
	part->parts += parts;
	pics_weight_add(&part->weight, &weight);
}

static void margins_hold_the_truth(void **state)
{
	static const double shares[] = { 0.01, 0.05, 0.2, 0.5, 0.9 };

	(void)state;
	srand(1);
	for (size_t s = 0; s < sizeof(shares) / sizeof(shares[0]); s++) {
		int held = 0;

		for (int run = 0; run < RUNS; run++) {
			struct pics_stack part = { 0 }, whole = { 0 };

			for (int i = 0; i < 1000; i++)
				draw(&part, &whole, shares[s]);
			held += fabs((double)part.parts / (double)whole.parts - shares[s]) <=
				chance_margin(part.parts, &part.weight, &whole);
		}
		if (held < 0.92 * RUNS || held > 0.975 * RUNS)
			fail_msg("share %.2f: held in %d of %d runs", shares[s], held, RUNS);
	}
}

static bool differs(uint64_t before, uint64_t after, uint64_t whole, size_t tests)
{
	const struct pics_stack parts[2] = { samples(before), samples(after) };
	const struct pics_stack wholes[2] = { samples(whole), samples(whole) };
	const struct chance_part sides[2] = {
		{ parts[0].parts, parts[0].weight, &wholes[0], 1, false },
		{ parts[1].parts, parts[1].weight, &wholes[1], 1, false },
	};

	return fabs((double)parts[1].parts - (double)parts[0].parts) > chance_difference(sides, tests);
}

static void differences_are_tested(void **state)
{
	(void)state;
	assert_false(differs(100, 110, 1000, 1));
	assert_true(differs(100, 150, 1000, 1));
	assert_true(differs(150, 100, 1000, 1));
	assert_false(differs(0, 3, 1000, 1));
	assert_true(differs(0, 8, 1000, 1));
	/* one of a hundred rows is as far off by chance */
	assert_true(differs(100, 131, 1000, 1));
	assert_false(differs(100, 131, 1000, 100));
}

/* Two recordings of one program: of all rows of all pairs, hardly one differs. */
static void chance_makes_no_difference(void **state)
{
	int wrong = 0;

	(void)state;
	srand(2);
	for (int run = 0; run < RUNS; run++) {
		struct pics_stack parts[2] = { 0 }, wholes[2] = { 0 };

		for (int i = 0; i < 2000; i++)
			draw(&parts[i % 2], &wholes[i % 2], 0.03);
		const struct chance_part sides[2] = {
			{ parts[0].parts, parts[0].weight, &wholes[0], 1, false },
			{ parts[1].parts, parts[1].weight, &wholes[1], 1, false },
		};

		wrong += fabs((double)parts[1].parts - (double)parts[0].parts) >
			 chance_difference(sides, 1);
	}
	assert_in_range(wrong, 0.02 * RUNS, 0.08 * RUNS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(margins_are_wilsons),
		cmocka_unit_test(counted_cycles_have_none),
		cmocka_unit_test(few_samples_say_nothing),
		cmocka_unit_test(heavy_samples_are_less_sure),
		cmocka_unit_test(slots_add_up),
		cmocka_unit_test(margins_hold_the_truth),
		cmocka_unit_test(differences_are_tested),
		cmocka_unit_test(chance_makes_no_difference),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
