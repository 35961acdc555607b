// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_estimates.c - margins of estimates by windows hold the truth as often as they say
 *
 * A program of many intervals is made, of which all cycles are known. Windows are drawn of it, cycles
 * estimated by them as docs/profile-format.md has it, and again without each group of windows. The seed
 * is printed; TEA_SEED=N repeats it.
 */
#include "tools/clitest.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/places/chance.h"
#include "analysis/places/pieces.h"

#define GROUPS		16
#define INTERVALS	4000
#define WINDOWS		320
#define ROWS		4
#define RUNS		4000
#define HELD_LEAST	(0.93 * RUNS)
#define HELD_MOST	(0.97 * RUNS)

static uint64_t seed;

static double draw(void)
{
	uint64_t bits = seed += UINT64_C(0x9e3779b97f4a7c15);

	bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
	return (double)((bits ^ bits >> 31) >> 11) / (double)(UINT64_C(1) << 53);
}

static int take_seed(void **state)
{
	const char *given = getenv("TEA_SEED");

	(void)state;
	seed = given ? strtoull(given, NULL, 0) : 1;
	printf("# TEA_SEED=%llu\n", (unsigned long long)seed);
	return 0;
}

/* Of each row in each interval. */
struct program {
	double executions[INTERVALS][ROWS], cycles[INTERVALS][ROWS];
	double all_executions[ROWS], all_cycles[ROWS], total;
};

/* Rows: of even cost, of a cost by phase, one that is not always met, and one whose cost is seldom high. */
static void make(struct program *program, double slower)
{
	*program = (struct program){ .total = 0 };
	for (int i = 0; i < INTERVALS; i++) {
		const double costs[ROWS] = {
			10 * (0.8 + 0.4 * draw()), i < INTERVALS / 3 ? 20 : 5, slower * 30 * draw(),
			draw() < 0.1 ? 60 : 4,
		};
		const double times[ROWS] = { 50 + 50 * draw(), 40, draw() < 0.3 ? 20 : 0, 30 * draw() };

		for (int row = 0; row < ROWS; row++) {
			program->executions[i][row] = times[row];
			program->cycles[i][row] = times[row] * costs[row];
			program->all_executions[row] += times[row];
			program->all_cycles[row] += times[row] * costs[row];
			program->total += times[row] * costs[row];
		}
	}
}

struct sums {
	double executions[ROWS], cycles[ROWS];
};

static double estimate(const struct program *program, const struct sums sums[GROUPS], int row, int without)
{
	double executions = 0, cycles = 0;

	for (int group = 0; group < GROUPS; group++) {
		if (group == without)
			continue;
		executions += sums[group].executions[row];
		cycles += sums[group].cycles[row];
	}
	return executions > 0 ? round(cycles / executions * program->all_executions[row]) : 0;
}

/* A stack for each row, of all of Base, and behind them one of all: as a view has them. */
static void sample(const struct program *program, struct pics *pics)
{
	struct pics_windows *windows = pics_windows_create(GROUPS, 0, true);
	struct sums sums[GROUPS] = { 0 };

	assert_non_null(windows);
	for (int i = 0; i < WINDOWS; i++) {
		const int at = (int)(draw() * INTERVALS);

		for (int row = 0; row < ROWS; row++) {
			sums[i % GROUPS].executions[row] += program->executions[at][row];
			sums[i % GROUPS].cycles[row] += program->cycles[at][row];
		}
	}
	for (uint32_t place = 0; place <= ROWS; place++)
		assert_int_equal(pics_touch(pics, place), 0);
	for (int row = 0; row < ROWS; row++) {
		const double all = estimate(program, sums, row, -1);
		const struct pics_share share = {
			.parts = (uint64_t)all, .weight = { .samples = PICS_WINDOWS, .windows = windows },
		};

		for (int group = 0; group < GROUPS; group++)
			windows->deviations[group] = estimate(program, sums, row, group) - all;
		assert_int_equal(pics_add(pics, (uint32_t)row, &share), 0);
		assert_int_equal(pics_add(pics, ROWS, &share), 0);
	}
	free(windows);
}

static void assert_held(const char *what, int row, int held)
{
	printf("# %s of row %d: held in %.1f%%\n", what, row, 100.0 * held / RUNS);
	if (held < HELD_LEAST || held > HELD_MOST)
		fail_msg("%s of row %d: held in %d of %d runs", what, row, held, RUNS);
}

