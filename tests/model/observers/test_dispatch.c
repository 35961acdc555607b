// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_dispatch.c - the state of dispatch, against a naive evaluator of each cycle alone
 *
 * Random programs run on random cores. The evaluator here has all records of a run and checks
 * each cycle by the rules of docs/tea-interface.md ("At dispatch"); it goes through all records
 * for each cycle, and knows no spans.
 *
 * The seed is printed; TEA_SEED=N repeats that run alone, TEA_RUNS=N makes more.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "core/random_program.h"
#include "core/random_vector.h"
#include "observers/dispatch.h"

#define OPS		3000
#define RECORDS_MAX	(2 * OPS)
#define PASSED_MAX	(8 * RECORDS_MAX)
#define CYCLES_MAX	(1 << 21)

/* One cycle, and its owners. */
struct cycle {
	uint32_t state, slots, privilege;
	uint32_t records[TEA_COMMIT_MAX];	/* numbers of operations, which are their sites */
	uint16_t psv[TEA_COMMIT_MAX];		/* of these, whichever micro-operation it was */
};

static struct tea_retired records[RECORDS_MAX];		/* of operations */
static struct tea_retired passed_records[PASSED_MAX];
static unsigned int passed_firsts[PASSED_MAX];
static struct random_passed passed = { .records = passed_records, .firsts = passed_firsts };
static struct cycle seen[CYCLES_MAX];
static cycle_t seen_end;

static void on_span(void *opaque, const struct tea_span *span)
{
	(void)opaque;
	assert_int_equal(span->begin, seen_end);
	assert_true(span->end > span->begin && span->end <= CYCLES_MAX);
	assert_true(span->slots >= 1 && span->slots <= TEA_COMMIT_MAX);
	for (; seen_end < span->end; seen_end++) {
		struct cycle *cycle = &seen[seen_end];

		*cycle = (struct cycle){
			.state = span->state, .slots = span->slots, .privilege = span->privilege,
		};
		memcpy(cycle->records, span->site, span->slots * sizeof(span->site[0]));
		memcpy(cycle->psv, span->psv, span->slots * sizeof(span->psv[0]));
	}
}

/* Returns how many operations there were. */
static unsigned int run(const struct tea_params *params, const struct tea_op *ops,
			struct tea_dispatch *dispatch)
{
	unsigned int count, number = 0;

	passed.count = 0;
	count = random_run_passed(params, ops, OPS, records, &passed);
	for (unsigned int i = 0; i < count; i++) {
		unsigned int several = records[i].micro_count ? records[i].micro_count : 1;

		records[i].site = i;
		while (several--)
			passed_records[number++].site = i;
		tea_dispatch_record(dispatch, &records[i]);
	}
	return count;
}

static bool commits(const struct tea_retired *record)
{
	return !(record->flags & TEA_RETIRED_EXCEPTION);
}

/* The first of those that leave the ROB in @t or later. */
static uint32_t find_head(cycle_t t)
{
	uint32_t i = 0;

	while (passed_records[i].at[TEA_STAGE_COMMIT] < t)
		i++;
	return i;
}

/* Nothing is dispatched in @t, and record @i is the next. */
static struct cycle evaluate_wait(cycle_t t, uint32_t i, cycle_t rename_latency)
{
	const struct tea_retired *next = &passed_records[i];
	cycle_t arrival = next->at[TEA_STAGE_DECODE] + rename_latency -
			  (next->limiter[TEA_STAGE_DECODE] == TEA_LIMIT_DISPATCH);
	struct cycle cycle = { .state = TEA_STATE_STALLED, .slots = 1 };

	cycle.records[0] = next->site;
	if (t < arrival)
		cycle.state = TEA_STATE_DRAINED;
	else if (t < next->window)
		cycle.records[0] = passed_records[find_head(t)].site;
	if (t + next->itlb_wait + next->line_wait < arrival && i &&
	    passed_records[i - 1].flags & TEA_RETIRED_FLUSH) {
		cycle.state = TEA_STATE_FLUSHED;
		cycle.records[0] = passed_records[i - 1].site;
	}
	cycle.privilege = records[cycle.records[0]].privilege;
	cycle.psv[0] = records[cycle.records[0]].psv;
	return cycle;
}

