// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_golden.c - the golden reference of records against the stacks of their spans
 *
 * The seed is printed; TEA_SEED=N repeats that run alone, TEA_RUNS=N makes more.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random_program.h"
#include "observers/golden.h"

#define OPS		3000
#define RECORDS_MAX	(2 * OPS)
#define RUNS		40
#define MANY		70000
#define SITES_MOST	20000		/* more than there is room for at first */

static struct tea_retired records[RECORDS_MAX];

/* Made of spans, and made of records. */
struct both {
	struct tea_spans spans;
	struct tea_stacks stacks;
	struct tea_golden golden;
};

static void on_span(void *opaque, const struct tea_span *span)
{
	tea_stacks_span(opaque, span);
}

static void both_init(struct both *both, uint32_t cycle_parts)
{
	tea_spans_init(&both->spans, 0, on_span, &both->stacks);
	assert_int_equal(tea_stacks_init(&both->stacks, cycle_parts), 0);
	assert_int_equal(tea_golden_init(&both->golden, cycle_parts), 0);
}

static void both_deinit(struct both *both)
{
	tea_stacks_deinit(&both->stacks);
	tea_golden_deinit(&both->golden);
}

static void both_cut(struct both *both)
{
	tea_spans_sync(&both->spans);
	tea_golden_cut(&both->golden);
}

static void both_run(struct both *both, const struct tea_retired *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		tea_spans_record(&both->spans, &list[i]);
	tea_golden_run(&both->golden, list, count);
}

static void compare_rows(const struct tea_stacks_row *rows, const struct tea_stacks_row *expected,
			 size_t count)
{
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(rows[i].pc, expected[i].pc);
		assert_int_equal(rows[i].psv, expected[i].psv);
		assert_int_equal(rows[i].state, expected[i].state);
		assert_int_equal(rows[i].privilege, expected[i].privilege);
		assert_int_equal(rows[i].parts, expected[i].parts);
	}
}

static void check_rows(const struct both *both)
{
	struct tea_stacks_row *expected, *rows;
	size_t expected_count, count;

	assert_false(both->stacks.failed || tea_golden_failed(&both->golden));
	assert_int_equal(tea_stacks_sorted(&both->stacks, &expected, &expected_count), 0);
	assert_int_equal(tea_golden_sorted(&both->golden, &rows, &count), 0);
	assert_int_equal(count, expected_count);
	compare_rows(rows, expected, count);
	free(expected);
	free(rows);
}

/* Numbers far apart, or none for some instructions, or for all. */
static void number_sites(struct random_source *source, unsigned int count)
{
	const uint32_t apart = 1 + random_below(source, SITES_MOST / OPS);
	const uint32_t without = random_below(source, 8);

	for (unsigned int i = 0; i < count; i++)
		records[i].site = without == 7 || records[i].site % 8 < without / 2 ? 0 :
				  records[i].site * apart;
}

static unsigned int make_records(struct random_source *source, uint32_t *cycle_parts)
{
	static struct tea_op ops[OPS];
	struct tea_params params;
	unsigned int count;

	random_params(source, &params);
	random_program(source, ops, OPS);
	count = random_run(&params, ops, OPS, records);
	number_sites(source, count);
	*cycle_parts = tea_cycle_parts(params.commit_width);
	return count;
}

/* Runs of any length, with looks at the counts between them. */
static void check(uint64_t seed)
{
	struct random_source source;
	struct both both, sum;
	uint32_t cycle_parts;
	unsigned int count;

	random_init(&source, seed);
	count = make_records(&source, &cycle_parts);
	both_init(&both, cycle_parts);
	both_init(&sum, cycle_parts);
	for (unsigned int i = 0, run; i < count; i += run) {
		run = 1 + random_below(&source, 1U << random_below(&source, 8));
		run = run < count - i ? run : count - i;
		both_run(&both, &records[i], run);
		if (random_below(&source, 8))
			continue;
		both_cut(&both);
		check_rows(&both);
	}
	both_cut(&both);
	check_rows(&both);
	for (unsigned int i = 0; i < 2; i++) {
		tea_stacks_add(&sum.stacks, &both.stacks);
		tea_golden_add(&sum.golden, &both.golden);
	}
	check_rows(&sum);
	both_deinit(&sum);
	both_deinit(&both);
}

static void test_random(void **state)
{
	(void)state;
	random_seeds(check, RUNS);
}

