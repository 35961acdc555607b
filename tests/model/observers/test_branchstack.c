// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_branchstack.c - records and streams of samples of taken branches
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "observers/branchstack.h"

/* Branch i leads from 100 i to 100 (i + 1) + 50. */
static void push(struct tea_branchstack *stack, uint64_t count)
{
	for (uint64_t i = 1; i <= count; i++)
		tea_branchstack_push(stack, 100 * i, 100 * (i + 1) + 50);
}

/* After @branches and a sample: so many records and streams, of which the last ones are these. */
static void check(uint64_t branches, unsigned int lost, size_t records)
{
	struct tea_branchstack stack;
	const struct tea_tally_row **rows;

	assert_int_equal(tea_branchstack_init(&stack), 0);
	push(&stack, branches);
	tea_branchstack_sample(&stack, lost);
	assert_int_equal(stack.branches.used, records);
	assert_int_equal(stack.streams.used, records ? records - 1 : 0);
	assert_int_equal(tea_tally_sorted(&stack.branches, &rows), 0);
	for (size_t i = 0; i < records; i++) {
		assert_int_equal(rows[i]->first, 100 * (branches - lost - (records - 1 - i)));
		assert_int_equal(rows[i]->second, rows[i]->first + 150);
		assert_int_equal(rows[i]->counts[1], i == records - 1);
	}
	free(rows);
	assert_int_equal(tea_tally_sorted(&stack.streams, &rows), 0);
	for (size_t i = 0; i + 1 < records; i++) {
		assert_int_equal(rows[i]->second, 100 * (branches - lost - (records - 2 - i)));
		assert_int_equal(rows[i]->first, rows[i]->second + 50);
		assert_int_equal(rows[i]->counts[0], TEA_BRANCHSTACK_PARTS / (records - 1));
	}
	free(rows);
	tea_branchstack_deinit(&stack);
}

static void test_full(void **state)
{
	(void)state;
	check(40, 0, TEA_BRANCHSTACK_DEPTH);
	check(40, 1, TEA_BRANCHSTACK_DEPTH - 1);
}

static void test_short(void **state)
{
	(void)state;
	check(5, 0, 5);
	check(5, 1, 4);
	check(1, 0, 1);
	check(1, 1, 0);
	check(0, 0, 0);
}

/* Any number of streams shares a sample to the last part; a table grows and adds up. */
static void test_sums(void **state)
{
	struct tea_tally one, sum;
	uint64_t parts = 0;

	(void)state;
	for (unsigned int i = 1; i < TEA_BRANCHSTACK_DEPTH; i++)
		assert_int_equal(TEA_BRANCHSTACK_PARTS % i, 0);
	assert_int_equal(tea_tally_init(&one, 2), 0);
	assert_int_equal(tea_tally_init(&sum, 2), 0);
	for (uint64_t i = 0; i < 10000; i++)
		tea_tally_count(&one, i % 5000 * 2, i % 5000, 3, 1);
	tea_tally_add(&sum, &one);
	tea_tally_add(&sum, &one);
	assert_int_equal(sum.used, 5000);
	for (size_t i = 0; i < sum.capacity; i++) {
		parts += tea_tally_at(&sum, i)->counts[0];
		assert_true(!tea_tally_at(&sum, i)->counts[0] || tea_tally_at(&sum, i)->counts[1] == 4);
	}
	assert_int_equal(parts, 60000);
	assert_false(sum.failed);
	tea_tally_deinit(&one);
	tea_tally_deinit(&sum);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_full),
		cmocka_unit_test(test_short),
		cmocka_unit_test(test_sums),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
