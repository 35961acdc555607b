// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_region.c - which instructions a region has, however they come: one by one, or in runs
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "region.h"
#include "spares.h"

#define COUNT	60		/* instructions of a run */
#define TRIALS	20000

static const char from_text[] = "100-104@/bin/a", to_text[] = "200-204+300-308@/bin/a";

static void region_free(struct region *region)
{
	struct spares_rule *rules[] = { region->from, region->to };

	for (int i = 0; i < 2; i++) {
		if (rules[i])
			free(rules[i]->ranges);
		free(rules[i]);
	}
}

static void test_bad_words_are_refused(void **state)
{
	static const char *const places[] = { "", "10-20", "10-20@", "10-20@a", "20-10@/a", "x-y@/a" };
	static const char *const counts[] = { "", "x", "-1", "1x", " 1", "99999999999999999999" };
	struct region region = REGION_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		assert_int_equal(region_set_place(&region, places[i], i % 2), -1);
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
		assert_int_equal(region_set_count(&region, counts[i], i % 2), -1);
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
		assert_int_equal(region_set_warm(&region, counts[i]), -1);
	assert_int_equal(region_set_count(&region, "0", true), -1);
	assert_false(region.asked);
	assert_int_equal(region_set_count(&region, "0", false), 0);
	assert_true(region.asked);
}

static void test_marks_are_where_ranges_begin(void **state)
{
	struct region region = REGION_INIT;

	(void)state;
	assert_int_equal(region_set_place(&region, from_text, false), 0);
	assert_int_equal(region_set_place(&region, to_text, true), 0);
	assert_int_equal(region_mark(&region, "/bin/a", 0x100), REGION_FROM);
	assert_int_equal(region_mark(&region, "/bin/a", 0x102), 0);
	assert_int_equal(region_mark(&region, "/bin/a", 0x200), REGION_TO);
	assert_int_equal(region_mark(&region, "/bin/a", 0x300), REGION_TO);
	assert_int_equal(region_mark(&region, "/bin/b", 0x100), 0);
	region_free(&region);
}

/* The rules of the header, instruction by instruction. */
struct expected {
	int first, behind;		/* instructions of the region; behind -1: to the end of the run */
	int warm;			/* the first that warms, if any before the region does */
	enum region_end end;
};

/* Without --warm none does; with a number the last ones, as far as they are skipped. */
static int expect_warm(const struct region *region, int first)
{
	if (region->warm == REGION_WARM_ALL)
		return 0;
	return first - (int)(region->warm < region->skip ? region->warm : region->skip);
}

static struct expected expect(const struct region *region, const uint8_t *marks)
{
	struct expected expected = { .first = 0, .behind = -1 };

	while (region->from && expected.first < COUNT && !(marks[expected.first] & REGION_FROM))
		expected.first++;
	expected.first += (int)region->skip;
	expected.warm = expect_warm(region, expected.first);
	if (region->limit && expected.first + (int)region->limit < COUNT) {
		expected.behind = expected.first + (int)region->limit;
		expected.end = REGION_END_LIMIT;
	}
	for (int i = expected.first + 1; region->to && i < COUNT; i++) {
		if (!(marks[i] & REGION_TO) || (expected.behind >= 0 && expected.behind < i))
			continue;
		expected.behind = i;
		expected.end = REGION_END_TO;
		break;
	}
	return expected;
}

/* Marked instructions come one by one, others in runs of any length. */
static void run(struct region *region, const uint8_t *marks, bool taken[COUNT], bool warmed[COUNT])
{
	for (uint32_t i = 0, count; i < COUNT; i += count) {
		struct region_part part;

		for (count = 1; !marks[i] && i + count < COUNT && !marks[i + count] && rand() % 4;)
			count++;
		part = region_take(region, count, marks[i]);
		assert_true(part.skip + part.take <= count);
		assert_true(part.warm <= part.skip);
		/* of a few instructions, or as many as come before it is reached, all may be near */
		assert_true(part.strays);
		for (uint32_t k = part.skip - part.warm; k < part.skip; k++)
			warmed[i + k] = true;
		for (uint32_t k = 0; k < part.take; k++)
			taken[i + part.skip + k] = true;
		assert_int_equal(part.over, region_is_over(region));
		if (part.over)
			return;
		assert_int_equal(part.skip + part.take, count);
		/* other events are in the region or not, and do not count */
		part = region_take(region, 0, 0);
		assert_int_equal(part.skip + part.take, 0);
		assert_int_equal(part.open, region_is_begun(region));
		assert_false(part.over);
	}
}

static void test_each_instruction_is_in_or_out(void **state)
{
	(void)state;
	srand(1);
	for (int trial = 0; trial < TRIALS; trial++) {
		struct region region = REGION_INIT;
		uint8_t marks[COUNT] = { 0 };
		bool taken[COUNT] = { false }, warmed[COUNT] = { false };
		struct expected expected;
		int behind;

		region.asked = true;
		region.skip = rand() % 2 ? (uint64_t)rand() % COUNT : 0;
		region.limit = rand() % 2 ? (uint64_t)rand() % COUNT : 0;
		region.warm = rand() % 2 ? (uint64_t)rand() % COUNT : rand() % 2 ? REGION_WARM_ALL : 0;
		if (rand() % 2)
			assert_int_equal(region_set_place(&region, from_text, false), 0);
		if (rand() % 2)
			assert_int_equal(region_set_place(&region, to_text, true), 0);
		for (int i = 0; i < COUNT; i++)
			marks[i] = rand() % 8 ? 0 : rand() & ((region.from ? REGION_FROM : 0) |
							     (region.to ? REGION_TO : 0));
		expected = expect(&region, marks);
		region_begin(&region);
		run(&region, marks, taken, warmed);
		behind = expected.behind < 0 ? COUNT : expected.behind;
		for (int i = 0; i < COUNT; i++)
			assert_int_equal(taken[i], i >= expected.first && i < behind);
		for (int i = 0; i < COUNT; i++)
			assert_int_equal(warmed[i], i >= expected.warm && i < expected.first);
		assert_int_equal(region.end, expected.end);
		assert_int_equal(region.before, expected.first < COUNT ? expected.first : COUNT);
		region_free(&region);
	}
}

static void test_wrong_paths_are_of_what_is_near(void **state)
{
	struct region region = REGION_INIT;
	uint64_t left = 3 * WINDOWS_STRAYS;

	(void)state;
	region.asked = true;
	region.skip = left;
	region.warm = REGION_WARM_ALL;
	region_begin(&region);
	for (uint32_t count; left; left -= count) {
		struct region_part part;

		count = (uint32_t)(left < 7 ? left : 7);
		part = region_take(&region, count, 0);
		assert_int_equal(part.warm, count);
		assert_int_equal(part.strays, left - count <= WINDOWS_STRAYS);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bad_words_are_refused),
		cmocka_unit_test(test_marks_are_where_ranges_begin),
		cmocka_unit_test(test_each_instruction_is_in_or_out),
		cmocka_unit_test(test_wrong_paths_are_of_what_is_near),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