/* Of amounts, of shares, and of all cycles. */
static void margins_hold_the_truth(void **state)
{
	static struct program program;
	int amounts[ROWS + 1] = { 0 }, shares[ROWS] = { 0 };

	(void)state;
	make(&program, 1);
	for (int run = 0; run < RUNS; run++) {
		struct pics pics = { 0 };
		const struct pics_stack *whole;

		sample(&program, &pics);
		whole = &pics.stacks[ROWS];
		for (int row = 0; row < ROWS; row++) {
			const struct pics_stack *stack = &pics.stacks[row];
			const double share = (double)stack->parts / (double)whole->parts;

			amounts[row] += fabs((double)stack->parts - program.all_cycles[row]) <=
					chance_amount(stack->parts, &stack->weight);
			shares[row] += fabs(share - program.all_cycles[row] / program.total) <=
				       chance_margin(stack->parts, &stack->weight, whole);
		}
		amounts[ROWS] += fabs((double)whole->parts - program.total) <= chance_amount(whole->parts, &whole->weight);
		pics_deinit(&pics);
	}
	for (int row = 0; row < ROWS; row++) {
		assert_held("the amount", row, amounts[row]);
		assert_held("the share", row, shares[row]);
	}
	assert_held("all", ROWS, amounts[ROWS]);
}

static struct chance_part side_of(const struct pics *pics, int row, bool share)
{
	return (struct chance_part){
		.parts = pics->stacks[row].parts, .weight = pics->stacks[row].weight,
		.whole = &pics->stacks[ROWS], .scale = 1, .share = share,
	};
}

/* Of two programs of which one has a row that is slower. */
static void differences_hold_the_truth(void **state)
{
	static struct program programs[2];
	int held[2][ROWS] = { 0 };

	(void)state;
	make(&programs[0], 1);
	make(&programs[1], 1.5);
	for (int run = 0; run < RUNS; run++) {
		struct pics pics[2] = { 0 };
		double scale;

		for (int i = 0; i < 2; i++)
			sample(&programs[i], &pics[i]);
		scale = (double)pics[1].stacks[ROWS].parts / (double)pics[0].stacks[ROWS].parts;
		for (int row = 0; row < ROWS; row++) {
			struct chance_part parts[2] = { side_of(&pics[0], row, false),
							side_of(&pics[1], row, false) };
			double found = (double)parts[1].parts - (double)parts[0].parts;
			double real = programs[1].all_cycles[row] - programs[0].all_cycles[row];

			held[0][row] += fabs(found - real) <= chance_difference(parts, 1);
			/* as if both had the cycles of the second */
			parts[0].share = parts[1].share = true;
			parts[0].scale = scale;
			found = (double)parts[1].parts - (double)parts[0].parts * scale;
			real = (programs[1].all_cycles[row] / programs[1].total -
				programs[0].all_cycles[row] / programs[0].total) *
			       (double)pics[1].stacks[ROWS].parts;
			held[1][row] += fabs(found - real) <= chance_difference(parts, 1);
		}
		for (int i = 0; i < 2; i++)
			pics_deinit(&pics[i]);
	}
	for (int row = 0; row < ROWS; row++) {
		assert_held("the difference", row, held[0][row]);
		assert_held("the difference of shares", row, held[1][row]);
	}
}

/* One stack of @parts whose deviations are @each and its negative in turn, to be freed. */
static struct pics one(unsigned int groups, uint64_t parts, double each, unsigned int of_state)
{
	struct pics_windows *windows = pics_windows_create(groups, 0, true);
	struct pics_share share = {
		.parts = parts, .weight = { .samples = PICS_WINDOWS, .windows = windows },
	};
	struct pics pics = { 0 };

	assert_non_null(windows);
	for (unsigned int i = 0; i < groups; i++) {
		windows->deviations[i] = i % 2 ? -each : each;
		pics_windows_of(windows, of_state)->deviations[i] = windows->deviations[i];
	}
	if (of_state < PICS_STATES)
		share.states[of_state] = parts;
	assert_int_equal(pics_add(&pics, 0, &share), 0);
	free(windows);
	return pics;
}