static struct cycle evaluate(cycle_t t, cycle_t rename_latency)
{
	struct cycle cycle = { .state = TEA_STATE_COMPUTE };
	uint32_t i = 0;

	for (; i < passed.count && passed_records[i].at[TEA_STAGE_DISPATCH] <= t; i++) {
		if (passed_records[i].at[TEA_STAGE_DISPATCH] < t || !commits(&passed_records[i]))
			continue;
		if (!cycle.slots)
			cycle.privilege = passed_records[i].privilege;
		assert_true(cycle.slots < TEA_COMMIT_MAX);
		cycle.psv[cycle.slots] = records[passed_records[i].site].psv;
		cycle.records[cycle.slots++] = passed_records[i].site;
	}
	return cycle.slots ? cycle : evaluate_wait(t, i, rename_latency);
}

static unsigned int states_seen;

static void compare(const struct tea_params *params, uint64_t seed)
{
	for (cycle_t t = 0; t < seen_end; t++) {
		struct cycle expected = evaluate(t, params->rename_latency);

		states_seen |= 1U << seen[t].state;
		if (memcmp(&seen[t], &expected, sizeof(expected)))
			fail_msg("cycle %" PRIu64 ": state %u of record %u, expected %u of %u "
				 "(TEA_SEED=%" PRIu64 ")", t, seen[t].state,
				 seen[t].records[0], expected.state, expected.records[0], seed);
	}
}

static void check_program(uint64_t seed)
{
	static struct tea_op ops[OPS];
	static struct tea_vector_op vectors[OPS];
	static uint64_t addresses[RANDOM_ADDRESSES];
	struct random_source source;
	struct tea_params params;
	struct tea_dispatch dispatch;
	unsigned int count;

	random_init(&source, seed);
	random_params(&source, &params);
	random_program(&source, ops, OPS);
	random_vectors_or_none(&source, &params, ops, vectors, OPS, addresses);
	assert_int_equal(tea_dispatch_init(&dispatch, &params, on_span, NULL), 0);
	seen_end = 0;
	count = run(&params, ops, &dispatch);
	assert_true(seen_end >= records[count - 1].at[TEA_STAGE_DISPATCH]);
	compare(&params, seed);
	tea_dispatch_deinit(&dispatch);
}

static void test_random(void **state)
{
	(void)state;
	if (random_seeds(check_program, 20) > 10)
		assert_int_equal(states_seen, 0xf);
}

/*
 * Cycles that no record has claimed go to the operation that is waiting then; the rest goes on
 * behind.
 */
static void test_sync(void **state)
{
	const struct tea_retired first = { .site = 0, .at = { 0, 1, 3, 4, 5, 20 } };
	const struct tea_retired late = { .site = 1, .at = { 0, 1, 10, 24, 25, 26 }, .window = 10 };
	const struct tea_retired next = { .site = 2, .at = { 20, 21, 30, 31, 32, 33 } };
	struct tea_dispatch dispatch;
	struct tea_params params;

	(void)state;
	tea_params_init(&params);
	assert_int_equal(tea_dispatch_init(&dispatch, &params, on_span, NULL), 0);
	seen_end = 0;
	tea_dispatch_record(&dispatch, &first);
	tea_dispatch_sync(&dispatch, 21, (struct tea_span_owner){ .site = 7 });
	assert_int_equal(seen_end, 21);
	assert_int_equal(seen[3].state, TEA_STATE_COMPUTE);
	assert_int_equal(seen[4].state, TEA_STATE_STALLED);
	assert_int_equal(seen[20].records[0], 7);
	tea_dispatch_record(&dispatch, &late);	/* in a cycle that is given out already */
	assert_int_equal(seen_end, 21);
	tea_dispatch_record(&dispatch, &next);
	assert_int_equal(seen_end, 30);
	assert_int_equal(seen[21].records[0], 2);
	tea_dispatch_deinit(&dispatch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_sync),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
