// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_tea_sample.c - the driver's arithmetic (kernel/tea_sample.h), by table
 *
 * The same header compiles into the kernel module. Where a rule holds for all values (sums,
 * parking), a small simulation of the unit is the oracle.
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
#define ALL_SLOTS ((1U << TEA_SLOTS) - 1)

static struct tea_unit_sample sample_of(unsigned int level, unsigned int slots)
{
	return (struct tea_unit_sample){ .meta = TEA_SAMPLE_META(TEA_STATE_FLUSHED, level, slots) };
}

/* Virtual machines are never selected. */
static void levels_follow_the_exclusions(void **state)
{
	static const struct { bool user, kernel, mmode; u64 levels; } rows[] = {
		{ false, false, true, TEA_CTL_U | TEA_CTL_S | TEA_CTL_M },
		{ false, false, false, TEA_CTL_U | TEA_CTL_S },
		{ false, true, false, TEA_CTL_U },
		{ true, false, false, TEA_CTL_S },
		{ true, true, true, TEA_CTL_M },
		{ true, true, false, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(tea_ctl_levels(rows[i].user, rows[i].kernel, rows[i].mmode),
				 rows[i].levels);
}

static void only_permitted_slots_are_visible(void **state)
{
	static const u64 all = TEA_CTL_U | TEA_CTL_S | TEA_CTL_M;
	static const struct {
		unsigned int slots, level;
		u64 levels, pcs[TEA_SLOTS];
		unsigned int visible;
	} rows[] = {
		{ 0xf, TEA_LEVEL_U, TEA_CTL_U, { LOW, LOW, LOW, LOW }, 0xf },
		{ 0x5, TEA_LEVEL_U, TEA_CTL_U, { LOW, 0, LOW, 0 }, 0x5 },
		{ 0xf, TEA_LEVEL_U, TEA_CTL_S, { LOW, LOW, LOW, LOW }, 0 },
		{ 0xf, TEA_LEVEL_S, TEA_CTL_U, { HIGH, HIGH, HIGH, HIGH }, 0 },
		{ 0x3, TEA_LEVEL_S, TEA_CTL_S, { HIGH, HIGH, 0, 0 }, 0x3 },
		{ 0x1, TEA_LEVEL_M, TEA_CTL_U | TEA_CTL_S, { LOW, 0, 0, 0 }, 0 },
		{ 0x1, TEA_LEVEL_M, all, { LOW, 0, 0, 0 }, 0x1 },
		/* no level that there is */
		{ 0x1, 2, all, { LOW, 0, 0, 0 }, 0 },
		{ 0x1, 7, all, { LOW, 0, 0, 0 }, 0 },
		/* a virtual machine's are not its host's */
		{ 0xf, TEA_LEVEL_VU, all, { LOW, LOW, LOW, LOW }, 0 },
		{ 0xf, TEA_LEVEL_VS, all, { HIGH, HIGH, HIGH, HIGH }, 0 },
		/* A kernel address is one, whatever the level says. */
		{ 0xf, TEA_LEVEL_U, TEA_CTL_U, { LOW, HIGH, LOW, HIGH }, 0x5 },
		{ 0x2, TEA_LEVEL_U, TEA_CTL_U, { LOW, HIGH, LOW, HIGH }, 0 },
		{ 0xf, TEA_LEVEL_M, TEA_CTL_U | TEA_CTL_M, { LOW, HIGH, LOW, HIGH }, 0x5 },
		{ 0xf, TEA_LEVEL_U, TEA_CTL_U | TEA_CTL_S, { LOW, HIGH, LOW, HIGH }, 0xf },
		{ 0x0, TEA_LEVEL_U, all, { LOW, LOW, LOW, LOW }, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct tea_unit_sample sample = sample_of(rows[i].level, rows[i].slots);

		memcpy(sample.pcs, rows[i].pcs, sizeof(sample.pcs));
		assert_int_equal(tea_slots_visible(&sample, rows[i].levels), rows[i].visible);
	}
}

static void every_valid_slot_has_its_turn(void **state)
{
	(void)state;
	for (unsigned int mask = 1; mask <= ALL_SLOTS; mask++) {
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

/* Sixteen bits a slot; perf.data has names for ten. */
static void signatures_are_of_their_slot(void **state)
{
	const u64 psvs = 0x03ff8000fc040323ULL;

	(void)state;
	assert_int_equal(tea_psv(psvs, 0), 0x323);
	assert_int_equal(tea_psv(psvs, 1), 0x004);
	assert_int_equal(tea_psv(psvs, 2), 0x000);
	assert_int_equal(tea_psv(psvs, 3), 0x3ff);
}

/* The picked slot has its record behind the word; signatures are those of all visible ones. */
static void words_keep_what_the_event_sees(void **state)
{
	static const struct { u16 psv; unsigned int version; } rows[] = {
		{ TEA_PSV_PAPER, TEA_WORD_VERSION }, { TEA_PSV_MASK, TEA_WORD_VERSION_WIDE },
	};
	struct tea_unit_sample sample = sample_of(TEA_LEVEL_S, ALL_SLOTS);

	(void)state;
	for (unsigned int i = 0; i < 2 * ALL_SLOTS; i++) {
		const unsigned int visible = i / 2 + 1, psv = rows[i % 2].psv;
		const unsigned int picked = visible & -visible;
		u64 word;

		sample.psvs = psv * 0x0001000100010001ULL;
		word = tea_word(&sample, visible, picked, 2);
		assert_int_equal(tea_word_version(word), rows[i % 2].version);
		assert_int_equal(tea_word_lost(word), 2);
		assert_int_equal(tea_word_slots(word), picked);
		assert_int_equal(tea_word_priv(word), TEA_PRIV_S);
		assert_int_equal(tea_word_state(word), TEA_STATE_FLUSHED);
		for (unsigned int slot = 0; slot < TEA_SLOTS; slot++)
			assert_int_equal(tea_word_psv(word, slot), visible >> slot & 1 ? psv : 0);
	}
}

/* Each field at its place: files keep the words. */
static void words_have_their_layout(void **state)
{
	struct tea_unit_sample sample = sample_of(TEA_LEVEL_S, ALL_SLOTS);

	(void)state;
	sample.meta = TEA_SAMPLE_META(TEA_STATE_STALLED, TEA_LEVEL_S, ALL_SLOTS);
	sample.psvs = 0x0140000000080001ULL;
	assert_int_equal(tea_word(&sample, ALL_SLOTS, 8, 5),
			 0x140ULL << 27 | 0x8ULL << 9 | 0x1 | 2ULL << 36 | 8ULL << 38 | 1ULL << 42 |
			 3ULL << 44 | 5ULL << 46 | 1ULL << 60);
	sample.psvs |= (u64)TEA_PSV_ST_CO << 32;
	assert_int_equal(tea_word(&sample, ALL_SLOTS, 8, 5),
			 0x140ULL << 30 | 0x200ULL << 20 | 0x8ULL << 10 | 0x1 | 2ULL << 40 | 3ULL << 42 |
			 1ULL << 44 | 5ULL << 46 | 2ULL << 60);
	/* a hidden slot's event takes no version */
	assert_int_equal(tea_word_version(tea_word(&sample, ALL_SLOTS & ~4, 8, 5)),
			 TEA_WORD_VERSION);
}

/* Without a sample: losses alone. */
static void words_tell_losses(void **state)
{
	static const struct { u32 lost; unsigned int meta; } rows[] = {
		{ 0, 0 }, { 1, 1 }, { 3, TEA_META_LOST_MAX }, { 123, TEA_META_LOST_MAX },
		{ TEA_WORD_LOST_MAX, TEA_META_LOST_MAX },
	};
	const struct tea_unit_sample none = { .meta = 0 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const u64 word = tea_word(&none, 0, 0, rows[i].lost);

		assert_int_equal(tea_word_version(word), TEA_WORD_VERSION);
		assert_int_equal(tea_word_lost(word), rows[i].lost);
		assert_int_equal(word >> TEA_META_LOST_SHIFT & 3, rows[i].meta);
		assert_int_equal(word & ((1ULL << TEA_META_LOST_SHIFT) - 1), 0);
	}
}

static void losses_that_exceed_a_record_wait_for_the_next(void **state)
{
	static const struct { u64 lost; u32 word, raw; } rows[] = {
		{ 0, 0, 0 }, { 1, 1, 1 },
		{ TEA_WORD_LOST_MAX, TEA_WORD_LOST_MAX, TEA_WORD_LOST_MAX },
		{ TEA_WORD_LOST_MAX + 1ULL, TEA_WORD_LOST_MAX, TEA_WORD_LOST_MAX + 1 },
		{ UINT32_MAX, TEA_WORD_LOST_MAX, UINT32_MAX },
		{ UINT32_MAX + 1ULL, TEA_WORD_LOST_MAX, UINT32_MAX },
		{ 1ULL << 40, TEA_WORD_LOST_MAX, UINT32_MAX },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		assert_int_equal(tea_word_lost_part(rows[i].lost), rows[i].word);
		assert_int_equal(tea_raw_lost_part(rows[i].lost), rows[i].raw);
	}
}

/* perf puts 4 bytes before a raw record: the whole has to be a multiple of 8. */
static void raw_records_have_the_size_of_their_structures(void **state)
{
	(void)state;
	assert_int_equal(sizeof(struct tea_raw), 60);
	assert_int_equal(sizeof(struct tea_raw_memory), 64);
	assert_int_equal(tea_raw_size(false), 60);
	assert_int_equal(tea_raw_size(true), 124);
	assert_int_equal(offsetof(struct tea_raw, time) % 8, 4);
	assert_int_equal(offsetof(struct tea_raw, pc) % 8, 4);
}

/* A whole sample, of which the event sees some slots: of the others nothing is left. */
static void raw_records_say_what_the_event_sees(void **state)
{
	struct tea_unit_sample sample = sample_of(TEA_LEVEL_S, ALL_SLOTS);
	struct tea_raw raw;

	(void)state;
	sample.psvs = 0xffff0101ffff0123ULL;
	sample.time = 456;
	for (unsigned int slot = 0; slot < TEA_SLOTS; slot++)
		sample.pcs[slot] = HIGH + slot;
	for (unsigned int visible = 1; visible <= ALL_SLOTS; visible++) {
		memset(&raw, 0xff, sizeof(raw));
		tea_raw_fill(&raw, &sample, visible, 3, 99);
		assert_int_equal(raw.version, 2);
		assert_int_equal(raw.size, 60);
		assert_int_equal(raw.state, TEA_STATE_FLUSHED);
		assert_int_equal(raw.priv, TEA_PRIV_S);
		assert_int_equal(raw.slots, visible);
		assert_int_equal(raw.picked, 3);
		assert_int_equal(raw.lost, 99);
		/* a clock that others advance, too */
		assert_int_equal(raw.time, 0);
		for (unsigned int slot = 0; slot < TEA_SLOTS; slot++) {
			const bool seen = visible >> slot & 1;

			assert_int_equal(raw.pc[slot], seen ? HIGH + slot : 0);
			assert_int_equal(raw.psv[slot], seen ? tea_psv(sample.psvs, slot) : 0);
		}
	}
}

/* The levels by their numbers, those of virtual machines too. */
static void raw_records_tell_the_level(void **state)
{
	static const struct { unsigned int level, priv; } rows[] = {
		{ TEA_LEVEL_U, TEA_PRIV_U }, { TEA_LEVEL_S, TEA_PRIV_S }, { TEA_LEVEL_M, TEA_PRIV_M },
		{ TEA_LEVEL_VU, TEA_PRIV_U | TEA_PRIV_VIRTUAL },
		{ TEA_LEVEL_VS, TEA_PRIV_S | TEA_PRIV_VIRTUAL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct tea_unit_sample sample = sample_of(rows[i].level, 1);
		struct tea_raw raw;

		tea_raw_fill(&raw, &sample, 1, 0, 0);
		assert_int_equal(raw.priv, rows[i].priv);
	}
}

/*
 * Addresses of data are hidden as those of code are, and only those that the unit marks are shown.
 */
static void addresses_of_data_are_shown_to_who_may_see_them(void **state)
{
	static const u64 mem = TEA_MEM_LOAD | TEA_MEM_SOURCE_L1 << TEA_MEM_SOURCE_SHIFT;
	static const struct { u64 addr, mem, levels, shown_addr, shown_mem; } rows[] = {
		{ LOW, mem | TEA_MEM_ADDR, TEA_CTL_U, LOW, mem | TEA_MEM_ADDR },
		{ HIGH, mem | TEA_MEM_ADDR, TEA_CTL_U | TEA_CTL_S, HIGH, mem | TEA_MEM_ADDR },
		{ HIGH, mem | TEA_MEM_ADDR, TEA_CTL_U, 0, mem },
		{ HIGH, mem | TEA_MEM_ADDR, TEA_CTL_U | TEA_CTL_M, 0, mem },
		{ LOW, mem, TEA_CTL_U | TEA_CTL_S, 0, mem },
		{ LOW, 0, TEA_CTL_U, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct tea_data_access memory = { rows[i].addr, rows[i].mem };
		const struct tea_data_access shown = tea_memory_shown(&memory, rows[i].levels);

		assert_int_equal(shown.addr, rows[i].shown_addr);
		assert_int_equal(shown.mem, rows[i].shown_mem);
	}
}

static void what_hidden_slots_did_with_memory_is_hidden(void **state)
{
	const u64 mem = TEA_MEM_STORE | TEA_MEM_ADDR | 7ULL << TEA_MEM_LATENCY_SHIFT;
	struct tea_unit_sample sample = sample_of(TEA_LEVEL_U, ALL_SLOTS);
	struct tea_raw_memory raw;

	(void)state;
	for (unsigned int slot = 0; slot < TEA_SLOTS; slot++)
		sample.memory[slot] = (struct tea_data_access){ LOW + slot, mem };
	sample.memory[2].addr = HIGH;
	for (unsigned int visible = 0; visible <= ALL_SLOTS; visible++) {
		memset(&raw, 0xff, sizeof(raw));
		tea_raw_fill_memory(&raw, &sample, visible, TEA_CTL_U);
		for (unsigned int slot = 0; slot < TEA_SLOTS; slot++) {
			const bool seen = visible >> slot & 1, kernels = slot == 2;

			assert_int_equal(raw.addr[slot], seen && !kernels ? LOW + slot : 0);
			assert_int_equal(raw.mem[slot],
					 !seen ? 0 : kernels ? mem & ~(u64)TEA_MEM_ADDR : mem);
		}
	}
}

static unsigned int random_below(unsigned int *seed, unsigned int limit)
{
	*seed = *seed * 1664525 + 1013904223;
	return (*seed >> 8) % limit;
}

/* A unit of four slots, all events, 63 bits. */
#define CAPS TEA_CAPS(24, 4, TEA_PSV_MASK, 63)
#define MAJOR(number) ((CAPS & ~0xffULL) | (number))
#define MINOR(number) ((CAPS & ~0xff00ULL) | (number) << 8)

static void units_are_known_by_their_fields(void **state)
{
	static const struct { u64 caps, caps2; bool known; } rows[] = {
		{ CAPS, 0, true },
		{ 0, 0, false },				/* nothing is there */
		{ MAJOR(4), 0, false },
		{ MAJOR(6), 0, false },
		{ MINOR(1), 0, true },				/* these only add */
		{ MINOR(255), 0, true },
		{ TEA_CAPS(25, 4, 0x1ff, 63), 0, false },	/* another interrupt */
		{ TEA_CAPS(24, 5, 0x1ff, 63), 0, false },
		{ TEA_CAPS(24, 1, 0x1ff, 63), 0, true },	/* one commits a cycle */
		{ TEA_CAPS(24, 0, 0x1ff, 63), 0, false },
		{ TEA_CAPS(24, 4, 0, 63), 0, true },
		{ TEA_CAPS(24, 4, 0xffff, 63), 0, true },
		{ TEA_CAPS(24, 4, 0x1ff, 32), 0, true },
		{ TEA_CAPS(24, 4, 0x1ff, 31), 0, false },
		{ TEA_CAPS(24, 4, 0x1ff, 64), 0, false },
		{ CAPS | 1ULL << 63, 0, true },
		{ CAPS, TEA_CAPS2_COUNTERS(0, 0, 99), true },	/* of no counters */
		{ CAPS, TEA_CAPS2(0xf, 7, 3) | TEA_CAPS2_COUNTERS(4, 4, 64), true },
		{ CAPS, TEA_CAPS2(0x4, 0, 1) | TEA_CAPS2_COUNTERS(1, 0, 48), true },
		{ CAPS, TEA_CAPS2(0x8, 0, 1) | TEA_CAPS2_COUNTERS(0, 4, 64), true },
		{ CAPS, TEA_CAPS2(0xf, 0, 1) | TEA_CAPS2_COUNTERS(0, 4, 64), false },
		{ CAPS, TEA_CAPS2(0xf, 0, 1) | TEA_CAPS2_COUNTERS(4, 0, 64), false },
		{ CAPS, TEA_CAPS2(0xf, 0, 1) | TEA_CAPS2_COUNTERS(4, 4, 47), false },
		{ CAPS, TEA_CAPS2(0xf, 0, 1) | TEA_CAPS2_COUNTERS(4, 4, 65), false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct tea_unit unit = { .caps = rows[i].caps, .caps2 = rows[i].caps2 };

		assert_int_equal(tea_unit_known(&unit, 24), rows[i].known);
	}
}

/* Both only go up, modulo 2^64, and by far less than half of that between two looks. */
static void a_unit_that_was_reset_is_noticed(void **state)
{
	static const struct { u64 count, lost, then_count, then_lost; bool reset; } rows[] = {
		{ 7, 7, 7, 7, false },
		{ 7, 7, 8, 7, false },
		{ 7, 7, 8, 8, false },
		{ UINT64_MAX, UINT64_MAX, 3, 3, false },
		{ 0, 0, 1ULL << 62, 0, false },
		{ 7, 0, 6, 0, true },
		{ 700000, 3, 12, 0, true },
		{ 700000, 0, 0, 0, true },
		{ 7, 7, 9, 6, true },
		{ 0, 200000, 5, 12, true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct tea_countdown_progress from = { rows[i].count, rows[i].lost, 50 };
		const struct tea_countdown_progress to = { rows[i].then_count, rows[i].then_lost, 40 };

		assert_int_equal(tea_progress_was_reset(&from, &to), rows[i].reset);
	}
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
	static const struct { unsigned int bits; u64 max; } rows[] = {
		{ 32, 0xffffffff }, { 40, 0xffffffffff }, { 63, ~0ULL >> 1 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct tea_unit unit = { .caps = TEA_CAPS(24, 4, 0x1ff, rows[i].bits) };

		assert_int_equal(tea_period_max(&unit), rows[i].max);
		assert_true(TEA_PERIOD_COUNT <= tea_period_max(&unit));
	}
	assert_int_equal(tea_period_clamp(1, TEA_COUNTDOWN_CYCLES, 0xffffffff), TEA_PERIOD_MIN);
	assert_int_equal(tea_period_clamp(1 << 20, TEA_COUNTDOWN_CYCLES, 0xffffffff), 1 << 20);
	assert_int_equal(tea_period_clamp(1ULL << 40, TEA_COUNTDOWN_CYCLES, 0xffffffff),
			 0xffffffff);
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

static const struct tea_budget_limit half = { .percent = 50 };

static bool is_spent(struct tea_budget *budget, const struct tea_budget_limit *limit, u64 now_ns)
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

/*
 * If nothing is owed the first sample is free, then there is one, and then as many as were earned.
 */
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
		const struct tea_budget_limit limit = { .percent = percents[i] };
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
	const struct tea_budget_limit limit = { .rate = 1, .percent = 1 };
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
		const struct tea_budget_limit limit = { .rate = rates[i], .percent = 50 };
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
		cmocka_unit_test(levels_follow_the_exclusions),
		cmocka_unit_test(only_permitted_slots_are_visible),
		cmocka_unit_test(every_valid_slot_has_its_turn),
		cmocka_unit_test(signatures_are_of_their_slot),
		cmocka_unit_test(words_keep_what_the_event_sees),
		cmocka_unit_test(words_have_their_layout),
		cmocka_unit_test(words_tell_losses),
		cmocka_unit_test(losses_that_exceed_a_record_wait_for_the_next),
		cmocka_unit_test(raw_records_have_the_size_of_their_structures),
		cmocka_unit_test(raw_records_say_what_the_event_sees),
		cmocka_unit_test(raw_records_tell_the_level),
		cmocka_unit_test(addresses_of_data_are_shown_to_who_may_see_them),
		cmocka_unit_test(what_hidden_slots_did_with_memory_is_hidden),
		cmocka_unit_test(units_are_known_by_their_fields),
		cmocka_unit_test(a_unit_that_was_reset_is_noticed),
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
