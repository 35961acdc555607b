// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_tea_sample.c - the driver's arithmetic (kernel/tea_sample.h), by table
 *
 * The same header compiles into the kernel module. Where a rule holds for all
 * values (sums, the countdown), a small simulation of the unit is the oracle.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tea_sample.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define LOW 0x0000000000012340ULL
#define HIGH 0xffffffff80001234ULL

static u64 meta_of(unsigned int valid, unsigned int priv)
{
	return (u64)valid << TEA_META_VALID_SHIFT | (u64)priv << TEA_META_PRIV_SHIFT;
}

static void filters_follow_the_exclusions(void **state)
{
	static const struct { bool user, kernel, hv; u64 filters; } rows[] = {
		{ false, false, false, TEA_CTL_U | TEA_CTL_S | TEA_CTL_M },
		{ false, true, true, TEA_CTL_U },
		{ true, false, true, TEA_CTL_S },
		{ true, true, false, TEA_CTL_M },
		{ true, true, true, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(tea_ctl_filters(rows[i].user, rows[i].kernel, rows[i].hv),
				 rows[i].filters);
}

static void privileges_have_their_filter(void **state)
{
	static const u64 filters[] = { TEA_CTL_U, TEA_CTL_S, 0, TEA_CTL_M };

	(void)state;
	for (unsigned int priv = 0; priv < ARRAY_SIZE(filters); priv++)
		assert_int_equal(tea_ctl_filter_of(priv), filters[priv]);
}

static void only_permitted_slots_are_visible(void **state)
{
	static const u64 all = TEA_CTL_U | TEA_CTL_S | TEA_CTL_M;
	static const struct {
		unsigned int valid, priv;
		u64 filters, pcs[TEA_SLOTS];
		unsigned int visible;
	} rows[] = {
		{ 0xf, TEA_PRIV_U, TEA_CTL_U, { LOW, LOW, LOW, LOW }, 0xf },
		{ 0x5, TEA_PRIV_U, TEA_CTL_U, { LOW, 0, LOW, 0 }, 0x5 },
		{ 0xf, TEA_PRIV_U, TEA_CTL_S, { LOW, LOW, LOW, LOW }, 0 },
		{ 0xf, TEA_PRIV_S, TEA_CTL_U, { HIGH, HIGH, HIGH, HIGH }, 0 },
		{ 0x3, TEA_PRIV_S, TEA_CTL_S, { HIGH, HIGH, 0, 0 }, 0x3 },
		{ 0x1, TEA_PRIV_M, TEA_CTL_U | TEA_CTL_S, { LOW, 0, 0, 0 }, 0 },
		{ 0x1, TEA_PRIV_M, all, { LOW, 0, 0, 0 }, 0x1 },
		{ 0x1, 2, all, { LOW, 0, 0, 0 }, 0 },
		/* A kernel address is one, whatever the privilege says. */
		{ 0xf, TEA_PRIV_U, TEA_CTL_U, { LOW, HIGH, LOW, HIGH }, 0x5 },
		{ 0x2, TEA_PRIV_U, TEA_CTL_U, { LOW, HIGH, LOW, HIGH }, 0 },
		{ 0xf, TEA_PRIV_U, TEA_CTL_U | TEA_CTL_S, { LOW, HIGH, LOW, HIGH }, 0xf },
		{ 0x0, TEA_PRIV_U, all, { LOW, LOW, LOW, LOW }, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(tea_slots_visible(meta_of(rows[i].valid, rows[i].priv),
						   rows[i].pcs, rows[i].filters),
				 rows[i].visible);
}

static void every_valid_slot_has_its_turn(void **state)
{
	(void)state;
	for (unsigned int mask = 1; mask < 1U << TEA_SLOTS; mask++) {
		const unsigned int count = tea_slots_count(mask);
		unsigned int picked[TEA_SLOTS] = { 0 };

		for (unsigned int turn = 0; turn < 3 * count; turn++) {
			const unsigned int pick = tea_slots_pick(mask, turn);

			assert_int_equal(tea_slots_count(pick), 1);
			assert_int_equal(pick & ~mask, 0);
			for (unsigned int slot = 0; slot < TEA_SLOTS; slot++)
				picked[slot] += (pick >> slot) & 1;
		}
		for (unsigned int slot = 0; slot < TEA_SLOTS; slot++)
			assert_int_equal(picked[slot], (mask >> slot) & 1 ? 3 : 0);
	}
}

static void shares_add_up_to_the_period(void **state)
{
	static const u64 periods[] = { 1, 2, 3, 5, 7, 10000, 10001, 800000, 999999999999ULL };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(periods); i++) {
		for (unsigned int count = 1; count <= TEA_SLOTS; count++) {
			u64 sum = 0;

			for (unsigned int nth = 0; nth < count; nth++) {
				const u64 share = tea_record_period(periods[i], count, nth);

				assert_in_range(share, periods[i] / count, periods[i] / count + 1);
				sum += share;
			}
			assert_int_equal(sum, periods[i]);
		}
	}
}

static void words_keep_the_metadata(void **state)
{
	const u64 meta = (1ULL << TEA_META_BITS) - 1;
	u64 word = tea_word(meta, 0x4, 123);

	(void)state;
	assert_int_equal(tea_word_version(word), TEA_ABI_VERSION);
	assert_int_equal(tea_word_lost(word), 123);
	assert_int_equal(tea_meta_valid(word), 0x4);
	assert_int_equal(tea_meta_priv(word), 3);
	assert_int_equal(tea_meta_state(word), TEA_STATE_FLUSHED);
	assert_int_equal(tea_meta_lost(word), TEA_META_LOST_MAX);
	for (unsigned int slot = 0; slot < TEA_SLOTS; slot++)
		assert_int_equal(tea_meta_psv(word, slot), TEA_PSV_MASK);

	word = tea_word(~0ULL, 0, TEA_WORD_LOST_MAX);
	assert_int_equal(tea_word_version(word), TEA_ABI_VERSION);
	assert_int_equal(tea_word_lost(word), TEA_WORD_LOST_MAX);
	assert_int_equal(tea_meta_valid(word), 0);
}

/* Of a whole sample the event sees some slots, and losses of its own alone. */
static void what_is_hidden_leaves_no_trace(void **state)
{
	const u64 all = (1ULL << TEA_META_BITS) - 1;
	static const struct { unsigned int mask; u64 lost; unsigned int shown_lost; } rows[] = {
		{ 0xf, 3, 3 }, { 0x5, 0, 0 }, { 0x1, 2, 2 }, { 0x8, 1ULL << 40, 3 }, { 0, 1, 1 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const u64 meta = tea_meta_shown(~0ULL, rows[i].mask, rows[i].lost);

		assert_int_equal(meta & ~all, 0);
		assert_int_equal(tea_meta_valid(meta), rows[i].mask);
		assert_int_equal(tea_meta_lost(meta), rows[i].shown_lost);
		assert_int_equal(tea_meta_priv(meta), 3);
		assert_int_equal(tea_meta_state(meta), TEA_STATE_FLUSHED);
		for (unsigned int slot = 0; slot < TEA_SLOTS; slot++)
			assert_int_equal(tea_meta_psv(meta, slot),
					 rows[i].mask >> slot & 1 ? TEA_PSV_MASK : 0);
	}
}

static void losses_that_exceed_a_word_wait_for_the_next(void **state)
{
	static const struct { u64 lost; u32 part; } rows[] = {
		{ 0, 0 }, { 1, 1 }, { TEA_WORD_LOST_MAX, TEA_WORD_LOST_MAX },
		{ TEA_WORD_LOST_MAX + 1ULL, TEA_WORD_LOST_MAX }, { 1ULL << 40, TEA_WORD_LOST_MAX },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(tea_word_lost_part(rows[i].lost), rows[i].part);
}

static void raw_records_describe_themselves(void **state)
{
	static const u64 pcs[TEA_SLOTS] = { 0x10, 0x20, 0x30, 0x40 };
	struct tea_raw_record raw;

	(void)state;
	memset(&raw, 0xff, sizeof(raw));
	tea_raw_fill(&raw, TEA_CAPS(24), 0x123, 456, pcs, 0x5);
	assert_int_equal(raw.version, TEA_ABI_VERSION);
	assert_int_equal(raw.size, 64);
	assert_int_equal(raw.caps, TEA_CAPS(24));
	assert_int_equal(raw.meta, 0x123);
	assert_int_equal(raw.time, 456);
	assert_int_equal(raw.pc[0], 0x10);
	assert_int_equal(raw.pc[1], 0);
	assert_int_equal(raw.pc[2], 0x30);
	assert_int_equal(raw.pc[3], 0);
}

static unsigned int random_below(unsigned int *seed, unsigned int limit)
{
	*seed = *seed * 1664525 + 1013904223;
	return (*seed >> 8) % limit;
}

/* A unit in a few lines: the oracle of the count. Without dithering it is one of version 1. */
struct unit {
	struct tea_progress now;
	u64 period, target;
	unsigned int seed;
	bool dithers;
};

static void unit_write_left(struct unit *unit, u64 left)
{
	unit->now.left = left;
	unit->target = unit->dithers ? random_below(&unit->seed, tea_left_cycles(left)) : 0;
}

static void unit_step(struct unit *unit)
{
	if (!tea_left_done(unit->now.left) && unit->now.left - 1 == unit->target) {
		if (unit->now.valid)
			unit->now.lost++;
		unit->now.valid = true;
		unit->now.left |= TEA_LEFT_DONE;
	}
	if (!tea_left_cycles(--unit->now.left))
		unit_write_left(unit, unit->period);
}

static void check_count(bool dithers)
{
	struct unit unit = {
		.now = { .lost = UINT32_MAX - 2 }, .period = 97, .seed = 4711, .dithers = dithers,
	};
	struct tea_progress mark;
	unsigned int seed = 1;
	u64 cycles = 0, due = 0;
	s64 count = 0;

	unit_write_left(&unit, 40);
	mark = unit.now;
	for (unsigned int i = 0; i < 10000; i++) {
		const unsigned int steps = random_below(&seed, 400);

		for (unsigned int step = 0; step < steps; step++)
			unit_step(&unit);
		cycles += steps;
		count += tea_progress_cycles(&mark, &unit.now, unit.period);
		due += tea_progress_due(&mark, &unit.now);
		assert_int_equal(count, cycles);
		mark = unit.now;
		if (mark.valid && random_below(&seed, 3) == 0)
			mark.valid = unit.now.valid = false;
		if (random_below(&seed, 10) == 0) {
			const u64 period = 50 + random_below(&seed, 200);

			mark.left = tea_left_rescale(mark.left, unit.period, period);
			unit.period = period;
			unit_write_left(&unit, mark.left);
		}
	}
	/* 97 is within the middle of the periods: about as many samples. */
	assert_in_range(due, cycles / 250, cycles / 49);
}

static void the_count_is_exact_whatever_is_lost(void **state)
{
	(void)state;
	check_count(false);
	check_count(true);
}

static void units_are_known_by_their_fields(void **state)
{
	static const struct { u64 caps; bool known; } rows[] = {
		{ TEA_CAPS(24), true },
		{ (TEA_CAPS(24) & ~0xffULL) | 1, true },	/* version 1 */
		{ TEA_CAPS(24) & ~0xffULL, false },
		{ TEA_CAPS(24) + 1, false },			/* a version to come */
		{ TEA_CAPS(25), false },
		{ TEA_CAPS(24) + (1 << 8), false },
		{ (TEA_CAPS(24) & ~0xff00ULL) | 1 << 8, true },	/* one commits a cycle */
		{ TEA_CAPS(24) & ~0xff00ULL, false },
		{ TEA_CAPS(24) - (1 << 16), false },
		{ TEA_CAPS(24) | 1ULL << 63, true },		/* of no counters */
		{ TEA_CAPS(24) | TEA_CAPS_COUNTERS(0xf, 4, 4, 64), true },
		{ TEA_CAPS(24) | TEA_CAPS_COUNTERS(0x4, 1, 0, 48), true },
		{ TEA_CAPS(24) | TEA_CAPS_COUNTERS(0x8, 0, 4, 64), true },
		{ TEA_CAPS(24) | TEA_CAPS_COUNTERS(0xf, 0, 4, 64), false },
		{ TEA_CAPS(24) | TEA_CAPS_COUNTERS(0xf, 4, 0, 64), false },
		{ TEA_CAPS(24) | TEA_CAPS_COUNTERS(0xf, 4, 4, 47), false },
		{ TEA_CAPS(24) | TEA_CAPS_COUNTERS(0xf, 4, 4, 65), false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(tea_caps_known(rows[i].caps, 24), rows[i].known);
}

/* Without a sample in between, what is left; with it, DONE; behind it, the next period. */
static void cycles_are_counted_by_periods_that_ended(void **state)
{
	static const struct { struct tea_progress from, to; s64 cycles; } rows[] = {
		{ { 70, 7, false }, { 60, 7, false }, 10 },
		{ { 70, 7, false }, { 60 | TEA_LEFT_DONE, 7, true }, 10 },
		{ { 70, 7, true }, { 60 | TEA_LEFT_DONE, 8, true }, 10 },
		{ { 70 | TEA_LEFT_DONE, 7, false }, { 60 | TEA_LEFT_DONE, 7, false }, 10 },
		{ { 70, 7, false }, { 100, 7, true }, 70 },
		{ { 70 | TEA_LEFT_DONE, 7, true }, { 100, 7, true }, 70 },
		{ { 70 | TEA_LEFT_DONE, 7, true }, { 1 | TEA_LEFT_DONE, 9, true }, 269 },
		{ { 70, 7, false }, { 1 | TEA_LEFT_DONE, 9, true }, 269 },
		{ { 70, 7, false }, { 1, 9, true }, 369 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(tea_progress_cycles(&rows[i].from, &rows[i].to, 100),
				 rows[i].cycles);
}

/* LOST only goes up, modulo 2^32, and by far less than half of that between two looks. */
static void a_unit_that_was_reset_is_noticed(void **state)
{
	static const struct { u32 from, to; bool reset; } rows[] = {
		{ 7, 7, false }, { 7, 8, false }, { UINT32_MAX, 3, false }, { 0, 1 << 30, false },
		{ 7, 0, true }, { 1, 0, true }, { 200000, 12, true }, { 0, UINT32_MAX, true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct tea_progress from = { 50, rows[i].from, false };
		const struct tea_progress to = { 40, rows[i].to, true };

		assert_int_equal(tea_progress_was_reset(&from, &to), rows[i].reset);
	}
}

/* Between the two looks only some cycles pass, and at most one sample waits. */
static void a_sample_dropped_by_disabling_is_noticed(void **state)
{
	static const struct { struct tea_progress from, to; bool dropped; } rows[] = {
		{ { 50, 7, false }, { 40, 7, false }, false },
		{ { 50, 7, false }, { 50, 7, false }, false },
		{ { 10, 7, false }, { 95, 7, true }, false },	/* became valid */
		{ { 10, 7, true }, { 95, 8, true }, false },	/* was lost, and counted */
		{ { 10, 7, false }, { 95, 7, false }, true },
		{ { 10, 7, true }, { 95, 7, true }, true },
		{ { 1, UINT32_MAX, true }, { 100, 0, true }, false },
		{ { 1, 0, false }, { 100, 0, false }, true },
		{ { 50, 7, false }, { 40 | TEA_LEFT_DONE, 7, true }, false },
		{ { 50, 7, false }, { 40 | TEA_LEFT_DONE, 7, false }, true },
		{ { 50, 7, true }, { 40 | TEA_LEFT_DONE, 7, true }, true },
		{ { 50 | TEA_LEFT_DONE, 7, true }, { 40 | TEA_LEFT_DONE, 7, true }, false },
		{ { 10 | TEA_LEFT_DONE, 7, true }, { 95, 7, true }, false },
		{ { 10 | TEA_LEFT_DONE, 7, true }, { 95 | TEA_LEFT_DONE, 8, true }, false },
		{ { 10 | TEA_LEFT_DONE, 7, true }, { 95 | TEA_LEFT_DONE, 7, true }, true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(tea_progress_dropped(&rows[i].from, &rows[i].to, 100),
				 rows[i].dropped);
}

static void intervals_are_stretched_and_cut(void **state)
{
	static const struct { u64 left, from, to, rescaled; } rows[] = {
		{ 100, 100, 100, 100 },	/* just begun */
		{ 60, 100, 100, 60 },
		{ 60, 100, 200, 160 },
		{ 60, 100, 50, 10 },
		{ 60, 100, 40, 1 },	/* over already */
		{ 60, 100, 10, 1 },
		{ 0, 100, 70, 70 },	/* perf forgot the interval */
		{ 1, 1, 10000, 10000 },	/* frequency mode starts */
		{ 200, 100, 50, 50 },	/* more left than an interval has */
		/* one that has had its sample ends as it would have */
		{ 60 | TEA_LEFT_DONE, 100, 200, 60 | TEA_LEFT_DONE },
		{ 60 | TEA_LEFT_DONE, 100, 10, 60 | TEA_LEFT_DONE },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(tea_left_rescale(rows[i].left, rows[i].from, rows[i].to),
				 rows[i].rescaled);
}

static void periods_have_a_floor(void **state)
{
	(void)state;
	for (unsigned int i = 0; i < TEA_COUNTDOWNS_COUNT; i++) {
		const u64 least = i == TEA_COUNTDOWN_TAKEN ? 1000 : 10000;

		assert_int_equal(tea_period_min(i), least);
		assert_int_equal(tea_period_floor(1, i), least);
		assert_int_equal(tea_period_floor(least, i), least);
		assert_int_equal(tea_period_floor(least + 1, i), least + 1);
	}
}

static void periods_end_where_the_register_does(void **state)
{
	static const struct { u64 readback, max; } rows[] = {
		{ 0xffffffff, 0xffffffff },
		{ 0xffffffffff, 0xffffffffff },
		{ ~0ULL, ~0ULL >> 1 },
		{ 0, 0 },		/* nothing is there */
		{ 0x7fffffff, 0 },	/* narrower than the interface allows */
		{ 0xffffffff00000000, 0 },
		{ 0x1ffffffffe, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(tea_period_max(rows[i].readback), rows[i].max);
	assert_int_equal(tea_period_clamp(1, TEA_COUNTDOWN_CYCLES, 0xffffffff), TEA_PERIOD_MIN);
	assert_int_equal(tea_period_clamp(1 << 20, TEA_COUNTDOWN_CYCLES, 0xffffffff), 1 << 20);
	assert_int_equal(tea_period_clamp(1ULL << 40, TEA_COUNTDOWN_CYCLES, 0xffffffff),
			 0xffffffff);
	assert_true(TEA_PERIOD_COUNT <= tea_period_max(0xffffffff));
}

/* Not far from where it ends on a core of today: perf's own first period is 1. */
static void the_first_period_is_of_the_frequency(void **state)
{
	static const struct { u64 freq, period; } rows[] = {
		{ 4000, 250000 }, { 1000, 1000000 }, { 99, 10101010 }, { 1, 1000000000 },
		{ 100000, TEA_PERIOD_MIN }, { 1000000, TEA_PERIOD_MIN }, { ~0ULL, TEA_PERIOD_MIN },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(tea_period_start(rows[i].freq, TEA_COUNTDOWN_CYCLES, 0xffffffff),
				 rows[i].period);
	assert_int_equal(tea_period_start(1, TEA_COUNTDOWN_CYCLES, 20000000), 20000000);
	assert_int_equal(tea_period_start(1000000, TEA_COUNTDOWN_TAKEN, 20000000), 1000);
}

/* From there to the one that gives the frequency, within 60 samples. */
static void the_period_converges_on_the_frequency(void **state)
{
	static const struct { u64 freq, cycles_per_ns_x10; } rows[] = {
		{ 4000, 32 }, { 1000, 32 }, { 10000, 20 }, { 99, 1 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const u64 wanted = rows[i].cycles_per_ns_x10 * 100000000 / rows[i].freq;
		u64 period = tea_period_start(rows[i].freq, TEA_COUNTDOWN_CYCLES, 0xffffffff);

		for (unsigned int sample = 0; sample < 60; sample++) {
			const u64 cycles = period;
			const u64 delta_ns = cycles * 10 / rows[i].cycles_per_ns_x10;

			period = tea_period_adapt(period, rows[i].freq, delta_ns, cycles,
						  TEA_COUNTDOWN_CYCLES);
			assert_true(period >= TEA_PERIOD_MIN);
		}
		assert_in_range(period, wanted - wanted / 100, wanted + wanted / 100);
	}
}

static void senseless_intervals_change_no_period(void **state)
{
	static const struct { u64 freq, delta_ns, cycles; } rows[] = {
		{ 4000, 0, 1000 }, { 0, 1000, 1000 }, { 4000, 1000, 1ULL << 33 },
		{ 4000, 1ULL << 30, 1000 }, { 1ULL << 30, 1000, 1000 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(tea_period_adapt(12345, rows[i].freq, rows[i].delta_ns,
						  rows[i].cycles, TEA_COUNTDOWN_CYCLES), 12345);
	/* The highest rate there is does not overflow. */
	assert_int_equal(tea_period_adapt(1 << 20, (1 << 30) - 1, (1 << 30) - 1, (1ULL << 33) - 1,
					  TEA_COUNTDOWN_CYCLES),
			 (1 << 20) - ((1 << 20) - 7) / 8 - 1);
}

static const struct tea_limit half = { .percent = 50 };

static bool is_spent(struct tea_budget *budget, const struct tea_limit *limit, u64 now_ns)
{
	tea_budget_pay(budget, limit, now_ns);
	return tea_budget_spent(budget, limit);
}

static void debts_are_paid_back_in_time(void **state)
{
	struct tea_budget budget = { .at_ns = 1000000 };

	(void)state;
	assert_false(is_spent(&budget, &half, 5000000));
	tea_budget_bill(&budget, TEA_BUDGET_AHEAD_NS / 5);	/* 5/2 of it */
	assert_false(is_spent(&budget, &half, 5000000));
	tea_budget_bill(&budget, 50);
	assert_true(is_spent(&budget, &half, 5000000));
	assert_int_equal(tea_budget_wait_ns(&budget, &half), 251);
	assert_true(is_spent(&budget, &half, 5000100));
	assert_false(is_spent(&budget, &half, 5000250));
	assert_false(is_spent(&budget, &half, 9000000));
	assert_int_equal(budget.debt_ns, 0);
}

/* Of who owes nothing the first sample is free, then there is one, and then what was earned. */
static void sampling_begins_with_one_sample(void **state)
{
	struct tea_budget budget = { .at_ns = 1000000 };

	(void)state;
	tea_budget_begin(&budget, &half);
	tea_budget_begin(&budget, &half);
	assert_false(is_spent(&budget, &half, 1000000));
	tea_budget_count(&budget, &half);
	tea_budget_bill(&budget, 30000);
	tea_budget_bill(&budget, 20000);
	assert_false(is_spent(&budget, &half, 1000000));
	tea_budget_count(&budget, &half);
	tea_budget_bill(&budget, 1000);
	assert_true(is_spent(&budget, &half, 1000000));
	assert_true(is_spent(&budget, &half, 1004998));
	assert_false(is_spent(&budget, &half, 1005000));
	/* beginning again pays nothing back, and makes nothing free */
	tea_budget_begin(&budget, &half);
	tea_budget_bill(&budget, 1000);
	assert_true(is_spent(&budget, &half, 1009998));
	assert_false(is_spent(&budget, &half, 1010000));
}

/* A sample that takes ten times its interval: written at its share of the time, evenly. */
static void overload_leaves_the_rest_of_the_time(void **state)
{
	static const u32 percents[] = { 50, 25, 5, 1 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(percents); i++) {
		const struct tea_limit limit = { .percent = percents[i] };
		struct tea_budget budget = { 0 };
		u64 now_ns = 0, writing_ns = 0, wait_ns, longest_ns = 0;

		tea_budget_begin(&budget, &limit);
		tea_budget_count(&budget, &limit);
		tea_budget_count(&budget, &limit);
		while (now_ns < 100000000) {
			if (is_spent(&budget, &limit, now_ns)) {
				wait_ns = tea_budget_wait_ns(&budget, &limit);
				longest_ns = wait_ns > longest_ns ? wait_ns : longest_ns;
				now_ns += wait_ns;
				continue;
			}
			tea_budget_bill(&budget, 12000);
			writing_ns += 30000;
			now_ns += 30000;
			assert_true(writing_ns * 100 <= now_ns * percents[i] + 2 * 30000 * 100);
		}
		assert_in_range(writing_ns * 1000 / now_ns, 10 * percents[i] - 9,
				10 * percents[i] + 9);
		assert_true(longest_ns <= 30000 * 100 / percents[i]);
	}
}

static void no_wait_is_longer_than_a_countdown(void **state)
{
	const struct tea_limit limit = { .rate = 1, .percent = 1 };
	struct tea_budget budget = { 0 };

	(void)state;
	assert_int_equal(tea_budget_wait_ns(&budget, &limit), 1);
	tea_budget_count(&budget, &limit);
	assert_int_equal(tea_budget_wait_ns(&budget, &limit), TEA_BUDGET_WAIT_NS);
	tea_budget_bill(&budget, 1000000000);
	assert_int_equal(tea_budget_wait_ns(&budget, &limit), TEA_BUDGET_WAIT_NS);
	/* 32 bits at 8 GHz */
	assert_true(TEA_BUDGET_WAIT_NS * 8ULL < UINT32_MAX);
}

/* As many samples as the rate allows, and a tick's at once at the start. */
static void a_rate_is_kept(void **state)
{
	static const u32 rates[] = { 1, 1000, 4000, 100000, 1000000 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rates); i++) {
		const struct tea_limit limit = { .rate = rates[i], .percent = 50 };
		const u64 burst = (u64)rates[i] * TEA_BUDGET_BURST_NS / 1000000000 + 1;
		struct tea_budget budget = { 0 };
		u64 taken = 0;

		for (u64 now_ns = 0; now_ns < 1000000000; now_ns += 3333) {
			if (is_spent(&budget, &limit, now_ns))
				continue;
			tea_budget_count(&budget, &limit);
			taken++;
		}
		assert_in_range(taken, rates[i] < 300000 ? rates[i] : 300000, rates[i] + burst);
	}
}

/* Each period has its sample, taken before, or one that is lost: none is in both, or in neither. */
static void what_is_parked_is_lost_in_numbers(void **state)
{
	static const struct { u64 left, passed, lost, then; } rows[] = {
		{ 70, 0, 0, 70 },
		{ 70 | TEA_LEFT_DONE, 0, 0, 70 | TEA_LEFT_DONE },
		{ 70, 1, 1, 69 | TEA_LEFT_DONE },
		{ 70, 69, 1, 1 | TEA_LEFT_DONE },
		{ 70, 70, 1, 100 },
		{ 70, 71, 2, 99 | TEA_LEFT_DONE },
		{ 70, 370, 4, 100 },
		{ 70, 371, 5, 99 | TEA_LEFT_DONE },
		{ 70 | TEA_LEFT_DONE, 69, 0, 1 | TEA_LEFT_DONE },
		{ 70 | TEA_LEFT_DONE, 70, 0, 100 },
		{ 70 | TEA_LEFT_DONE, 370, 3, 100 },
		{ 70 | TEA_LEFT_DONE, 469, 4, 1 | TEA_LEFT_DONE },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct tea_parking parking = { rows[i].left, rows[i].passed };
		const u64 kept = rows[i].left & rows[i].then & TEA_LEFT_DONE &&
				 rows[i].passed < tea_left_cycles(rows[i].left) ? TEA_LEFT_DONE : 0;
		const u64 then = tea_parking_end(&parking, 100, UINT32_MAX);
		const u64 luckily = tea_parking_end(&parking, 100, 0);

		assert_int_equal(then, rows[i].then);
		assert_int_equal(tea_parking_lost(&parking, 100, then), rows[i].lost);
		assert_int_equal(luckily, tea_left_cycles(rows[i].then) | kept);
		assert_int_equal(tea_parking_lost(&parking, 100, luckily),
				 rows[i].lost - (tea_left_done(then) && !kept));
	}
	assert_true(tea_left_done(tea_parking_left(0xffffffff)));
	assert_int_equal(tea_left_cycles(tea_parking_left(0xffffffff)), 0xffffffff);
}

/*
 * Parked half of the time, in turns much shorter than a period: half of the samples are
 * taken, wherever in the period that is, and the others are lost.
 */
static void long_periods_have_their_share(void **state)
{
	const u64 period = 1000, turn = 30, periods = 20000;
	u64 left = period, target = 500, taken = 0, lost = 0, passed;
	unsigned int seed = 1;

	(void)state;
	for (passed = 0; passed < period * periods; passed += 2 * turn) {
		struct tea_parking parking;
		u64 i;

		for (i = 0; i < turn; i++) {
			if (!tea_left_done(left) && left-- == target + 1) {
				taken++;
				left |= TEA_LEFT_DONE;
			} else if (tea_left_done(left)) {
				left--;
			}
			if (!tea_left_cycles(left)) {
				left = period;
				target = random_below(&seed, left);
			}
		}
		parking = (struct tea_parking){ left, turn };
		left = tea_parking_end(&parking, period, random_below(&seed, 1 << 24) << 8);
		lost += tea_parking_lost(&parking, period, left);
		target = random_below(&seed, tea_left_cycles(left));
	}
	assert_in_range(taken + lost, periods - 1, periods + 1);
	assert_in_range(taken, periods * 48 / 100, periods * 52 / 100);
}

static void percentages_have_a_ceiling(void **state)
{
	static const struct { u32 set, allowed; } rows[] = {
		{ 0, TEA_BUDGET_PERCENT }, { 1, 1 }, { 25, 25 }, { 50, 50 },
		{ 51, TEA_BUDGET_PERCENT }, { 100, TEA_BUDGET_PERCENT },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(tea_percent_allowed(rows[i].set), rows[i].allowed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units_are_known_by_their_fields),
		cmocka_unit_test(filters_follow_the_exclusions),
		cmocka_unit_test(privileges_have_their_filter),
		cmocka_unit_test(only_permitted_slots_are_visible),
		cmocka_unit_test(every_valid_slot_has_its_turn),
		cmocka_unit_test(shares_add_up_to_the_period),
		cmocka_unit_test(words_keep_the_metadata),
		cmocka_unit_test(what_is_hidden_leaves_no_trace),
		cmocka_unit_test(losses_that_exceed_a_word_wait_for_the_next),
		cmocka_unit_test(raw_records_describe_themselves),
		cmocka_unit_test(cycles_are_counted_by_periods_that_ended),
		cmocka_unit_test(the_count_is_exact_whatever_is_lost),
		cmocka_unit_test(a_unit_that_was_reset_is_noticed),
		cmocka_unit_test(a_sample_dropped_by_disabling_is_noticed),
		cmocka_unit_test(intervals_are_stretched_and_cut),
		cmocka_unit_test(periods_have_a_floor),
		cmocka_unit_test(periods_end_where_the_register_does),
		cmocka_unit_test(the_first_period_is_of_the_frequency),
		cmocka_unit_test(the_period_converges_on_the_frequency),
		cmocka_unit_test(senseless_intervals_change_no_period),
		cmocka_unit_test(debts_are_paid_back_in_time),
		cmocka_unit_test(sampling_begins_with_one_sample),
		cmocka_unit_test(overload_leaves_the_rest_of_the_time),
		cmocka_unit_test(no_wait_is_longer_than_a_countdown),
		cmocka_unit_test(what_is_parked_is_lost_in_numbers),
		cmocka_unit_test(a_rate_is_kept),
		cmocka_unit_test(long_periods_have_their_share),
		cmocka_unit_test(percentages_have_a_ceiling),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
