// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_picker.c - samples of retired instructions and taken branches: which, and how late
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "observers/picker.h"

#define SEEN_MAX	64

static struct {
	struct tea_sample samples[SEEN_MAX];
	unsigned int count;
} seen;

static void on_sample(void *opaque, const struct tea_sample *sample)
{
	(void)opaque;
	assert_in_range(seen.count, 0, SEEN_MAX - 1);
	seen.samples[seen.count++] = *sample;
}

static struct tea_picker picker_of(uint64_t period, bool taken, uint32_t skid)
{
	struct tea_picker picker = { .taken = taken, .skid = skid, .sink = on_sample };
	struct tea_countdown countdown;

	seen.count = 0;
	tea_countdown_init(&countdown, period, 0);
	tea_picker_load(&picker, &countdown, 1 << TEA_PRIV_U, true);
	return picker;
}

/* Instruction @pc, which commits in cycle @commit. */
static void retire(struct tea_picker *picker, uint64_t pc, cycle_t commit, bool taken)
{
	const struct tea_retired record = {
		.pc = pc, .at = { [TEA_STAGE_COMMIT] = commit }, .psv = (uint16_t)(pc & TEA_PSV_MASK),
	};

	tea_picker_record(picker, &record, taken);
}

static void test_instructions(void **state)
{
	struct tea_picker picker = picker_of(3, false, 0);

	(void)state;
	for (uint64_t i = 1; i <= 10; i++)
		retire(&picker, i, 100 + i / 4, i % 2);
	assert_int_equal(seen.count, 3);
	for (uint64_t i = 0; i < 3; i++) {
		assert_int_equal(seen.samples[i].pc[0], 3 * (i + 1));
		assert_int_equal(seen.samples[i].psv[0], 3 * (i + 1));
		assert_int_equal(seen.samples[i].time, 100 + 3 * (i + 1) / 4);
		assert_int_equal(seen.samples[i].slots, 1);
	}
	assert_int_equal(picker.countdown.left, 2);
}

static void test_taken(void **state)
{
	struct tea_picker picker = picker_of(2, true, 0);

	(void)state;
	for (uint64_t i = 1; i <= 10; i++)
		retire(&picker, i, i, i % 2);
	assert_int_equal(seen.count, 2);
	assert_int_equal(seen.samples[0].pc[0], 3);
	assert_int_equal(seen.samples[1].pc[0], 7);
}

static void test_not_counted(void **state)
{
	struct tea_picker picker = picker_of(1, false, 0);
	struct tea_retired record = { .pc = 1, .flags = TEA_RETIRED_EXCEPTION };

	(void)state;
	tea_picker_record(&picker, &record, false);
	record = (struct tea_retired){ .pc = 2, .privilege = TEA_PRIV_S };
	tea_picker_record(&picker, &record, true);
	assert_int_equal(seen.count, 0);
	picker.enabled = false;
	retire(&picker, 3, 1, false);
	assert_int_equal(seen.count, 0);
}

