// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_pics.c - cycle stacks: sums are exact, categories are never mixed, order is fixed
 */
#include "tools/clitest.h"

#include <stdlib.h>
#include <string.h>

#include "recording/pics.h"

#define PLACES	37
#define CATEGORIES	513

/* Parts of a category, by state, as samples brought them. */
static int add(struct pics *pics, uint32_t place, uint16_t category,
	       const uint64_t states[PICS_STATES], uint64_t parts)
{
	struct pics_share share = {
		.category = category, .parts = parts, .weight = pics_weight_of(parts, 2 * parts),
	};

	memcpy(share.states, states, sizeof(share.states));
	return pics_add(pics, place, &share);
}

static void sums_are_exact(void **state)
{
	static uint64_t expected[PLACES][CATEGORIES];
	const uint64_t states[PICS_STATES] = { 1, 2, 3, 4 };
	struct pics pics = { 0 };
	uint64_t total = 0;

	(void)state;
	srand(1);
	for (int i = 0; i < 20000; i++) {
		uint32_t place = (uint32_t)rand() % PLACES;
		uint16_t category = (uint16_t)(rand() % CATEGORIES);
		uint64_t parts = (uint64_t)rand() << 20;

		assert_int_equal(add(&pics, place, category, states, parts), 0);
		expected[place][category] += parts;
		total += parts;
	}
	pics_sort(&pics);
	assert_true(pics.parts == total);
	for (uint32_t place = 0; place < PLACES; place++) {
		const struct pics_stack *stack = pics_find(&pics, place);
		uint64_t sum = 0;

		assert_non_null(stack);
		for (size_t i = 0; i < stack->shares_count; i++) {
			const struct pics_share *share = &stack->shares[i];

			assert_true(share->parts == expected[place][share->category]);
			assert_true(!i || share->parts <= share[-1].parts);
			sum += share->parts;
		}
		assert_true(sum == stack->parts);
	}
	assert_null(pics_find(&pics, PLACES));
	pics_deinit(&pics);
}

static void folding_keeps_all(void **state)
{
	const uint64_t states[PICS_STATES] = { 5, 0, 7, 0 };
	struct pics fine = { 0 }, coarse = { 0 };

	(void)state;
	for (uint32_t place = 0; place < 100; place++)
		for (uint16_t category = 0; category < 5; category++)
			add(&fine, place, category, states, 12);
	for (size_t i = 0; i < fine.stacks_count; i++)
		assert_int_equal(pics_add_stack(&coarse, fine.stacks[i].place % 3, &fine.stacks[i]),
				 0);
	assert_int_equal(coarse.stacks_count, 3);
	assert_true(coarse.parts == fine.parts);
	assert_int_equal(pics_find(&coarse, 0)->states[2], 34 * 5 * 7);
	/* each was half of a sample, of 24 parts */
	assert_int_equal(pics_find(&coarse, 0)->weight.samples, 34 * 5 * PICS_SAMPLE / 2);
	assert_true(pics_find(&coarse, 0)->weight.squares == 34.0 * 5 * 12 * 24);
	assert_int_equal(pics_find(&coarse, 0)->shares[0].states[2], 34 * 7);
	assert_int_equal(pics_find(&coarse, 0)->shares[0].weight.samples, 34 * PICS_SAMPLE / 2);
	pics_deinit(&fine);
	pics_deinit(&coarse);
}

/* Equal stacks keep the order of their places: output does not depend on luck. */
static void order_is_fixed(void **state)
{
	static const uint64_t states[PICS_STATES];
	struct pics pics = { 0 };

	(void)state;
	add(&pics, 9, 0, states, 10);
	add(&pics, 3, 0, states, 10);
	add(&pics, 5, 0, states, 11);
	pics_sort(&pics);
	assert_int_equal(pics.stacks[0].place, 5);
	assert_int_equal(pics.stacks[1].place, 3);
	assert_int_equal(pics.stacks[2].place, 9);
	assert_int_equal(pics_find(&pics, 9)->parts, 10);
	pics_deinit(&pics);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_are_exact),
		cmocka_unit_test(folding_keeps_all),
		cmocka_unit_test(order_is_fixed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
