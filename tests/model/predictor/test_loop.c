// SPDX-License-Identifier: GPL-2.0-or-later
/* test_loop.c - what the loop predictor counts, trusts and drops, by hand */
#include "memory/hierarchy.h"

#include "predictor/loop.h"

#define PC		0x12340
#define RIVAL		(PC + (1 << 12))	/* the same row and parcel */
#define ROUNDS		20

static struct tea_loop loop_of(void)
{
	struct tea_loop loop;

	tea_loop_init(&loop, 8);
	return loop;
}

/* A branch that is otherwise predicted right but for the last of @rounds. */
static bool last_is_right(struct tea_loop *loop, uint64_t pc, unsigned int rounds)
{
	for (unsigned int i = 1; i < rounds; i++) {
		assert_false(tea_loop_inverts(loop, pc));
		tea_loop_count(loop, pc, true, false);
	}
	if (tea_loop_inverts(loop, pc)) {
		tea_loop_count(loop, pc, true, false);
		return true;
	}
	tea_loop_count(loop, pc, true, true);
	return false;
}

/* Runs of the loop until its end is known. */
static unsigned int runs_to_learn(struct tea_loop *loop, uint64_t pc, unsigned int rounds)
{
	unsigned int runs = 0;

	while (!last_is_right(loop, pc, rounds))
		assert_true(++runs < 100);
	return runs;
}

/* One gives the entry, one the count, seven confidence. */
static void seven_equal_runs_are_a_loop(void **state)
{
	struct tea_loop loop = loop_of();

	(void)state;
	assert_int_equal(runs_to_learn(&loop, PC, ROUNDS), 9);
	for (unsigned int i = 0; i < 10; i++)
		assert_true(last_is_right(&loop, PC, ROUNDS));
}

/* Counts of 10 bits wrap: a longer loop is believed to end too early. */
static void counts_begin_again_at_1024(void **state)
{
	struct tea_loop loop = loop_of();

	(void)state;
	assert_int_equal(runs_to_learn(&loop, PC, 1024), 9);
	loop = loop_of();
	for (unsigned int i = 0; i < 9; i++) {
		for (unsigned int j = 0; j < 1500; j++)
			tea_loop_count(&loop, PC, true, false);
		tea_loop_count(&loop, PC, true, true);
	}
	/* 1500 modulo 1024 */
	for (unsigned int j = 0; j < 476; j++)
		tea_loop_count(&loop, PC, true, false);
	assert_true(tea_loop_inverts(&loop, PC));
}

/* The mispredict that its inversion is costs all confidence, but not the count. */
static void a_wrong_end_takes_the_confidence(void **state)
{
	struct tea_loop loop = loop_of();

	(void)state;
	runs_to_learn(&loop, PC, ROUNDS);
	for (unsigned int i = 1; i < ROUNDS; i++)
		tea_loop_count(&loop, PC, true, false);
	assert_true(tea_loop_inverts(&loop, PC));
	tea_loop_count(&loop, PC, true, true);
	assert_int_equal(runs_to_learn(&loop, PC, ROUNDS), 7);
}

static void a_different_run_begins_anew(void **state)
{
	struct tea_loop loop = loop_of();

	(void)state;
	for (unsigned int i = 0; i < 6; i++)
		assert_false(last_is_right(&loop, PC, ROUNDS));
	assert_false(last_is_right(&loop, PC, ROUNDS + 1));
	assert_int_equal(runs_to_learn(&loop, PC, ROUNDS + 1), 7);
}

static void unknown_branches_are_not_counted(void **state)
{
	struct tea_loop loop = loop_of();

	(void)state;
	runs_to_learn(&loop, PC, ROUNDS);
	tea_loop_count(&loop, PC, false, false);
	assert_true(last_is_right(&loop, PC, ROUNDS));
}

