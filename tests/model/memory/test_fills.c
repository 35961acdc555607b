// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_fills.c - the line buffer's port and the waits of MSHRs, by hand
 *
 * Rows of 8 bytes, 8 to a line. With nothing else to do: 5 cycles from the last beat
 * to the reads, 1 + 8 reads, 3 cycles to the end of the MSHR, 17 in all.
 */
#include "memory/hierarchy.h"

#include "memory/fills.h"

#define ROWS	8
#define HOLD	17
#define RELEASE	10	/* cycles to an acknowledgement */

struct test {
	struct tea_fills fills;
};

static void test_init(struct test *test, unsigned int mshrs, unsigned int rows)
{
	assert_int_equal(tea_fills_init(&test->fills, mshrs, rows, RELEASE), 0);
}

static void test_deinit(struct test *test)
{
	tea_fills_deinit(&test->fills);
}

/* Miss at @now with the data @latency later; @accepted by an MSHR then. */
static struct tea_fill miss_at(struct test *test, cycle_t now, cycle_t latency, cycle_t accepted)
{
	unsigned int mshr = UINT32_MAX;
	cycle_t begin = tea_fills_find(&test->fills, now, latency, &mshr);

	assert_int_equal(begin, accepted);
	return tea_fills_take(&test->fills, mshr, begin, begin + latency, false);
}

static void one_line(void **state)
{
	struct test test;
	struct tea_fill fill;

	(void)state;
	test_init(&test, 1, ROWS);
	fill = miss_at(&test, 100, 16, 100);
	assert_int_equal(fill.data, 116);
	assert_int_equal(fill.done, 116 + 5 + 9);
	miss_at(&test, 101, 16, 116 + HOLD);
	test_deinit(&test);
}

/* Rows as wide as a line: 5 + 2 + 3. */
static void one_row(void **state)
{
	struct test test;

	(void)state;
	test_init(&test, 1, 1);
	assert_int_equal(miss_at(&test, 100, 16, 100).done, 116 + 5 + 2);
	miss_at(&test, 100, 16, 116 + 10);
	test_deinit(&test);
}

/* The instruction cache has no line buffer. */
static void no_line_buffer(void **state)
{
	struct test test;

	(void)state;
	test_init(&test, 2, 0);
	for (unsigned int i = 0; i < 6; i++)
		assert_int_equal(miss_at(&test, 100, 16, 100 + i / 2 * 16).done, 116 + i / 2 * 16);
	test_deinit(&test);
}

/* Four at once: their beats come one after the other, then their copies. */
static void beats_before_copies(void **state)
{
	struct test test;

	(void)state;
	test_init(&test, 4, ROWS);
	for (unsigned int i = 0; i < 4; i++)
		assert_int_equal(miss_at(&test, 100, 50, 100).data, 150 + i * ROWS);
	/* The first copy waits for the beats of three. */
	for (unsigned int i = 0; i < 4; i++)
		miss_at(&test, 160, 1000, 150 + 3 * ROWS + HOLD + i * 9);
	test_deinit(&test);
}

/* Chains of misses, each after the other's data, in @mshrs MSHRs: cycles a line. */
static unsigned int cycles_per_line(unsigned int chains, unsigned int mshrs, cycle_t latency)
{
	enum { LINES = 1000, LOAD_TO_USE = 4 };
	struct test test;
	cycle_t next[8] = { 0 }, last = 0;

	test_init(&test, mshrs, ROWS);
	for (unsigned int i = 0; i < LINES; i++) {
		unsigned int chain = 0, mshr;
		cycle_t begin;

		for (unsigned int j = 1; j < chains; j++)
			if (next[j] < next[chain])
				chain = j;
		begin = tea_fills_find(&test.fills, next[chain], latency, &mshr);
		last = tea_fills_take(&test.fills, mshr, begin, begin + latency, false).data;
		next[chain] = last + LOAD_TO_USE;
	}
	test_deinit(&test);
	return (unsigned int)((last + LINES / 2) / LINES);
}

