// SPDX-License-Identifier: GPL-2.0-or-later
/* test_ubtb.c - the contents of the micro-BTB, and its predictions */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "predictor/ubtb.h"

#define CODE	0x80000000UL

/* As the core uses it. Returns whether it was known. */
static bool show(struct tea_ubtb *ubtb, uint64_t pc, bool taken, uint64_t target)
{
	struct tea_ubtb_way *way = tea_ubtb_find(ubtb, pc);

	tea_ubtb_train(ubtb, way, pc, taken, target);
	return way;
}

static bool predicts_taken(struct tea_ubtb *ubtb, uint64_t pc)
{
	const struct tea_ubtb_way *way = tea_ubtb_find(ubtb, pc);

	assert_non_null(way);
	return way->counter >= 0;
}

static void a_slot_has_its_ways(void **state)
{
	unsigned int left = 0;
	struct tea_ubtb ubtb;

	(void)state;
	tea_ubtb_init(&ubtb, 8, 16);
	assert_false(show(&ubtb, CODE, true, CODE));
	assert_true(show(&ubtb, CODE, true, CODE));
	for (uint64_t i = 0; i < 8; i++)
		show(&ubtb, CODE + 2 * i, true, CODE);
	for (uint64_t i = 0; i < 8; i++)	/* each in a slot of its own */
		assert_true(show(&ubtb, CODE + 2 * i, true, CODE));
	for (uint64_t i = 0; i < 1000; i++)
		show(&ubtb, CODE + 0x1000 + 16 * i, true, CODE);
	for (uint64_t i = 0; i < 1000; i++)
		left += tea_ubtb_find(&ubtb, CODE + 0x1000 + 16 * i) != NULL;
	assert_in_range(left, 8, 16);
}

/* In which of the ways of its slot it is. */
static long number_of(struct tea_ubtb *ubtb, uint64_t pc)
{
	return (tea_ubtb_find(ubtb, pc) - ubtb->ways[0]) % TEA_UBTB_WAYS;
}

/* Branches in the same 8 bytes share the way; folded tags give another one to others. */
static void a_bank_shares_ways(void **state)
{
	struct tea_ubtb ubtb;

	(void)state;
	tea_ubtb_init(&ubtb, 8, 16);
	for (uint64_t i = 0; i < 4; i++) {
		show(&ubtb, CODE + 2 * i, true, CODE);
		assert_int_equal(number_of(&ubtb, CODE + 2 * i), number_of(&ubtb, CODE));
	}
	/* the fold of four equal tags is nothing again, of 8000001 it is 9 */
	show(&ubtb, CODE + 16, true, CODE);
	assert_int_equal(number_of(&ubtb, CODE + 16), 9);
}

static void counters_have_two_bits(void **state)
{
	struct tea_ubtb ubtb;

	(void)state;
	tea_ubtb_init(&ubtb, 8, 16);
	show(&ubtb, CODE, true, CODE);		/* new: as sure as can be */
	show(&ubtb, CODE, false, 0);
	assert_true(predicts_taken(&ubtb, CODE));
	show(&ubtb, CODE, false, 0);
	assert_false(predicts_taken(&ubtb, CODE));
	show(&ubtb, CODE + 2, false, 0);
	show(&ubtb, CODE + 2, true, CODE);
	assert_false(predicts_taken(&ubtb, CODE + 2));
	show(&ubtb, CODE + 2, true, CODE);
	assert_true(predicts_taken(&ubtb, CODE + 2));
}

static void offsets_have_13_bits(void **state)
{
	static const int64_t near[] = { 2, -2, 4094, -4096 }, far[] = { 4096, -4098, 1 << 20 };
	struct tea_ubtb ubtb;

	(void)state;
	tea_ubtb_init(&ubtb, 8, 16);
	for (unsigned int i = 0; i < 4; i++) {
		show(&ubtb, CODE, true, CODE + (uint64_t)near[i]);
		assert_int_equal(tea_ubtb_find(&ubtb, CODE)->target,
				 CODE + (uint64_t)near[i]);
	}
	for (unsigned int i = 0; i < 3; i++) {
		show(&ubtb, CODE, true, CODE + (uint64_t)far[i]);
		assert_int_not_equal(tea_ubtb_find(&ubtb, CODE)->target,
				     CODE + (uint64_t)far[i]);
	}
	/* a branch not taken keeps its target */
	show(&ubtb, CODE, true, CODE + 64);
	show(&ubtb, CODE, false, CODE + 4);
	assert_int_equal(tea_ubtb_find(&ubtb, CODE)->target, CODE + 64);
}

/*
 * Addresses in the other half of memory differ, and so does one whose tag is an empty way's.
 */
static void tags_are_whole_addresses(void **state)
{
	struct tea_ubtb ubtb;

	(void)state;
	tea_ubtb_init(&ubtb, 8, 16);
	show(&ubtb, 0xffffffff80001000, true, 0xffffffff80002000);
	assert_null(tea_ubtb_find(&ubtb, 0x80001000));
	assert_null(tea_ubtb_find(&ubtb, 0x5555ffff80001000));
	assert_false(show(&ubtb, 0, true, 64));
	assert_false(show(&ubtb, 0, true, 64));
}

/* Two places of code with the same tag share an entry, offset and counter. */
static void equal_tags_are_one(void **state)
{
	const uint64_t other = (CODE / 16 ^ 1 ^ 1ULL << 32) * 16;
	struct tea_ubtb ubtb;

	(void)state;
	tea_ubtb_init(&ubtb, 8, 16);
	show(&ubtb, CODE, true, CODE + 64);
	for (unsigned int i = 0; i < 3; i++) {
		assert_int_equal(tea_ubtb_find(&ubtb, other)->target, other + 64);
		assert_int_equal(tea_ubtb_find(&ubtb, CODE)->target, CODE + 64);
		assert_int_equal(number_of(&ubtb, other), number_of(&ubtb, CODE));
	}
	assert_null(tea_ubtb_find(&ubtb, other ^ 1ULL << 36));
}

static void it_can_be_smaller_or_none(void **state)
{
	struct tea_ubtb ubtb;

	(void)state;
	for (unsigned int ways = 1; ways <= 16; ways *= 2) {
		unsigned int left = 0;

		tea_ubtb_init(&ubtb, 4, ways);
		for (uint64_t i = 0; i < 1000; i++)
			show(&ubtb, CODE + 8 * i, true, CODE);
		for (uint64_t i = 0; i < 1000; i++)
			left += tea_ubtb_find(&ubtb, CODE + 8 * i) != NULL;
		assert_in_range(left, 1, ways);
	}
	tea_ubtb_init(&ubtb, 8, 0);
	assert_false(show(&ubtb, CODE, true, CODE));
	assert_false(show(&ubtb, CODE, true, CODE));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_slot_has_its_ways),
		cmocka_unit_test(a_bank_shares_ways),
		cmocka_unit_test(counters_have_two_bits),
		cmocka_unit_test(offsets_have_13_bits),
		cmocka_unit_test(tags_are_whole_addresses),
		cmocka_unit_test(equal_tags_are_one),
		cmocka_unit_test(it_can_be_smaller_or_none),
	};

	return cmocka_run_group_tests_name("ubtb", tests, NULL, NULL);
}
