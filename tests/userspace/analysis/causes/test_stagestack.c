// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_stagestack.c - stacks of slots taken apart: sums, folding, bounds
 */
#include "tools/clitest.h"

#include "analysis/causes/stagestack.h"

/* Each component folds to one of the paper's. */
static void causes_part_the_components(void **state)
{
	uint32_t seen = 0;

	(void)state;
	for (enum tea_cause cause = 0; cause < TEA_CAUSES_COUNT; cause++) {
		uint32_t set = stages_cause(cause);

		assert_int_not_equal(set, 0);
		assert_int_equal(seen & set, 0);
		seen |= set;
	}
	assert_int_equal(seen, STAGES_ALL);
	assert_int_equal(stages_cause(TEA_CAUSE_ICACHE), STAGES_SET(L1I) | STAGES_SET(ITLB));
	assert_int_equal(stages_cause(TEA_CAUSE_BPRED), STAGES_SET(BPRED));
}

/* Every slot of a stack is at its stage, and nowhere else. */
static void stacks_are_taken_apart(void **state)
{
	struct pics_share shares[TEA_STACKS_COUNT * TEA_COMPONENTS_COUNT];
	struct pics_stack stack = { .shares = shares, .shares_count = COUNT(shares) };
	struct stages stages;

	(void)state;
	for (uint16_t i = 0; i < COUNT(shares); i++)
		shares[i] = (struct pics_share){ .category = i, .parts = 1000 + i };
	stages = stages_of(&stack);
	for (enum tea_stack at = 0; at < TEA_STACKS_COUNT; at++) {
		uint64_t sum = 0;

		for (unsigned int i = 0; i < TEA_COMPONENTS_COUNT; i++) {
			assert_int_equal(stages_sum(&stages, at, 1U << i),
					 1000 + CATEGORY_AT_STAGE(at, i));
			sum += 1000 + CATEGORY_AT_STAGE(at, i);
		}
		assert_int_equal(stages_sum(&stages, at, STAGES_ALL), sum);
	}
	stages = stages_of(NULL);
	assert_int_equal(stages_bound(&stages, STAGES_ALL).most, 0);
}

/* The bound of several components is of their sum, not of each alone. */
static void bounds_are_least_and_most(void **state)
{
	struct stages stages = { 0 };
	struct stages_bound bound;

	(void)state;
	stages.slots[TEA_STACK_DISPATCH][TEA_COMPONENT_L1I] = 30;
	stages.slots[TEA_STACK_ISSUE][TEA_COMPONENT_ITLB] = 50;
	stages.slots[TEA_STACK_COMMIT][TEA_COMPONENT_L1I] = 10;
	stages.slots[TEA_STACK_COMMIT][TEA_COMPONENT_ITLB] = 15;
	bound = stages_bound(&stages, STAGES_SET(L1I));
	assert_int_equal(bound.least, 0);
	assert_int_equal(bound.most, 30);
	bound = stages_bound(&stages, stages_cause(TEA_CAUSE_ICACHE));
	assert_int_equal(bound.least, 25);
	assert_int_equal(bound.most, 50);
}

/* A chain of multiplications waits two cycles in three for the latency, one as a chain. */
static void a_dependence_keeps_a_cycle(void **state)
{
	const uint32_t set = STAGES_SET(ALU) | STAGES_SET(DEPEND);
	struct stages stages = { 0 };
	struct stages_bound bound;

	(void)state;
	for (enum tea_stack stage = 0; stage < TEA_STACKS_COUNT; stage++) {
		stages.slots[stage][TEA_COMPONENT_ALU] = 200;
		stages.slots[stage][TEA_COMPONENT_DEPEND] = 100;
	}
	bound = stages_wait_bound(&stages, set);
	assert_int_equal(bound.least, 200);
	assert_int_equal(bound.most, 300);
	assert_int_equal(stages_bound(&stages, set).least, 300);
}

static void speedups_are_of_what_is_left(void **state)
{
	(void)state;
	assert_float_equal(stages_speedup(100, 4, 0), 1, 1e-9);
	assert_float_equal(stages_speedup(100, 4, 200), 2, 1e-9);
	assert_float_equal(stages_speedup(100, 4, 400), 0, 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(causes_part_the_components),
		cmocka_unit_test(stacks_are_taken_apart),
		cmocka_unit_test(bounds_are_least_and_most),
		cmocka_unit_test(a_dependence_keeps_a_cycle),
		cmocka_unit_test(speedups_are_of_what_is_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