/* A fully trusted entry stays; another one for as many of a rival's mispredicts as its age. */
static void rivals_take_entries_that_are_not_trusted(void **state)
{
	struct tea_loop loop = loop_of();

	(void)state;
	runs_to_learn(&loop, PC, ROUNDS);
	for (unsigned int i = 0; i < 20; i++)
		tea_loop_count(&loop, RIVAL, true, true);
	assert_true(last_is_right(&loop, PC, ROUNDS));

	loop = loop_of();
	tea_loop_count(&loop, PC, true, true);	/* age 7 */
	for (unsigned int i = 0; i < 7; i++)
		tea_loop_count(&loop, RIVAL, true, true);
	assert_int_equal(loop.entries[PC >> 1 & 127].tag, PC >> 8 & 1023);
	tea_loop_count(&loop, RIVAL, true, true);
	assert_int_equal(loop.entries[PC >> 1 & 127].tag, RIVAL >> 8 & 1023);
}

/* The wrong path behind the last round passes @pc so often. */
static void stray(struct tea_loop *loop, uint64_t pc, unsigned int times, bool repaired)
{
	tea_loop_stray_begin(loop, true);
	for (unsigned int i = 0; i < times; i++)
		tea_loop_stray_pass(loop, pc, true, repaired);
	tea_loop_stray_end(loop);
}

/* It is reset to the count that the wrong path saw, behind the last round, instead of 0. */
static void an_exit_that_the_wrong_path_meets_is_never_sure(void **state)
{
	struct tea_loop loop = loop_of();

	(void)state;
	for (unsigned int i = 0; i < 40; i++) {
		assert_false(last_is_right(&loop, PC, ROUNDS));
		stray(&loop, PC, 1, true);
	}
	loop = loop_of();
	for (unsigned int i = 0; i < 9; i++) {
		assert_false(last_is_right(&loop, PC, ROUNDS));
		stray(&loop, PC, 3, false);
	}
	assert_true(last_is_right(&loop, PC, ROUNDS));
}

static void what_the_wrong_path_counts_is_set_back(void **state)
{
	struct tea_loop loop = loop_of();
	const uint64_t other = PC + 2;
	struct tea_loop_entry *entry = &loop.entries[other >> 1 & 127];

	(void)state;
	tea_loop_count(&loop, other, true, true);
	tea_loop_count(&loop, other, true, false);
	assert_int_equal(entry->count, 1);
	tea_loop_count(&loop, PC, true, true);
	stray(&loop, other, 1, true);
	assert_int_equal(entry->count, 1);
	stray(&loop, other, 3, true);
	assert_int_equal(entry->count, 3);
	stray(&loop, other, 2, false);
	assert_int_equal(entry->count, 5);
	/* nothing is known of another one */
	stray(&loop, other + (RIVAL - PC), 2, true);
	assert_int_equal(entry->count, 5);
}

/* At the count before it was counted. */
static void a_mispredict_teaches_branches_before_it(void **state)
{
	struct tea_loop loop = loop_of();
	struct tea_loop_entry *entry = &loop.entries[PC >> 1 & 127];

	(void)state;
	tea_loop_count(&loop, PC, true, true);
	for (unsigned int i = 0; i < 5; i++)
		tea_loop_count(&loop, PC, true, false);
	tea_loop_teach(&loop, PC, true);
	assert_int_equal(entry->period, 4);
	assert_int_equal(entry->count, 0);
	for (unsigned int i = 0; i < 5; i++)
		tea_loop_count(&loop, PC, true, false);
	tea_loop_teach(&loop, PC, true);
	assert_int_equal(entry->confidence, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seven_equal_runs_are_a_loop),
		cmocka_unit_test(counts_begin_again_at_1024),
		cmocka_unit_test(a_wrong_end_takes_the_confidence),
		cmocka_unit_test(a_different_run_begins_anew),
		cmocka_unit_test(unknown_branches_are_not_counted),
		cmocka_unit_test(rivals_take_entries_that_are_not_trusted),
		cmocka_unit_test(an_exit_that_the_wrong_path_meets_is_never_sure),
		cmocka_unit_test(what_the_wrong_path_counts_is_set_back),
		cmocka_unit_test(a_mispredict_teaches_branches_before_it),
	};

	return cmocka_run_group_tests_name("loop", tests, NULL, NULL);
}
