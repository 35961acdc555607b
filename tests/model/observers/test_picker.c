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
#include "tea_regs.h"

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

/* The log of each of several pickers. */
struct log {
	uint64_t hash;
	unsigned int count;
};

static void on_log(void *opaque, const struct tea_sample *sample)
{
	struct log *log = opaque;

	log->hash = (log->hash ^ sample->pc[0]) * 0x9e3779b97f4a7c15U + sample->time;
	log->count++;
}

/* Several at once see the same as each alone. */
static void check_together(bool taken, uint32_t skid)
{
	static const uint64_t periods[] = { 1, 7, 7, 29, 100, 1009 };
	enum { COUNT = sizeof(periods) / sizeof(periods[0]) };
	struct log logs[2][COUNT] = { 0 };
	struct tea_picker alone[COUNT], items[COUNT];
	struct tea_pickers together = { .count = COUNT };

	for (unsigned int i = 0; i < COUNT; i++) {
		alone[i] = picker_of(periods[i], taken, skid);
		tea_countdown_init(&alone[i].countdown, periods[i], TEA_DITHER_RESET(i));
		alone[i].sink = on_log;
		items[i] = alone[i];
		alone[i].opaque = &logs[0][i];
		items[i].opaque = &logs[1][i];
	}
	for (unsigned int i = 0; i < COUNT; i++)
		together.items[i] = &items[i];
	for (uint64_t pc = 0; pc < 20000; pc++) {
		const bool branch = pc * 0x9e3779b1U >> 29 & 1;
		const struct tea_retired record = {
			.pc = pc, .at = { [TEA_STAGE_COMMIT] = pc / 4 + pc / 64 * 20 },
			.flags = pc % 11 ? 0 : TEA_RETIRED_EXCEPTION,
		};

		for (unsigned int i = 0; i < COUNT; i++)
			tea_picker_record(&alone[i], &record, branch);
		tea_pickers_record(&together, &record, branch);
	}
	for (unsigned int i = 0; i < COUNT; i++) {
		assert_true(logs[0][i].count > 0);
		assert_int_equal(logs[0][i].count, logs[1][i].count);
		assert_true(logs[0][i].hash == logs[1][i].hash);
	}
}

static void test_together(void **state)
{
	static const uint32_t skids[] = { 0, 1, 30, 400 };

	(void)state;
	for (unsigned int i = 0; i < sizeof(skids) / sizeof(skids[0]); i++) {
		check_together(false, skids[i]);
		check_together(true, skids[i]);
	}
}

/* A waiting sample stays when another register is written, and goes with a disable. */
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

/* A held picker counts nothing, and a waiting sample goes on behind it. */
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
		cmocka_unit_test(test_together),
		cmocka_unit_test(test_load),
		cmocka_unit_test(test_hold),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
