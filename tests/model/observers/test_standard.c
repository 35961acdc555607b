// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_standard.c - samplers that a draft standard allows, on records made by hand
 *
 * What each instruction of `stream` exposes of its 24 cycles:
 *
 *	cycle   0  3  5 6    11   15 16    21 23
 *	        |--|--|-|----|----|--|-----|--|
 *	      drained | flushed   | drained   F
 *	         stalled    stalled     stalled
 *	              A        D  D           F
 *	              B           E
 *	              C
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "observers/sampler.h"
#include "observers/standard.h"
#include "observers/tagger.h"

#define PARTS	12
#define LETTERS	6

/* fetch, decode, dispatch, issue, complete, commit */
static const struct tea_retired stream[] = {
	{ .pc = 'A', .at = { 0, 1, 2, 3, 4, 5 }, .psv = TEA_PSV_ST_L1 },
	{ .pc = 'B', .at = { 0, 1, 2, 3, 4, 5 } },
	{ .pc = 'C', .at = { 0, 1, 2, 3, 4, 5 }, .psv = TEA_PSV_FL_MB, .flags = TEA_RETIRED_FLUSH },
	{ .pc = 'D', .at = { 8, 9, 10, 11, 12, 15 } },
	{ .pc = 'E', .at = { 8, 9, 10, 11, 12, 15 } },
	{ .pc = 'F', .at = { 17, 18, 20, 21, 22, 23 } },
};

#define RECORDS	(sizeof(stream) / sizeof(stream[0]))

static struct tea_standard standard;

static void run_stream(const struct tea_standard_tables *tables, uint64_t period)
{
	assert_int_equal(tea_standard_init(&standard, tables, period, 1, PARTS), 0);
	for (size_t i = 0; i < RECORDS; i++)
		tea_standard_record(&standard, &stream[i]);
	tea_standard_cut(&standard);
	assert_false(tea_standard_failed(&standard));
}

/* One of the counts, of all rows of an address. */
static uint64_t count_of(const struct tea_tally *tally, uint64_t pc, unsigned int number)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < tally->capacity; i++) {
		const struct tea_tally_row *row = tea_tally_at(tally, i);

		sum += row->counts[0] && row->first == pc ? row->counts[number] : 0;
	}
	return sum;
}

static void expect(const struct tea_tally *tally, unsigned int number, const unsigned int *counts)
{
	for (unsigned int i = 0; i < LETTERS; i++)
		assert_int_equal(count_of(tally, 'A' + i, number), counts[i]);
}

#define ALL		TEA_STANDARD_ALL
#define OLDEST		TEA_STANDARD_OLDEST
#define YOUNGEST	TEA_STANDARD_YOUNGEST
#define ENTERING	TEA_STANDARD_ENTERING
#define NEXT		TEA_STANDARD_NEXT
#define LAST		TEA_STANDARD_LAST
#define FIXED		TEA_STANDARD_FIXED
#define ROUND		TEA_STANDARD_ROUND

