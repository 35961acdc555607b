// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_stalls.c - stalls by signature: by hand, and against exact counts on random programs
 *
 * The seed is printed; TEA_SEED=N repeats that run alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/random_program.h"
#include "observers/stalls.h"

#define OPS		3000
#define RECORDS_MAX	(2 * OPS)

struct watch {
	struct tea_stalls stalls;
	struct tea_counts counts;
	struct tea_spans spans;		/* with the expected counts: */
	uint64_t cycles[TEA_STATE_FLUSHED + 1];		/* [enum tea_commit_state] */
	uint64_t unexplained[TEA_COUNTS_STALL_MAX + 1];	/* stalls without event, by cycles */
};

static struct tea_retired records[RECORDS_MAX];

static void on_span(void *opaque, const struct tea_span *span)
{
	const uint64_t cycles = span->end - span->begin;
	struct watch *watch = opaque;

	watch->cycles[span->state] += cycles;
	if (span->state == TEA_STATE_STALLED && !span->psv[0])
		watch->unexplained[cycles < TEA_COUNTS_STALL_MAX ? cycles :
				   TEA_COUNTS_STALL_MAX]++;
}

static void watch_init(struct watch *watch, const struct tea_params *params)
{
	*watch = (struct watch){ .cycles = { 0 } };
	assert_int_equal(tea_stalls_init(&watch->stalls, params), 0);
	assert_int_equal(tea_counts_init(&watch->counts), 0);
	tea_spans_init(&watch->spans, 0, on_span, watch);
}

static void watch_run(struct watch *watch, const struct tea_retired *list, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		tea_spans_record(&watch->spans, &list[i]);
		tea_stalls_record(&watch->stalls, &list[i]);
		tea_counts_record(&watch->counts, &list[i]);
	}
	tea_spans_finish(&watch->spans);
}

static void watch_deinit(struct watch *watch)
{
	tea_stalls_deinit(&watch->stalls);
	tea_counts_deinit(&watch->counts);
}

/* Commits by state and signature. */
static void test_signatures(void **state)
{
	/* fetch, decode, dispatch, issue, complete, commit */
	static const struct tea_retired list[] = {
		/* drained up to 3, then stalled until 6: an L1 hit */
		{ .at = { 0, 1, 3, 4, 5, 6 }, .insn = { .class = TEA_CLASS_LOAD },
		  .late = TEA_REG_NONE, .psv = TEA_PSV_DR_L1 },
		/* stalled from 7 to 16 by a divide that waited for the load */
		{ .at = { 0, 1, 3, 6, 15, 17 }, .insn = { .class = TEA_CLASS_INT_DIV },
		  .late = 5 },
		/* an ALU operation behind it: stalled in 18 */
		{ .at = { 0, 1, 3, 14, 17, 19 }, .insn = { .class = TEA_CLASS_INT_ALU },
		  .late = 5 },
		/* a mispredict, no stall */
		{ .at = { 0, 1, 3, 4, 7, 20 }, .insn = { .class = TEA_CLASS_BRANCH },
		  .late = TEA_REG_NONE, .psv = TEA_PSV_FL_MB, .flags = TEA_RETIRED_FLUSH },
		/* flushed up to 30, then so long as no length is */
		{ .at = { 25, 26, 30, 31, 998, 1000 }, .insn = { .class = TEA_CLASS_LOAD },
		  .late = 7, .psv = TEA_PSV_ST_L1 | TEA_PSV_ST_LLC },
	};
	const unsigned int miss = TEA_PSV_ST_L1 | TEA_PSV_ST_LLC | TEA_STALLS_ST_LD |
				  TEA_STALLS_ST_DEP;
	struct tea_params params;
	const struct tea_stalls_row *rows;
	struct watch watch;

	(void)state;
	tea_params_init(&params);
	watch_init(&watch, &params);
	rows = watch.stalls.rows;
	watch_run(&watch, list, sizeof(list) / sizeof(list[0]));
	assert_int_equal(watch.stalls.compute, 5);
	assert_int_equal(rows[TEA_PSV_DR_L1].cycles[TEA_STATE_DRAINED], 4);
	assert_int_equal(rows[TEA_PSV_DR_L1 | TEA_STALLS_ST_LD].lengths[2], 1);
	assert_int_equal(rows[TEA_STALLS_ST_OP | TEA_STALLS_ST_DEP].lengths[10], 1);
	assert_int_equal(rows[TEA_STALLS_ST_DEP].lengths[1], 1);
	assert_int_equal(rows[TEA_PSV_FL_MB].cycles[TEA_STATE_FLUSHED], 10);
	assert_int_equal(rows[miss].cycles[TEA_STATE_STALLED], 969);
	assert_int_equal(rows[miss].lengths[TEA_COUNTS_STALL_MAX], 1);
	assert_int_equal(watch.stalls.executions[9], 2);	/* loads */
	assert_int_equal(watch.stalls.executions[10], 1);
	assert_int_equal(watch.stalls.executions[11], 3);
	watch_deinit(&watch);
}

/* Cycles are those of the spans, and so are stalls without one of the nine events. */
static void check_sums(const struct watch *watch)
{
	uint64_t cycles[TEA_STATE_FLUSHED + 1] = { [TEA_STATE_COMPUTE] = watch->stalls.compute };
	uint64_t unexplained[TEA_COUNTS_STALL_MAX + 1] = { 0 };

	for (unsigned int i = 0; i < TEA_STALLS_SIGNATURES; i++) {
		const struct tea_stalls_row *row = &watch->stalls.rows[i];

		for (unsigned int k = 0; k <= TEA_STATE_FLUSHED; k++)
			cycles[k] += row->cycles[k];
		for (unsigned int k = 0; k <= TEA_COUNTS_STALL_MAX && !(i & TEA_PSV_PAPER); k++)
			unexplained[k] += row->lengths[k];
	}
	assert_memory_equal(cycles, watch->cycles, sizeof(cycles));
	assert_memory_equal(unexplained, watch->unexplained, sizeof(unexplained));
	assert_memory_equal(watch->counts.unexplained, watch->unexplained, sizeof(unexplained));
}

static uint64_t stalls_seen;

static void check_program(uint64_t seed)
{
	static struct tea_op ops[OPS];
	struct random_source source;
	struct tea_params params;
	struct watch watch;

	random_init(&source, seed);
	random_params(&source, &params);
	random_program(&source, ops, OPS);
	watch_init(&watch, &params);
	watch_run(&watch, records, random_run(&params, ops, OPS, records));
	check_sums(&watch);
	for (unsigned int i = 1; i < TEA_COUNTS_STALL_MAX; i++)
		stalls_seen += watch.counts.unexplained[i];
	watch_deinit(&watch);
}

static void test_random(void **state)
{
	(void)state;
	random_seeds(check_program, 10);
	assert_true(stalls_seen > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_signatures),
		cmocka_unit_test(test_random),
	};

	return cmocka_run_group_tests_name("stalls", tests, NULL, NULL);
}
