// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_tea_branch.c - branch records: the hart's control register, and perf's entries, by table
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tea_branch.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#define USER	PERF_SAMPLE_BRANCH_USER
#define KERNEL	PERF_SAMPLE_BRANCH_KERNEL
#define ANY	PERF_SAMPLE_BRANCH_ANY
#define IN_USER	0x10400
#define IN_KERN	0xffffffff80001000

/* Bits of sctrctl by the names of the specification. */
#define EXCINH		(1ULL << 33)
#define INTRINH		(1ULL << 34)
#define TRETINH		(1ULL << 35)
#define NTBREN		(1ULL << 36)
#define TKBRINH		(1ULL << 37)
#define INDCALLINH	(1ULL << 40)
#define DIRCALLINH	(1ULL << 41)
#define INDJMPINH	(1ULL << 42)
#define DIRJMPINH	(1ULL << 43)
#define CORSWAPINH	(1ULL << 44)
#define RETINH		(1ULL << 45)
#define INDLJMPINH	(1ULL << 46)
#define DIRLJMPINH	(1ULL << 47)
#define ALLINH		(EXCINH | INTRINH | TRETINH | TKBRINH | INDCALLINH | DIRCALLINH | INDJMPINH | \
			 DIRJMPINH | CORSWAPINH | RETINH | INDLJMPINH | DIRLJMPINH)
#define CALLS		(INDCALLINH | CORSWAPINH | DIRCALLINH | EXCINH)

static void the_hart_records_what_is_wanted(void **state)
{
	static const struct { u64 wanted, control; } rows[] = {
		{ ANY | USER, 1 },
		{ ANY | KERNEL, 2 },
		{ ANY | USER | KERNEL, 3 },
		{ ANY | USER | PERF_SAMPLE_BRANCH_HV, 1 },
		{ PERF_SAMPLE_BRANCH_ANY_CALL | USER, 1 | (ALLINH & ~CALLS) },
		{ PERF_SAMPLE_BRANCH_ANY_RETURN | USER, 1 | (ALLINH & ~(RETINH | TRETINH)) },
		{ PERF_SAMPLE_BRANCH_COND | USER, 1 | (ALLINH & ~TKBRINH) },
		{ PERF_SAMPLE_BRANCH_IND_CALL | USER, 1 | (ALLINH & ~(INDCALLINH | CORSWAPINH)) },
		{ PERF_SAMPLE_BRANCH_CALL | USER, 1 | (ALLINH & ~DIRCALLINH) },
		{ PERF_SAMPLE_BRANCH_IND_JUMP | USER, 1 | (ALLINH & ~(INDJMPINH | INDLJMPINH)) },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		assert_true(tea_branch_known(rows[i].wanted));
		assert_int_equal(tea_ctr_control(rows[i].wanted), rows[i].control);
		/* branches not taken never are */
		assert_false(tea_ctr_control(rows[i].wanted) & NTBREN);
	}
}