/* A commit of user code behind one of another level in a cycle has that level, as in a span. */
static void test_levels_share_a_cycle(void **state)
{
	static const struct tea_retired list[] = {
		/* fetch, decode, dispatch, issue, complete, commit */
		{ .pc = 0x10, .site = 1, .at = { 0, 1, 3, 4, 5, 6 } },
		{ .pc = 0x14, .site = 2, .at = { 0, 1, 3, 4, 5, 7 }, .privilege = TEA_PRIV_S },
		{ .pc = 0x10, .site = 1, .at = { 0, 1, 3, 4, 5, 7 } },
		{ .pc = 0x10, .site = 1, .at = { 0, 1, 3, 4, 5, 8 } },
		{ .pc = 0x14, .site = 2, .at = { 0, 1, 3, 4, 5, 8 }, .privilege = TEA_PRIV_S },
		{ .pc = 0x10, .site = 1, .at = { 0, 1, 3, 4, 5, 8 }, .flags = TEA_RETIRED_FLUSH },
		{ .pc = 0x10, .site = 1, .at = { 0, 1, 3, 4, 5, 8 } },
		{ .pc = 0x18, .site = 3, .at = { 9, 10, 12, 13, 14, 15 } },
		{ .pc = 0x1c, .site = 4, .at = { 9, 10, 12, 13, 14, 16 }, .flags = TEA_RETIRED_FLUSH },
		{ .pc = 0x10, .site = 1, .at = { 17, 18, 20, 21, 22, 23 } },
	};
	struct both both;

	(void)state;
	both_init(&both, TEA_CYCLE_PARTS);
	both_run(&both, list, sizeof(list) / sizeof(list[0]));
	both_cut(&both);
	check_rows(&both);
	both_deinit(&both);
}

/* Runs of one level give as many spans as their records one by one, of which as many are joined. */
struct rested {
	struct tea_spans spans;
	struct tea_stacks stacks;
	cycle_t rest;			/* behind each span */
	uint64_t count, joined;
};

static void on_rested(void *opaque, const struct tea_span *span)
{
	struct rested *rested = opaque;

	rested->count++;
	rested->joined += !span->slots;
	if (span->slots)
		tea_stacks_span(&rested->stacks, span);
	tea_spans_rest(&rested->spans, span->end + rested->rest);
}

/* More instructions than there is room for at first, each of which has events and stalls. */
static void test_many_rows(void **state)
{
	static struct tea_retired list[3];
	struct both both;

	(void)state;
	both_init(&both, TEA_CYCLE_PARTS);
	for (uint32_t i = 0; i < MANY; i++) {
		const cycle_t begin = 10 * (cycle_t)i;

		for (unsigned int k = 0; k < 3; k++)
			list[k] = (struct tea_retired){
				.pc = 4 * (uint64_t)i, .site = i, .psv = k ? TEA_PSV_ST_L1 : 0,
				.at = { begin, begin, begin, begin, begin + 2 * k, begin + 3 * k + 1 },
			};
		both_run(&both, list, 3);
	}
	both_cut(&both);
	check_rows(&both);
	both_deinit(&both);
}

/* Where a run ends that begins at @at, of @most records. */
static unsigned int find_run(unsigned int at, unsigned int count, unsigned int most)
{
	unsigned int next = at + 1;

	while (next < count && next < at + most && records[next].privilege == records[at].privilege)
		next++;
	return next;
}

static void check_rested(uint64_t seed)
{
	struct random_source source;
	struct rested one, run;
	uint32_t cycle_parts;
	unsigned int count;

	random_init(&source, seed);
	count = make_records(&source, &cycle_parts);
	one = (struct rested){ .rest = random_below(&source, 100) };
	assert_int_equal(tea_stacks_init(&one.stacks, cycle_parts), 0);
	run = one;
	assert_int_equal(tea_stacks_init(&run.stacks, cycle_parts), 0);
	tea_spans_init(&one.spans, 0, on_rested, &one);
	tea_spans_init(&run.spans, 0, on_rested, &run);
	for (unsigned int i = 0, next; i < count; i = next) {
		next = find_run(i, count, 1 + random_below(&source, 40));
		tea_spans_run(&run.spans, &records[i], next - i);
		for (unsigned int k = i; k < next; k++)
			tea_spans_record(&one.spans, &records[k]);
		assert_int_equal(one.spans.now, run.spans.now);
	}
	tea_spans_finish(&one.spans);
	tea_spans_finish(&run.spans);
	assert_int_equal(one.count, run.count);
	assert_int_equal(one.joined, run.joined);
	assert_int_equal(one.stacks.count, run.stacks.count);
	compare_rows(run.stacks.rows + 1, one.stacks.rows + 1, one.stacks.count);
	tea_stacks_deinit(&one.stacks);
	tea_stacks_deinit(&run.stacks);
}

static void test_spans_of_runs(void **state)
{
	(void)state;
	random_seeds(check_rested, RUNS / 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_levels_share_a_cycle),
		cmocka_unit_test(test_many_rows),
		cmocka_unit_test(test_spans_of_runs),
	};

	return cmocka_run_group_tests_name("golden", tests, NULL, NULL);
}
