// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_whatif.c - interaction costs by hand, Shapley values against all orders, margins by hand and by chance
 *
 * The seed of the random ones is printed; TEA_SEED=N repeats it.
 */
#include "tools/clitest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/causes/whatif.h"

static void start(struct whatif *whatif, size_t count, enum whatif_extent extent)
{
	assert_int_equal(whatif_init(whatif, count, extent), 0);
}

/* None, each alone, and no more than asked for. */
static void sets_are_those_that_matter(void **state)
{
	static const struct {
		size_t count;
		enum whatif_extent extent;
		size_t sets;
		bool all;		/* that of all changes is one of them */
	} cases[] = {
		{ 1, WHATIF_ALONE, 2, true }, { 3, WHATIF_ALONE, 4, false },
		{ 64, WHATIF_ALONE, 65, false }, { 1, WHATIF_PAIRS, 2, true },
		{ 2, WHATIF_PAIRS, 4, true }, { 6, WHATIF_PAIRS, 64, true },
		{ 7, WHATIF_PAIRS, 1 + 7 + 21, false }, { 64, WHATIF_PAIRS, 1 + 64 + 2016, false },
		{ 1, WHATIF_PAIRS_AND_ALL, 2, true }, { 2, WHATIF_PAIRS_AND_ALL, 4, true },
		{ 3, WHATIF_PAIRS_AND_ALL, 8, true }, { 4, WHATIF_PAIRS_AND_ALL, 1 + 4 + 6 + 1, true },
		{ 64, WHATIF_PAIRS_AND_ALL, 1 + 64 + 2016 + 1, true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct whatif whatif;

		start(&whatif, cases[i].count, cases[i].extent);
		assert_int_equal(whatif.sets_count, cases[i].sets);
		assert_int_equal(whatif.sets[0].members, 0);
		for (size_t c = 0; c < cases[i].count; c++)
			assert_int_equal(whatif.sets[1 + c].members, 1ULL << c);
		for (size_t s = 1; s < whatif.sets_count; s++)
			assert_ptr_equal(whatif_find(&whatif, whatif.sets[s].members),
					 &whatif.sets[s]);
		assert_true(!!whatif_all(&whatif) == cases[i].all);
		whatif_deinit(&whatif);
	}
}

/* Cycles without, with one, the other, both: whether they hide behind each other. */
static void interaction_is_by_hand(void **state)
{
	static const struct {
		uint64_t cycles[4];
		int64_t interaction;
	} cases[] = {
		{ { 100, 100, 100, 40 }, 60 },	/* two misses at once: both or nothing */
		{ { 100, 40, 40, 40 }, -60 },	/* either does */
		{ { 100, 80, 70, 50 }, 0 },	/* one after the other */
		{ { 100, 120, 90, 115 }, -5 },	/* one of them gains nothing */
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct whatif whatif;
		int64_t interaction;

		start(&whatif, 2, WHATIF_PAIRS);
		for (size_t s = 0; s < 4; s++)
			whatif.sets[s].cycles = cases[i].cycles[s];
		assert_true(whatif_interaction(&whatif, &whatif.sets[3], &interaction));
		assert_int_equal(interaction, cases[i].interaction);
		whatif_deinit(&whatif);
	}
}

/* Adds the gains of one order to each change; then those of all orders that begin with it. */
static size_t walk_orders(const struct whatif *whatif, size_t *order, size_t done, double *sums)
{
	size_t walked = 0;

	if (done == whatif->count) {
		uint64_t members = 0;

		for (size_t i = 0; i < done; i++) {
			double before = (double)whatif_find(whatif, members)->cycles;

			members |= 1ULL << order[i];
			sums[order[i]] += before - (double)whatif_find(whatif, members)->cycles;
		}
		return 1;
	}
	for (size_t i = done; i < whatif->count; i++) {
		size_t kept = order[done];

		order[done] = order[i];
		order[i] = kept;
		walked += walk_orders(whatif, order, done + 1, sums);
		order[i] = order[done];
		order[done] = kept;
	}
	return walked;
}

static void shapley_is_the_mean_of_all_orders(void **state)
{
	(void)state;
	srand(1);
	for (size_t count = 2; count <= WHATIF_SHAPLEY_MOST; count++) {
		double values[WHATIF_SHAPLEY_MOST], sums[WHATIF_SHAPLEY_MOST] = { 0 }, all = 0;
		size_t order[WHATIF_SHAPLEY_MOST] = { 0, 1, 2, 3, 4, 5 }, orders;
		struct whatif whatif;

		start(&whatif, count, WHATIF_PAIRS);
		for (size_t i = 0; i < whatif.sets_count; i++)
			whatif.sets[i].cycles = 1000000 + (uint64_t)(rand() % 1000000);
		orders = walk_orders(&whatif, order, 0, sums);
		assert_true(whatif_shapley(&whatif, values));
		for (size_t i = 0; i < count; i++) {
			assert_true(fabs(values[i] - sums[i] / (double)orders) < 1e-6);
			all += values[i];
		}
		assert_true(fabs(all - ((double)whatif.sets[0].cycles -
				       (double)whatif.sets[whatif.sets_count - 1].cycles)) < 1e-6);
		whatif_deinit(&whatif);
	}
}

/* A failed set has no gain, and leaves out only values that need it. */
static void failures_are_apart(void **state)
{
	double values[WHATIF_SHAPLEY_MOST], speedup;
	struct whatif whatif;
	int64_t interaction;

	(void)state;
	start(&whatif, 3, WHATIF_PAIRS);
	for (size_t i = 0; i < whatif.sets_count; i++)
		whatif.sets[i].cycles = 100 - i;
	whatif.sets[1].failure = strdup("no memory");
	assert_false(whatif_speedup(&whatif, &whatif.sets[1], &speedup));
	assert_true(whatif_speedup(&whatif, &whatif.sets[2], &speedup));
	assert_true(fabs(speedup - 100.0 / 98) < 1e-9);
	assert_false(whatif_interaction(&whatif, whatif_find(&whatif, 3), &interaction));
	assert_true(whatif_interaction(&whatif, whatif_find(&whatif, 6), &interaction));
	assert_false(whatif_shapley(&whatif, values));
	whatif_deinit(&whatif);
}

static void many_changes_have_no_shapley_values(void **state)
{
	double values[WHATIF_SHAPLEY_MOST];
	struct whatif whatif;

	(void)state;
	start(&whatif, WHATIF_SHAPLEY_MOST + 1, WHATIF_PAIRS);
	assert_false(whatif_shapley(&whatif, values));
	whatif_deinit(&whatif);
	start(&whatif, 2, WHATIF_ALONE);
	assert_false(whatif_shapley(&whatif, values));
	whatif_deinit(&whatif);
}

#define T_OF_1		12.706		/* Student's, of 95 % */
#define T_OF_15		2.1314

static void estimate(struct whatif_set *set, uint64_t cycles, unsigned int groups, int64_t one, int64_t other)
{
	set->cycles = cycles;
	set->deviations.groups = groups;
	for (unsigned int i = 0; i < groups; i++)
		set->deviations.of[i] = i % 2 ? other : one;
}

static bool is_near(double one, double other)
{
	return fabs(one - other) <= 1e-3 * fabs(other);
}

/* What all lanes have in common is in the margin of none but the cycles. */
static void margins_are_by_hand(void **state)
{
	double margins[WHATIF_SHAPLEY_MOST];
	struct whatif whatif;

	(void)state;
	start(&whatif, 2, WHATIF_PAIRS);
	estimate(&whatif.sets[0], 100, 2, 10, -10);
	estimate(&whatif.sets[1], 50, 2, 5, -5);
	estimate(&whatif.sets[2], 50, 2, 0, 0);
	estimate(&whatif.sets[3], 40, 2, 5, -5);
	assert_true(whatif_is_sampled(&whatif));
	assert_true(is_near(whatif_cycles_margin(&whatif.sets[0]), T_OF_1 * 10));
	assert_true(fabs(whatif_speedup_margin(&whatif, &whatif.sets[1])) < 1e-9);
	assert_true(is_near(whatif_speedup_margin(&whatif, &whatif.sets[2]), T_OF_1 * 0.2));
	/* gains of 60 by 5, of 50 by 5 and by 10: 60 - 50 - 50 is off by -10 or 10 */
	assert_true(is_near(whatif_interaction_margin(&whatif, &whatif.sets[3]), T_OF_1 * 10));
	/* of the first (50 + 10) / 2, off by (5 - 5) / 2; of the second (50 + 10) / 2, by (10 + 0) / 2 */
	whatif_shapley_margins(&whatif, margins);
	assert_true(fabs(margins[0]) < 1e-9);
	assert_true(is_near(margins[1], T_OF_1 * 5));
	assert_true(whatif_is_sure(&whatif, &whatif.sets[1]));
	assert_false(whatif_is_sure(&whatif, &whatif.sets[2]));
	estimate(&whatif.sets[0], 100, 16, 1, -1);
	estimate(&whatif.sets[2], 100, 16, -1, 1);
	assert_true(is_near(whatif_speedup_margin(&whatif, &whatif.sets[2]), T_OF_15 * sqrt(15) * 0.02));
	whatif_deinit(&whatif);
}

/* Of a window or none nothing is known, nor where no cycles are left; of all of the run all is. */
static void few_windows_have_no_margin(void **state)
{
	struct whatif whatif;

	(void)state;
	start(&whatif, 1, WHATIF_ALONE);
	estimate(&whatif.sets[0], 100, 1, -100, 0);
	estimate(&whatif.sets[1], 50, 1, -50, 0);
	assert_true(isinf(whatif_cycles_margin(&whatif.sets[0])));
	assert_true(isinf(whatif_speedup_margin(&whatif, &whatif.sets[1])));
	assert_false(whatif_is_sure(&whatif, &whatif.sets[1]));
	estimate(&whatif.sets[0], 100, 2, -100, 0);
	estimate(&whatif.sets[1], 50, 2, -50, 0);
	assert_true(isinf(whatif_speedup_margin(&whatif, &whatif.sets[1])));
	estimate(&whatif.sets[0], 100, 0, 0, 0);
	estimate(&whatif.sets[1], 100, 0, 0, 0);
	assert_false(whatif_is_sampled(&whatif));
	assert_true(whatif_is_sure(&whatif, &whatif.sets[1]));
	whatif_deinit(&whatif);
}

static uint64_t seed;

static double draw(void)
{
	uint64_t bits = seed += UINT64_C(0x9e3779b97f4a7c15);

	bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
	return (double)((bits ^ bits >> 31) >> 11) / (double)(UINT64_C(1) << 53);
}

static void estimate_by_windows(struct whatif_set *set, const double sums[16], double windows)
{
	double sum = 0;

	for (int i = 0; i < 16; i++)
		sum += sums[i];
	set->cycles = (uint64_t)(sum / windows + 0.5);
	set->deviations.groups = 16;
	for (int i = 0; i < 16; i++)
		set->deviations.of[i] = (int64_t)((sum - sums[i]) / (windows * 15 / 16) - (double)set->cycles);
}

/* Windows in which much or little is to be done, of which a change saves about a fifth. */
static void margins_hold_the_truth(void **state)
{
	const char *given = getenv("TEA_SEED");
	const double truth = 1.5 / (0.8 * 1.5 + 0.1 * 0.5);
	unsigned int held = 0, runs = 4000;
	double paired = 0, alone = 0;

	(void)state;
	seed = given ? strtoull(given, NULL, 0) : 1;
	printf("# TEA_SEED=%llu\n", (unsigned long long)seed);
	for (unsigned int run = 0; run < runs; run++) {
		double sums[2][16] = { { 0 } }, speedup, margin;
		struct whatif whatif;

		start(&whatif, 1, WHATIF_ALONE);
		for (int i = 0; i < 160; i++) {
			const double work = 1e6 * (1 + draw());

			sums[0][i % 16] += work;
			sums[1][i % 16] += 0.8 * work + 1e5 * draw();
		}
		estimate_by_windows(&whatif.sets[0], sums[0], 160);
		estimate_by_windows(&whatif.sets[1], sums[1], 160);
		assert_true(whatif_speedup(&whatif, &whatif.sets[1], &speedup));
		margin = whatif_speedup_margin(&whatif, &whatif.sets[1]);
		held += fabs(speedup - truth) <= margin;
		paired += margin;
		alone += whatif_cycles_margin(&whatif.sets[0]) / (double)whatif.sets[0].cycles;
		whatif_deinit(&whatif);
	}
	assert_in_range(held, 0.93 * runs, 0.97 * runs);
	assert_true(paired < alone / 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_are_those_that_matter),
		cmocka_unit_test(interaction_is_by_hand),
		cmocka_unit_test(shapley_is_the_mean_of_all_orders),
		cmocka_unit_test(failures_are_apart),
		cmocka_unit_test(many_changes_have_no_shapley_values),
		cmocka_unit_test(margins_are_by_hand),
		cmocka_unit_test(few_windows_have_no_margin),
		cmocka_unit_test(margins_hold_the_truth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