/* Parts of all cycles, or of those that a period and a skid leave. */
static void test_overflow(void **state)
{
	static const struct {
		struct tea_standard_overflow policy;
		uint64_t period;
		unsigned int samples, parts[LETTERS];
	} cases[] = {
		{ { "", ALL, LAST, NEXT, 0, FIXED }, 1, 24, { 64, 4, 64, 54, 6, 96 } },
		{ { "", ALL, NEXT, NEXT, 0, FIXED }, 1, 24, { 64, 4, 4, 114, 6, 96 } },
		/* nothing has retired before cycle 3 */
		{ { "", ALL, LAST, LAST, 0, FIXED }, 1, 24, { 64, 4, 64, 54, 66, 36 } },
		{ { "", OLDEST, NEXT, NEXT, 0, FIXED }, 1, 24, { 72, 0, 0, 120, 0, 96 } },
		{ { "", OLDEST, LAST, NEXT, 0, FIXED }, 1, 24, { 72, 0, 60, 60, 0, 96 } },
		{ { "", OLDEST, LAST, LAST, 0, FIXED }, 1, 24, { 72, 0, 60, 60, 60, 36 } },
		{ { "", YOUNGEST, NEXT, NEXT, 0, FIXED }, 1, 24, { 60, 0, 12, 108, 12, 96 } },
		/* cycles 3 to 23 are looked at */
		{ { "", OLDEST, NEXT, NEXT, 3, FIXED }, 1, 21, { 36, 0, 0, 120, 0, 96 } },
		{ { "", OLDEST, NEXT, NEXT, 1, FIXED }, 6, 3, { 0, 0, 0, 24, 0, 12 } },
		/* cycles 5, 11, 17 and 23; 7, 15 and 23 */
		{ { "", ALL, LAST, NEXT, 0, FIXED }, 6, 4, { 4, 4, 4, 12, 0, 24 } },
		{ { "", ALL, LAST, NEXT, 0, ROUND }, 6, 3, { 0, 0, 12, 6, 6, 12 } },
		/* A is dispatched in 2, D in 10, F in 20, and B, C and E beside those before them */
		{ { "", ENTERING, NEXT, NEXT, 0, FIXED }, 1, 21, { 36, 0, 0, 96, 0, 120 } },
		{ { "", ENTERING, NEXT, NEXT, 4, FIXED }, 1, 17, { 0, 0, 0, 84, 0, 120 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct tea_standard_tables tables = {
			.overflow = &cases[i].policy, .overflow_count = 1,
		};

		run_stream(&tables, cases[i].period);
		assert_int_equal(standard.overflow[0].samples, cases[i].samples);
		expect(&standard.overflow[0].rows, 0, cases[i].parts);
		tea_standard_deinit(&standard);
	}
}

/* An instruction keeps the events with which it left. */
static void test_events(void **state)
{
	const struct tea_standard_overflow policy = { "", ALL, LAST, NEXT, 0, FIXED };
	const struct tea_standard_tables tables = { .overflow = &policy, .overflow_count = 1 };
	const struct tea_tally *tally = &standard.overflow[0].rows;

	(void)state;
	run_stream(&tables, 1);
	for (size_t i = 0; i < tally->capacity; i++) {
		const struct tea_tally_row *row = tea_tally_at(tally, i);

		if (row->counts[0])
			assert_int_equal(row->second, stream[row->first - 'A'].psv);
	}
	tea_standard_deinit(&standard);
}

/* Each cycle is in a row of its own, of one commit a cycle: where do samples lie? */
static unsigned int run_even(enum tea_standard_jitter jitter, uint64_t period, uint64_t *cycles,
			     unsigned int most)
{
	const struct tea_standard_overflow policy = { "", OLDEST, NEXT, NEXT, 0, jitter };
	const struct tea_standard_tables tables = { .overflow = &policy, .overflow_count = 1 };
	unsigned int count = 0;

	assert_int_equal(tea_standard_init(&standard, &tables, period, 12345, PARTS), 0);
	for (uint64_t cycle = 1; cycle <= period * most; cycle++) {
		const struct tea_retired record = {
			.pc = cycle, .at = { cycle - 1, cycle - 1, cycle - 1, cycle, cycle, cycle },
		};

		tea_standard_record(&standard, &record);
		if (count_of(&standard.overflow[0].rows, cycle - 1, 0))
			cycles[count++] = cycle - 1;
	}
	tea_standard_deinit(&standard);
	return count;
}

static void test_jitter(void **state)
{
	uint64_t cycles[32];
	unsigned int count = run_even(TEA_STANDARD_RELOAD, 40, cycles, 30), seen = 0;

	(void)state;
	/* 35 to 45 apart */
	assert_in_range(count, 28, 31);
	for (unsigned int i = 1; i < count; i++) {
		assert_in_range(cycles[i] - cycles[i - 1], 35, 45);
		seen |= 1U << (cycles[i] - cycles[i - 1] - 35);
	}
	assert_true(__builtin_popcount(seen) > 4);
	count = run_even(TEA_STANDARD_DRAWN, 40, cycles, 30);
	for (unsigned int i = 1; i < count; i++)
		assert_int_equal(cycles[i] / 40, i);
	count = run_even(FIXED, 40, cycles, 30);
	for (unsigned int i = 0; i < count; i++)
		assert_int_equal(cycles[i], 40 * i + 39);
}

/* A random one of the group: each about as often as the others. */
static void test_random(void **state)
{
	const struct tea_standard_overflow policy = {
		"", TEA_STANDARD_RANDOM, NEXT, NEXT, 0, FIXED,
	};
	const struct tea_standard_tables tables = { .overflow = &policy, .overflow_count = 1 };

	(void)state;
	assert_int_equal(tea_standard_init(&standard, &tables, 1, 1, PARTS), 0);
	for (unsigned int i = 0; i < 3000; i++) {
		const cycle_t cycle = 1 + i / 3;
		const struct tea_retired record = {
			.pc = 'A' + i % 3, .at = { 0, 0, cycle - 1, cycle, cycle, cycle },
		};

		tea_standard_record(&standard, &record);
	}
	tea_standard_cut(&standard);
	for (unsigned int i = 0; i < 3; i++)
		assert_in_range(count_of(&standard.overflow[0].rows, 'A' + i, 0), 290 * PARTS, 380 * PARTS);
	tea_standard_deinit(&standard);
}

#define OLD	TEA_STANDARD_OLD
#define TOTAL	TEA_STANDARD_TOTAL

static void test_decoded(void **state)
{
	static const struct {
		struct tea_standard_decoded policy;
		uint64_t period;
		unsigned int overflows, collisions, filtered, samples[LETTERS];
	} cases[] = {
		/* B and C come while A is tagged, E while D is */
		{ { "", 0, FIXED, 1, OLD, 0, false }, 1, 6, 3, 0, { 1, 0, 0, 1, 0, 1 } },
		{ { "", 0, FIXED, 2, OLD, 0, false }, 1, 6, 1, 0, { 1, 1, 0, 1, 1, 1 } },
		{ { "", 0, FIXED, 4, OLD, 0, false }, 1, 6, 0, 0, { 1, 1, 1, 1, 1, 1 } },
		{ { "", 2, FIXED, 1, OLD, 0, false }, 1, 3, 0, 0, { 0, 1, 0, 1, 0, 1 } },
		{ { "", 0, ROUND, 1, OLD, 0, false }, 3, 1, 0, 0, { 0, 0, 0, 1, 0, 0 } },
		{ { "", 0, FIXED, 4, OLD, 5, false }, 1, 6, 0, 4, { 0, 0, 0, 1, 0, 1 } },
		{ { "", 0, FIXED, 4, TOTAL, 5, false }, 1, 6, 0, 3, { 0, 0, 0, 1, 1, 1 } },
		/* C is discarded in cycle 5; D is decoded next behind that */
		{ { "", 0, FIXED, 1, OLD, 5, false }, 3, 2, 0, 1, { 0, 0, 0, 0, 0, 1 } },
		{ { "", 0, FIXED, 1, OLD, 5, true }, 3, 2, 0, 1, { 0, 0, 0, 1, 0, 1 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct tea_standard_tables tables = {
			.decoded = &cases[i].policy, .decoded_count = 1,
		};
		const struct tea_standard_tagged *tagged = &standard.decoded[0];

		run_stream(&tables, cases[i].period);
		assert_int_equal(tagged->overflows, cases[i].overflows);
		assert_int_equal(tagged->collisions, cases[i].collisions);
		assert_int_equal(tagged->filtered, cases[i].filtered);
		expect(&tagged->rows, TEA_STANDARD_SAMPLES, cases[i].samples);
		tea_standard_deinit(&standard);
	}
}

/* If all are tagged, what they expose is every cycle. */
static void test_weights(void **state)
{
	static const unsigned int totals[LETTERS] = { 4, 4, 4, 6, 6, 5 };
	static const unsigned int oldests[LETTERS] = { 4, 0, 0, 6, 0, 5 };
	static const unsigned int exposed[LETTERS] = { 64, 4, 64, 54, 6, 96 };
	const struct tea_standard_decoded policy = { "", 0, FIXED, 4, OLD, 0, false };
	const struct tea_standard_tables tables = { .decoded = &policy, .decoded_count = 1 };
	const struct tea_standard_tagged *tagged = &standard.decoded[0];

	(void)state;
	run_stream(&tables, 1);
	expect(&tagged->rows, TEA_STANDARD_TOTALS, totals);
	expect(&tagged->rows, TEA_STANDARD_OLDESTS, oldests);
	expect(&tagged->rows, TEA_STANDARD_EXPOSED, exposed);
	assert_true(tagged->squares[TEA_STANDARD_SAMPLES] == 6);
	assert_true(tagged->squares[TEA_STANDARD_OLDESTS] == 16 + 36 + 25);
	tea_standard_deinit(&standard);
}

static void test_saturation(void **state)
{
	const struct tea_standard_decoded policy = { "", 0, FIXED, 1, OLD, 0, false };
	const struct tea_standard_tables tables = { .decoded = &policy, .decoded_count = 1 };
	const struct tea_retired record = { .pc = 'A', .at = { 0, 1, 2, 3, 9000, 9001 } };

	(void)state;
	assert_int_equal(tea_standard_init(&standard, &tables, 1, 1, PARTS), 0);
	tea_standard_record(&standard, &record);
	tea_standard_cut(&standard);
	assert_int_equal(count_of(&standard.decoded[0].rows, 'A', TEA_STANDARD_TOTALS), 4095);
	assert_int_equal(count_of(&standard.decoded[0].rows, 'A', TEA_STANDARD_OLDESTS), 4095);
	assert_int_equal(count_of(&standard.decoded[0].rows, 'A', TEA_STANDARD_EXPOSED), 9002 * PARTS);
	assert_int_equal(standard.decoded[0].saturated, 1);
	tea_standard_deinit(&standard);
}

/* Beside the unit's sampler, NCI and dispatch's tagger, on streams at random. */

#define RANDOM_RECORDS	4000
#define RANDOM_PCS	50

struct beside {
	uint64_t parts[RANDOM_PCS];
};

static void take(void *opaque, const struct tea_sample *sample)
{
	struct beside *beside = opaque;

	for (unsigned int i = 0; i < sample->slots; i++)
		beside->parts[sample->pc[i]] += PARTS / sample->slots;
}

static void on_span(void *opaque, const struct tea_span *span)
{
	tea_sampler_span(opaque, span);
}

/* The record behind @last, in its cycle or later. */
static struct tea_retired next_record(const struct tea_retired *last, unsigned int *width)
{
	cycle_t commit = last->at[TEA_STAGE_COMMIT], dispatch = last->at[TEA_STAGE_DISPATCH];
	struct tea_retired record = { .pc = (uint64_t)(rand() % RANDOM_PCS) };

	if (*width == TEA_SLOTS || last->flags || rand() % 3 == 0) {
		commit += 1 + (cycle_t)(rand() % 9);
		*width = 0;
	}
	if (last->flags)
		dispatch = last->at[TEA_STAGE_COMMIT] + 1 + (cycle_t)(rand() % 5);
	dispatch += rand() % 10 ? 0 : (cycle_t)(rand() % 20);
	if (commit <= dispatch) {
		commit = dispatch + 1;
		*width = 0;
	}
	(*width)++;
	record.at[TEA_STAGE_DECODE] = record.at[TEA_STAGE_DISPATCH] = dispatch;
	record.at[TEA_STAGE_COMMIT] = commit;
	record.flags = rand() % 8 ? 0 : TEA_RETIRED_FLUSH;
	if (*width == 1 && record.flags && rand() % 4 == 0)
		record.flags |= TEA_RETIRED_EXCEPTION;
	return record;
}

static void run_beside(uint64_t period, uint32_t dither)
{
	static const struct tea_standard_overflow policies[] = {
		{ "", ALL, LAST, NEXT, 0, TEA_STANDARD_DRAWN },
		{ "", OLDEST, NEXT, NEXT, 0, TEA_STANDARD_DRAWN },
		{ "", ENTERING, NEXT, NEXT, 0, TEA_STANDARD_DRAWN },
	};
	const struct tea_standard_tables tables = { .overflow = policies, .overflow_count = 3 };
	struct beside tea = { { 0 } }, nci = { { 0 } }, tagged = { { 0 } };
	struct tea_retired last = { .at = { 0 } };
	struct tea_sampler sampler = {
		.privileges = 1 << TEA_PRIV_U, .enabled = true, .sink = take, .opaque = &tea,
	};
	struct tea_tagger tagger, dispatched;
	struct tea_spans spans;
	unsigned int width = TEA_SLOTS;

	tea_countdown_init(&sampler.countdown, period, dither);
	tea_tagger_init(&tagger, TEA_TAGGER_NCI, &sampler.countdown, take, &nci);
	tea_tagger_init(&dispatched, TEA_TAGGER_TAGGED, &sampler.countdown, take, &tagged);
	tea_spans_init(&spans, 0, on_span, &sampler);
	assert_int_equal(tea_standard_init(&standard, &tables, period, dither, PARTS), 0);
	for (unsigned int i = 0; i < RANDOM_RECORDS; i++) {
		last = next_record(&last, &width);
		tea_spans_record(&spans, &last);
		tea_tagger_record(&tagger, &last);
		tea_tagger_record(&dispatched, &last);
		tea_standard_record(&standard, &last);
	}
	tea_spans_finish(&spans);
	tea_standard_cut(&standard);
	for (unsigned int pc = 0; pc < RANDOM_PCS; pc++) {
		assert_int_equal(count_of(&standard.overflow[0].rows, pc, 0), tea.parts[pc]);
		assert_int_equal(count_of(&standard.overflow[1].rows, pc, 0), nci.parts[pc]);
		assert_int_equal(count_of(&standard.overflow[2].rows, pc, 0), tagged.parts[pc]);
	}
	tea_standard_deinit(&standard);
}

static void test_beside(void **state)
{
	const char *given = getenv("TEA_SEED");
	unsigned int seed = given ? (unsigned int)strtoul(given, NULL, 10) : (unsigned int)time(NULL);

	(void)state;
	printf("# TEA_SEED=%u\n", seed);
	srand(seed);
	run_beside(1, 1);
	run_beside(7, 99);
	run_beside(31, 12345);
}

/* The tables of `tea sim`: names differ, and rows are added up. */
static void test_tables(void **state)
{
	const struct tea_standard_tables *tables = &tea_standard_tables;
	static struct tea_standard more;

	(void)state;
	for (unsigned int i = 0; i < tables->overflow_count; i++)
		for (unsigned int k = 0; k < i; k++)
			assert_string_not_equal(tables->overflow[i].name, tables->overflow[k].name);
	for (unsigned int i = 0; i < tables->decoded_count; i++)
		for (unsigned int k = 0; k < i; k++)
			assert_string_not_equal(tables->decoded[i].name, tables->decoded[k].name);
	run_stream(tables, 1);
	more = standard;
	run_stream(tables, 1);
	tea_standard_add(&standard, &more);
	assert_int_equal(standard.overflow[0].samples, 48);
	assert_int_equal(count_of(&standard.overflow[0].rows, 'C', 0), 128);
	assert_int_equal(standard.decoded[0].collisions, 6);
	assert_int_equal(count_of(&standard.decoded[0].rows, 'D', TEA_STANDARD_TOTALS), 12);
	tea_standard_deinit(&more);
	tea_standard_deinit(&standard);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_overflow),
		cmocka_unit_test(test_events),
		cmocka_unit_test(test_jitter),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_decoded),
		cmocka_unit_test(test_weights),
		cmocka_unit_test(test_saturation),
		cmocka_unit_test(test_beside),
		cmocka_unit_test(test_tables),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