/* Two commit in each cycle. @skid cycles later the first one is reported. */
static void test_skid(void **state)
{
	static const struct { uint32_t skid; uint64_t pc[2]; } rows[] = {
		{ 0, { 10, 20 } },
		{ 1, { 12, 22 } },		/* 10 and 11 commit together */
		{ 2, { 14, 24 } },
		{ 5, { 20, 30 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct tea_picker picker = picker_of(10, false, rows[i].skid);

		for (uint64_t pc = 1; pc <= 31; pc++)
			retire(&picker, pc, pc / 2, false);
		assert_in_range(seen.count, 2, 3);
		assert_int_equal(seen.samples[0].pc[0], rows[i].pc[0]);
		assert_int_equal(seen.samples[1].pc[0], rows[i].pc[1]);
	}
}

/* Behind a long wait the first to commit gets the sample of those before it. */
static void test_shadow(void **state)
{
	struct tea_picker picker = picker_of(2, false, 1);

	(void)state;
	for (uint64_t pc = 1; pc <= 4; pc++)
		retire(&picker, pc, 7, false);
	assert_int_equal(seen.count, 1);	/* the second came due while the first waited */
	assert_int_equal(seen.samples[0].pc[0], 4);
	retire(&picker, 5, 90, false);
	assert_int_equal(seen.count, 2);
	assert_int_equal(seen.samples[1].pc[0], 5);
	assert_int_equal(seen.samples[1].time, 90);
}

/* Where all that a record does is to count, that is the same done at once. */
static void test_counts(void **state)
{
	static const struct { uint64_t period; uint32_t skid; bool taken; } rows[] = {
		{ 1, 0, false }, { 2, 0, true }, { 7, 1, false }, { 7, 1, true }, { 50, 30, false },
		{ 13, 30, true }, { 100, 4, true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct tea_picker slow = picker_of(rows[i].period, rows[i].taken, rows[i].skid), fast;
		unsigned int calls = 0;

		slow.countdown.dither = TEA_DITHER_RESET(i);
		fast = slow;
		for (uint64_t pc = 0; pc < 3000; pc++) {
			const bool taken = pc * 0x9e3779b1U >> 29 & 1;
			const struct tea_retired record = {
				.pc = pc, .at = { [TEA_STAGE_COMMIT] = pc / 4 * (1 + pc % 64 / 60) },
				.flags = pc % 11 ? 0 : TEA_RETIRED_EXCEPTION,
			};

			seen.count = 0;
			tea_picker_record(&slow, &record, taken);
			if (!tea_picker_counts(&fast, &record, taken)) {
				const unsigned int reported = seen.count;

				seen.count = 0;
				tea_picker_record(&fast, &record, taken);
				assert_int_equal(seen.count, reported);
				calls++;
			} else {
				assert_int_equal(seen.count, 0);
			}
			assert_memory_equal(&slow.countdown, &fast.countdown, sizeof(slow.countdown));
			assert_int_equal(slow.waits, fast.waits);
		}
		assert_true(calls > 0 && (rows[i].period < 13 || calls < 1500));
	}
}

/* What waits stays when another register is written, and goes with a disable. */
static void test_load(void **state)
{
	struct tea_picker picker = picker_of(10, false, 3);
	const struct tea_countdown countdown = { .period = 100, .left = 100 };

	(void)state;
	for (uint64_t pc = 1; pc <= 10; pc++)
		retire(&picker, pc, 1, false);
	tea_picker_load(&picker, &countdown, 1 << TEA_PRIV_U, true);
	retire(&picker, 11, 4, false);
	assert_int_equal(seen.count, 1);
	picker = picker_of(10, false, 3);
	for (uint64_t pc = 1; pc <= 10; pc++)
		retire(&picker, pc, 1, false);
	tea_picker_load(&picker, &countdown, 1 << TEA_PRIV_U, false);
	tea_picker_load(&picker, &countdown, 1 << TEA_PRIV_U, true);
	retire(&picker, 11, 4, false);
	assert_int_equal(seen.count, 0);
}

/* What is held counts nothing, and what waits goes on behind it. */
static void test_hold(void **state)
{
	struct tea_picker picker = picker_of(10, false, 3);

	(void)state;
	for (uint64_t pc = 1; pc <= 10; pc++)
		retire(&picker, pc, 1, false);
	tea_picker_hold(&picker, true);
	for (uint64_t pc = 100; pc <= 130; pc++)
		retire(&picker, pc, 50, false);
	assert_int_equal(seen.count, 0);
	tea_picker_hold(&picker, false);
	assert_int_equal(picker.countdown.left, 10);
	retire(&picker, 11, 60, false);
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.samples[0].pc[0], 11);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_instructions),
		cmocka_unit_test(test_taken),
		cmocka_unit_test(test_not_counted),
		cmocka_unit_test(test_skid),
		cmocka_unit_test(test_shadow),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_load),
		cmocka_unit_test(test_hold),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