/* LargeBoom's RTL in brackets. */
static void throughput_of_the_rtl(void **state)
{
	(void)state;
	assert_int_equal(cycles_per_line(1, 4, 16), 20);	/* 19.9 */
	assert_int_equal(cycles_per_line(4, 4, 16), 17);	/* 17.2 */
	assert_int_equal(cycles_per_line(8, 4, 16), 17);	/* 18.1 */
	assert_int_equal(cycles_per_line(4, 4, 50), 23);	/* 21.6 */
	assert_int_equal(cycles_per_line(8, 4, 50), 23);	/* 23.2 */
}

/* A line simulated later that came long before: neither delays the other. */
static void apart_in_time(void **state)
{
	struct test test;

	(void)state;
	test_init(&test, 2, ROWS);
	assert_int_equal(miss_at(&test, 1000, 16, 1000).done, 1030);
	assert_int_equal(miss_at(&test, 100, 16, 100).done, 130);
	assert_int_equal(miss_at(&test, 200, 16, 200).done, 230);
	miss_at(&test, 1001, 16, 1001);
	miss_at(&test, 1001, 16, 1016 + ROWS + HOLD);
	test_deinit(&test);
}

/* A load that waits reads the buffer, and a copy in progress goes on a cycle later. */
static void reads_put_off_copies(void **state)
{
	struct test test;
	struct tea_fill first, second;
	cycle_t done;

	(void)state;
	test_init(&test, 2, ROWS);
	first = miss_at(&test, 100, 16, 100);
	second = miss_at(&test, 104, 16, 104);
	assert_int_equal(second.data, first.data + ROWS);
	assert_int_equal(test.fills.done.of[0], first.done + ROWS);	/* by the beats */
	done = test.fills.done.of[0];
	assert_int_equal(tea_fills_merge(&test.fills, 1, second.data), second.done + 1);
	assert_int_equal(tea_fills_merge(&test.fills, 0, first.data), done + 2);
	assert_int_equal(test.fills.done.of[1], second.done + 1);	/* had not come by then */
	miss_at(&test, 105, 16, done + 2 + 3);
	test_deinit(&test);
}

/* 1 to clear, 1 + 8 + 2 to read the victim, and the unit is busy for 1 + 8 + 10 more. */
static void dirty_victims_leave_one_by_one(void **state)
{
	struct test test;
	struct tea_fill fill;

	(void)state;
	test_init(&test, 4, ROWS);
	for (unsigned int i = 0; i < 4; i++) {
		fill = tea_fills_take(&test.fills, i, 100 + i * ROWS, 116 + i * ROWS, true);
		assert_int_equal(fill.data, 116 + i * ROWS);
		assert_int_equal(fill.released, 116 + 5 + 1 + 11 + i * 30);
	}
	/* The others' beats are over, the port is free when the unit is. */
	assert_int_equal(fill.done, fill.released + 9);
	test_deinit(&test);
}

static void who_waits_is_answered_in_turn(void **state)
{
	struct test test;
	struct tea_fill fill;

	(void)state;
	test_init(&test, 1, ROWS);
	fill = miss_at(&test, 100, 16, 100);
	for (unsigned int i = 1; i <= 3; i++)
		assert_int_equal(tea_fills_merge(&test.fills, 0, fill.data), fill.done + i);
	/* not the line that the MSHR brings */
	assert_int_equal(tea_fills_merge(&test.fills, 0, fill.data - 1), fill.data - 1);
	miss_at(&test, 101, 16, 116 + HOLD + 3);
	test_deinit(&test);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_line),
		cmocka_unit_test(one_row),
		cmocka_unit_test(no_line_buffer),
		cmocka_unit_test(beats_before_copies),
		cmocka_unit_test(throughput_of_the_rtl),
		cmocka_unit_test(apart_in_time),
		cmocka_unit_test(who_waits_is_answered_in_turn),
		cmocka_unit_test(reads_put_off_copies),
		cmocka_unit_test(dirty_victims_leave_one_by_one),
	};

	return cmocka_run_group_tests_name("fills", tests, NULL, NULL);
}