/* Quantiles as tables of Student's t have them: of 95%, and of one of a hundred tests. */
static void margins_are_students(void **state)
{
	static const struct {
		unsigned int groups;
		double student, hundredth;
	} table[] = {
		{ 2, 12.70620, 1273.239 }, { 3, 4.30265, 44.7046 }, { 16, 2.13145, 4.41661 },
		{ 17, 2.11991, 4.34635 }, { 64, 1.99834, 3.67073 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		const unsigned int groups = table[i].groups;
		struct pics pics = one(groups, 10000, 10, PICS_NO_STATE);
		const double error = 10 * sqrt(groups - 1);
		const struct chance_part parts[2] = {
			{ .whole = NULL, .scale = 1 },
			{ .parts = 10000, .weight = pics.stacks->weight, .whole = pics.stacks, .scale = 1 },
		};

		assert_true(fabs(chance_amount(10000, &pics.stacks->weight) / error - table[i].student) < 0.0001);
		assert_true(fabs(chance_difference(parts, 100) / error / table[i].hundredth - 1) < 0.0001);
		pics_deinit(&pics);
	}
}

/* What deviates as all does is as large a share in any case; without windows that met it, nothing is known. */
static void shares_deviate_with_all(void **state)
{
	struct pics pics = one(GROUPS, 1000, 100, PICS_NO_STATE);
	struct pics_windows *single = pics_windows_create(GROUPS, 0, true);
	struct pics_share share = {
		.category = 1, .parts = 10, .weight = { .samples = PICS_WINDOWS, .windows = single },
	};
	const struct pics_weight none = { 0 };

	(void)state;
	assert_non_null(single);
	assert_true(chance_has(&pics.stacks->weight));
	assert_true(chance_margin(1000, &pics.stacks->weight, pics.stacks) < 1e-9);
	assert_true(chance_amount(1000, &pics.stacks->weight) > 200);
	assert_true(!(chance_amount(0, &none) > 0));
	single->deviations[3] = -10;
	assert_int_equal(pics_add(&pics, 0, &share), 0);
	assert_int_equal(pics_add(&pics, 1, &share), 0);
	free(single);
	assert_true(chance_hides(10, &pics.stacks[1].weight, pics.stacks));
	assert_true(chance_amount(10, &pics.stacks[1].weight) > 20);
	/* of both stacks together: what the second deviates by is small beside the first's */
	assert_true(fabs(chance_total(&pics) / chance_amount(1000, &pics.stacks->weight) - 1) < 0.01);
	pics_deinit(&pics);
}

/* Base by commit state has the deviations of each, and what has no state its own. */
static void states_have_their_own(void **state)
{
	static const unsigned int states[] = { TEA_STATE_COMPUTE, TEA_STATE_STALLED, PICS_NO_STATE };
	struct piece pieces[PIECES_MOST];
	struct pics sum = { 0 };
	size_t count;

	(void)state;
	for (size_t i = 0; i < COUNT(states); i++) {
		struct pics pics = one(GROUPS, 300 - 100 * i, (double)(i + 1), states[i]);

		assert_int_equal(pics_add_stack(&sum, 5, pics.stacks), 0);
		pics_deinit(&pics);
	}
	count = pieces_of(&category_signatures, true, sum.stacks, pieces);
	assert_int_equal(count, COUNT(states));
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(pieces[i].state, states[i]);
		assert_true(fabs(pieces[i].weight.windows->deviations[0] - (double)(i + 1)) < 1e-9);
	}
	pieces_of(&category_signatures, false, sum.stacks, pieces);
	assert_true(fabs(pieces[0].weight.windows->deviations[0] - 6) < 1e-9);
	assert_true(fabs(sum.stacks->weight.windows->deviations[1] + 6) < 1e-9);
	assert_int_equal(pics_weight_samples(&sum.stacks->weight), 0);
	pics_deinit(&sum);
}

/* What all windows have wrong joins what groups tell; nothing but all of it is certain. */
static void what_windows_have_wrong_joins(void **state)
{
	struct pics_windows *windows = pics_windows_create(GROUPS, 0.01, false);
	struct pics_share share = { .parts = 3000, .weight = { .samples = PICS_WINDOWS, .windows = windows } };
	struct pics pics = { 0 };
	struct chance_part parts[2] = { { .scale = 1 }, { .scale = 1 } };
	double chance;

	(void)state;
	assert_non_null(windows);
	assert_int_equal(pics_add(&pics, 0, &share), 0);
	assert_int_equal(pics_add(&pics, 1, &share), 0);
	share.parts = 6000;
	assert_int_equal(pics_add(&pics, 1, &share), 0);
	assert_true(fabs(chance_amount(3000, &pics.stacks[0].weight) - 1.959964 * 30) < 0.001);
	assert_true(fabs(chance_amount(9000, &pics.stacks[1].weight) - 1.959964 * 90) < 0.001);
	assert_true(fabs(chance_total(&pics) - 1.959964 * 120) < 0.001);
	/* a third of the whole, and all of it */
	assert_true(fabs(chance_margin(3000, &share.weight, &pics.stacks[1]) -
			 1.959964 * 0.01 * 2 / 9) < 1e-6);
	assert_true(chance_margin(9000, &share.weight, &pics.stacks[1]) < 1e-12);
	for (int i = 0; i < GROUPS; i++)
		windows->deviations[i] = i % 2 ? 10 : -10;
	chance = 2.13145 * 10 * sqrt(GROUPS - 1);
	assert_true(fabs(chance_amount(3000, &share.weight) - hypot(chance, 1.959964 * 30)) < 0.001);
	for (int i = 0; i < 2; i++)
		parts[i] = (struct chance_part){
			.parts = 3000, .weight = pics.stacks[0].weight, .whole = pics.stacks, .scale = 1 + i,
		};
	assert_true(fabs(chance_difference(parts, 1) - 1.959964 * hypot(30, 60)) < 0.001);
	free(windows);
	pics_deinit(&pics);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(margins_hold_the_truth, take_seed),
		cmocka_unit_test_setup(differences_hold_the_truth, take_seed),
		cmocka_unit_test(margins_are_students),
		cmocka_unit_test(shares_deviate_with_all),
		cmocka_unit_test(states_have_their_own),
		cmocka_unit_test(what_windows_have_wrong_joins),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