static void what_cannot_be_had_is_refused(void **state)
{
	static const u64 rows[] = {
		0, ANY, USER, ANY | PERF_SAMPLE_BRANCH_HV,
		ANY | USER | PERF_SAMPLE_BRANCH_CALL_STACK, ANY | USER | PERF_SAMPLE_BRANCH_IN_TX,
		ANY | USER | PERF_SAMPLE_BRANCH_NO_TX, ANY | USER | PERF_SAMPLE_BRANCH_ABORT_TX,
		ANY | USER | 1ULL << 40,
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_false(tea_branch_known(rows[i]));
	/* perf record asks for all that it may, and takes the supported part */
	assert_true(tea_branch_known(ANY | USER | PERF_SAMPLE_BRANCH_HW_INDEX |
				     PERF_SAMPLE_BRANCH_PRIV_SAVE | PERF_SAMPLE_BRANCH_TYPE_SAVE |
				     PERF_SAMPLE_BRANCH_NO_FLAGS | PERF_SAMPLE_BRANCH_NO_CYCLES));
}

static void two_events_get_both(void **state)
{
	const u64 user_calls = tea_ctr_control(PERF_SAMPLE_BRANCH_ANY_CALL | USER);
	const u64 kernel_returns = tea_ctr_control(PERF_SAMPLE_BRANCH_ANY_RETURN | KERNEL);

	(void)state;
	assert_int_equal(tea_ctr_join(0, user_calls), user_calls);
	assert_int_equal(tea_ctr_join(user_calls, 0), user_calls);
	assert_int_equal(tea_ctr_join(user_calls, kernel_returns),
			 3 | (ALLINH & ~(CALLS | RETINH | TRETINH)));
}

static void cycles_are_a_number_in_pieces(void **state)
{
	static const struct { u64 data, cycles; } rows[] = {
		{ 0, 0 },
		{ 5ULL << 16, 0 },			/* not valid */
		{ 5ULL << 16 | 1 << 15, 5 },
		{ 0xfffULL << 16 | 1 << 15, 0xfff },
		{ 1ULL << 28 | 1 << 15, 0x1000 },
		{ 1ULL << 28 | 0xfffULL << 16 | 1 << 15, 0x1fff },
		{ 2ULL << 28 | 1ULL << 16 | 1 << 15, 0x2002 },
		{ 4ULL << 28 | 0xfffULL << 16 | 1 << 15, 0xfff8 },
		{ 5ULL << 28 | 1 << 15, 0xffff },
		{ 0xfULL << 28 | 0xfffULL << 16 | 1 << 15, 0xffff },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(tea_record_cycles(rows[i].data), rows[i].cycles);
}

/*
 * Transfers of each kind between each two levels, with events that may see one, the other, or both.
 */
static void nobody_sees_a_level_that_is_not_wanted(void **state)
{
	static const u64 wanted[] = { USER, KERNEL, USER | KERNEL };
	static const u64 places[] = { 0, IN_USER, IN_KERN };

	(void)state;
	for (u64 type = 0; type < TEA_CTR_TYPES_MAX; type++)
		for (size_t i = 0; i < ARRAY_SIZE(wanted) * 9; i++) {
			const struct tea_record record = {
				places[i / 9 % 3] | 1, places[i % 3], type,
			};
			const u64 want = wanted[i / 9] | ANY;
			struct perf_branch_entry entry;

			if (!tea_branch_entry(want, &record, &entry))
				continue;
			assert_true(want & KERNEL || (entry.from && entry.to));
			assert_true(want & KERNEL || !((entry.from | entry.to) >> 63));
			assert_true(want & USER || !entry.from || entry.from >> 63);
			assert_true(want & USER || !entry.to || entry.to >> 63);
		}
}

static void entries_say_what_records_say(void **state)
{
	static const struct {
		u64 wanted;
		struct tea_record record;
		bool shown;
		struct perf_branch_entry entry;
	} rows[] = {
		{ ANY | USER, { IN_USER | 1, 0x10500, 5 | 1 << 15 | 7 << 16 }, true,
		  { .from = IN_USER, .to = 0x10500, .predicted = 1, .cycles = 7 } },
		{ ANY | USER, { IN_USER | 1, 0x10500 | 1, 5 }, true,
		  { .from = IN_USER, .to = 0x10500, .mispred = 1 } },
		{ ANY | USER | PERF_SAMPLE_BRANCH_TYPE_SAVE, { IN_USER | 1, 0x10500, 13 }, true,
		  { .from = IN_USER, .to = 0x10500, .predicted = 1, .type = PERF_BR_RET } },
		{ ANY | USER | PERF_SAMPLE_BRANCH_NO_FLAGS | PERF_SAMPLE_BRANCH_NO_CYCLES,
		  { IN_USER | 1, 0x10500 | 1, 9 | 1 << 15 | 7 << 16 }, true,
		  { .from = IN_USER, .to = 0x10500 } },
		{ ANY | USER | PERF_SAMPLE_BRANCH_PRIV_SAVE, { IN_USER | 1, 0x10500, 5 }, true,
		  { .from = IN_USER, .to = 0x10500, .predicted = 1, .priv = PERF_BR_PRIV_USER } },
		{ ANY | USER | KERNEL | PERF_SAMPLE_BRANCH_PRIV_SAVE, { IN_USER | 1, IN_KERN, 1 }, true,
		  { .from = IN_USER, .to = IN_KERN, .predicted = 1, .priv = PERF_BR_PRIV_KERNEL } },
		{ ANY | KERNEL | PERF_SAMPLE_BRANCH_PRIV_SAVE, { IN_KERN | 1, IN_USER, 3 }, true,
		  { .from = IN_KERN, .predicted = 1 } },
		{ ANY | KERNEL, { IN_USER | 1, IN_KERN, 1 }, true,
		  { .to = IN_KERN, .predicted = 1 } },
		{ ANY | KERNEL, { IN_KERN | 1, IN_USER, 3 }, true,
		  { .from = IN_KERN, .predicted = 1 } },
		{ ANY | USER, { IN_USER | 1, IN_KERN, 1 }, false, { .from = 0 } },
		{ ANY | USER, { IN_KERN | 1, IN_USER, 3 }, false, { .from = 0 } },
		{ ANY | USER, { 0 | 1, IN_USER, 3 }, false, { .from = 0 } },
		{ ANY | USER, { IN_KERN | 1, IN_KERN, 9 }, false, { .from = 0 } },
		{ ANY | KERNEL, { IN_USER | 1, IN_USER, 9 }, false, { .from = 0 } },
		{ PERF_SAMPLE_BRANCH_ANY_CALL | USER, { IN_USER | 1, 0x10500, 13 }, false, { .from = 0 } },
		{ PERF_SAMPLE_BRANCH_COND | USER, { IN_USER | 1, 0x10500, 4 }, false, { .from = 0 } },
		{ ANY | USER, { IN_USER | 1, 0x10500, 4 }, false, { .from = 0 } },
		{ ANY | USER, { IN_USER | 1, 0x10500, 0 }, false, { .from = 0 } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct perf_branch_entry entry = { .from = 0 };

		assert_int_equal(tea_branch_entry(rows[i].wanted, &rows[i].record, &entry),
				 rows[i].shown);
		if (rows[i].shown)
			assert_memory_equal(&entry, &rows[i].entry, sizeof(entry));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_hart_records_what_is_wanted),
		cmocka_unit_test(what_cannot_be_had_is_refused),
		cmocka_unit_test(two_events_get_both),
		cmocka_unit_test(cycles_are_a_number_in_pieces),
		cmocka_unit_test(nobody_sees_a_level_that_is_not_wanted),
		cmocka_unit_test(entries_say_what_records_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
