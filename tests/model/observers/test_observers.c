// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_observers.c - taggers, thinned stacks and counts on records made by hand
 *
 * The records of `pipeline` are a small figure 2 of the TEA paper: a load that stalls
 * commit while a store waits at dispatch, behind a full ROB, and a jump at fetch.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "observers/counts.h"
#include "observers/stacks.h"
#include "observers/tagger.h"
#include "observers/thinning.h"

#define ALL_EVENTS	TEA_PSV_MASK

/* fetch, decode, dispatch, issue, complete, commit */
static const struct tea_retired pipeline[] = {
	{ .pc = 0x10, .site = 1, .at = { 0, 1, 3, 4, 5, 6 } },
	{ .pc = 0x14, .site = 2, .at = { 0, 1, 3, 4, 90, 91 }, .psv = ALL_EVENTS },
	{ .pc = 0x18, .site = 3, .at = { 1, 2, 60, 61, 90, 91 }, .psv = TEA_PSV_DR_SQ | TEA_PSV_FL_MO },
	{ .pc = 0x1c, .site = 4, .at = { 50, 51, 61, 62, 90, 91 }, .psv = TEA_PSV_FL_EX },
	{ .pc = 0x20, .site = 5, .at = { 70, 71, 73, 74, 90, 92 } },
};

#define RECORDS	(sizeof(pipeline) / sizeof(pipeline[0]))

struct taken {
	struct tea_sample list[512];
	unsigned int count;
};

static void take(void *opaque, const struct tea_sample *sample)
{
	struct taken *taken = opaque;

	assert_true(taken->count < 512);
	assert_int_equal(sample->slots, 1);
	taken->list[taken->count++] = *sample;
}

static struct taken run_tagger(enum tea_tagger_policy policy, uint64_t period)
{
	static struct taken taken;
	struct tea_countdown countdown;
	struct tea_tagger tagger;

	taken.count = 0;
	tea_countdown_init(&countdown, period, 0);
	tea_tagger_init(&tagger, policy, &countdown, take, &taken);
	for (size_t i = 0; i < RECORDS; i++)
		tea_tagger_record(&tagger, &pipeline[i]);
	return taken;
}

/* The instruction blamed in each of the cycles 19, 39, 59 and 79, with its events. */
static void test_policies(void **state)
{
	static const struct {
		enum tea_tagger_policy policy;
		unsigned int count;
		uint64_t pc[4];
	} expected[] = {
		/* the store waits at dispatch in 19, 39 and 59; none comes there after 73 */
		{ TEA_TAGGER_IBS, 3, { 0x18, 0x18, 0x18 } },
		{ TEA_TAGGER_SPE, 3, { 0x18, 0x18, 0x18 } },
		{ TEA_TAGGER_TAGGED, 3, { 0x18, 0x18, 0x18 } },
		/* fetched next after 19 and 39 in 50, after 59 in 70 */
		{ TEA_TAGGER_RIS, 3, { 0x1c, 0x1c, 0x20 } },
		/* the load commits next in all of them */
		{ TEA_TAGGER_NCI, 4, { 0x14, 0x14, 0x14, 0x14 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		struct taken taken = run_tagger(expected[i].policy, 20);

		assert_int_equal(taken.count, expected[i].count);
		for (unsigned int k = 0; k < taken.count; k++) {
			assert_int_equal(taken.list[k].time, 20 * (k + 1) - 1);
			assert_int_equal(taken.list[k].pc[0], expected[i].pc[k]);
			assert_int_equal(taken.list[k].site[0], (taken.list[k].pc[0] - 0xc) / 4);
		}
	}
}

/* Table 1: which events each scheme records. */
static void test_events(void **state)
{
	static const uint16_t missing[TEA_TAGGERS_COUNT] = {
		[TEA_TAGGER_IBS] = TEA_PSV_DR_SQ | TEA_PSV_FL_EX | TEA_PSV_FL_MO,
		[TEA_TAGGER_SPE] = TEA_PSV_DR_L1 | TEA_PSV_DR_TLB | TEA_PSV_DR_SQ | TEA_PSV_FL_MO,
		[TEA_TAGGER_RIS] = TEA_PSV_FL_EX | TEA_PSV_FL_MO,
		[TEA_TAGGER_TAGGED] = 0,
		[TEA_TAGGER_NCI] = 0,
	};

	(void)state;
	for (unsigned int policy = 0; policy < TEA_TAGGERS_COUNT; policy++) {
		struct taken taken = run_tagger(policy, 1);
		unsigned int seen = 0;

		for (unsigned int i = 0; i < taken.count; i++) {
			const struct tea_retired *record = &pipeline[taken.list[i].site[0] - 1];

			assert_int_equal(taken.list[i].psv[0], record->psv & ~missing[policy]);
			seen |= 1U << taken.list[i].site[0];
		}
		assert_true(seen & 1U << 1);	/* cycle 0's is the first in all schemes */
		assert_int_equal(taken.count, pipeline[RECORDS - 1].at[policy == TEA_TAGGER_RIS ?
			TEA_STAGE_FETCH : policy == TEA_TAGGER_NCI ? TEA_STAGE_COMMIT :
			TEA_STAGE_DISPATCH] + 1);
	}
}

/* At random: NCI is TEA, but for flushed cycles and for the others that commit with it. */
static struct taken nci;
static uint64_t flushed_differs;

static void compare_span(void *opaque, const struct tea_span *span)
{
	(void)opaque;
	for (cycle_t cycle = span->begin; cycle < span->end; cycle++) {
		for (unsigned int i = 0; i < nci.count; i++) {
			if (nci.list[i].time != cycle)
				continue;
			if (span->state != TEA_STATE_FLUSHED)
				assert_int_equal(nci.list[i].pc[0], span->pc[0]);
			else
				flushed_differs += nci.list[i].pc[0] != span->pc[0];
		}
	}
}

static void make_record(struct tea_retired *record, const struct tea_retired *last, uint64_t pc,
			unsigned int *width)
{
	cycle_t commit = last->at[TEA_STAGE_COMMIT];
	cycle_t dispatch = last->at[TEA_STAGE_DISPATCH];

	*record = (struct tea_retired){ .pc = pc };
	if (*width == TEA_SLOTS || last->flags & TEA_RETIRED_FLUSH || rand() % 3 == 0) {
		commit += 1 + (cycle_t)(rand() % 5);
		*width = 0;
	}
	(*width)++;
	if (last->flags & TEA_RETIRED_FLUSH)
		dispatch = last->at[TEA_STAGE_COMMIT] + 3;
	dispatch += (cycle_t)(rand() % 2);
	if (commit <= dispatch) {
		commit = dispatch + 1;
		*width = 1;
	}
	record->at[TEA_STAGE_DISPATCH] = dispatch;
	record->at[TEA_STAGE_COMMIT] = commit;
	record->flags = rand() % 8 ? 0 : TEA_RETIRED_FLUSH;
}

static void test_nci_is_tea_but_when_flushed(void **state)
{
	const char *given = getenv("TEA_SEED");
	unsigned int seed = given ? (unsigned int)strtoul(given, NULL, 10) : (unsigned int)time(NULL);
	struct tea_retired records[60], last = { .at = { 0 } };
	struct tea_countdown countdown;
	struct tea_tagger tagger;
	struct tea_spans spans;
	unsigned int width = TEA_SLOTS;

	(void)state;
	printf("# TEA_SEED=%u\n", seed);
	srand(seed);
	nci.count = 0;
	tea_countdown_init(&countdown, 1, seed);
	tea_tagger_init(&tagger, TEA_TAGGER_NCI, &countdown, take, &nci);
	for (unsigned int i = 0; i < 60; i++) {
		make_record(&records[i], &last, 0x100 + i, &width);
		/* the first one flushes, so that there is a flush */
		records[i].flags |= i ? 0 : TEA_RETIRED_FLUSH;
		last = records[i];
		tea_tagger_record(&tagger, &records[i]);
	}
	tea_spans_init(&spans, 0, compare_span, NULL);
	flushed_differs = 0;
	for (unsigned int i = 0; i < 60; i++)
		tea_spans_record(&spans, &records[i]);
	tea_spans_finish(&spans);
	assert_true(flushed_differs > 0);
}

static unsigned int shown[TEA_COMMIT_MAX];

static void count_shown(void *opaque, const struct tea_sample *sample)
{
	(void)opaque;
	assert_int_equal(sample->slots, TEA_SLOTS);
	for (unsigned int i = 0; i < sample->slots; i++) {
		shown[sample->pc[i]]++;
		assert_int_equal(sample->site[i], 100 + sample->pc[i]);
		assert_int_equal(sample->psv[i], 1U << sample->pc[i]);
		assert_true(!i || sample->pc[i] > sample->pc[i - 1]);
	}
}

/* If more instructions commit than a sample has slots, each is shown as often as any other. */
static void test_wide_commits_are_sampled_evenly(void **state)
{
	(void)state;
	for (uint8_t slots = TEA_SLOTS + 1; slots <= TEA_COMMIT_MAX; slots++) {
		struct tea_sampler sampler = {
			.privileges = 1, .enabled = true, .sink = count_shown,
		};
		struct tea_span span = { .state = TEA_STATE_COMPUTE, .slots = slots };
		const unsigned int samples = 21000, mean = samples * TEA_SLOTS / slots;

		memset(shown, 0, sizeof(shown));
		for (unsigned int i = 0; i < slots; i++) {
			span.pc[i] = i;
			span.site[i] = 100 + i;
			span.psv[i] = (uint16_t)(1U << i);
		}
		tea_countdown_init(&sampler.countdown, 1, 0);
		for (unsigned int i = 0; i < samples; i++) {
			span.begin = i;
			span.end = i + 1;
			tea_sampler_span(&sampler, &span);
		}
		for (unsigned int i = 0; i < slots; i++)
			assert_in_range(shown[i], mean * 97 / 100, mean * 103 / 100);
	}
}

/* Up to TEA_COMMIT_MAX commit in one cycle; each gets the same whole share of it. */
static void test_wide_commits_share_a_cycle(void **state)
{
	(void)state;
	for (unsigned int width = 1; width <= TEA_COMMIT_MAX; width++) {
		const uint32_t parts = tea_cycle_parts(width);
		struct tea_stacks stacks;
		struct tea_span span = { .end = 3, .slots = (uint8_t)width };
		struct tea_stacks_row *rows;
		size_t count;

		for (unsigned int i = 0; i < width; i++)
			span.pc[i] = 16 + i;
		assert_int_equal(tea_stacks_init(&stacks, parts), 0);
		tea_stacks_span(&stacks, &span);
		assert_int_equal(tea_stacks_sorted(&stacks, &rows, &count), 0);
		assert_int_equal(count, width);
		for (size_t i = 0; i < count; i++)
			assert_int_equal(rows[i].parts * width, 3 * parts);
		free(rows);
		tea_stacks_deinit(&stacks);
	}
	assert_int_equal(tea_cycle_parts(TEA_SLOTS), TEA_CYCLE_PARTS);
}

/* Every third, ninth, ... sample: as if sampled with that period. */
static void test_thinning(void **state)
{
	struct tea_thinning thinning, more;

	(void)state;
	assert_int_equal(tea_thinning_init(&thinning, 0), 0);
	assert_int_equal(tea_thinning_init(&more, 0), 0);
	for (uint64_t n = 0; n < 6000; n++) {
		struct tea_sample sample = {
			.slots = 2, .pc = { n, 0x8000 }, .psv = { 1, 2 },
		};

		tea_thinning_sample(n % 2 ? &thinning : &more, &sample);
	}
	tea_thinning_add(&thinning, &more);
	assert_false(thinning.rows.failed);
	assert_int_equal(thinning.samples, 6000);
	assert_int_equal(thinning.rows.used, 6001);
	for (size_t i = 0; i < thinning.rows.capacity; i++) {
		const struct tea_tally_row *row = tea_tally_at(&thinning.rows, i);

		assert_true(!row->counts[0] || tea_thinning_psv(row) == (row->first == 0x8000 ? 2 : 1));
		for (unsigned int level = 0; row->counts[0] && level < TEA_THINNING_LEVELS; level++) {
			uint64_t step = (uint64_t)pow(TEA_THINNING_FACTOR, level);
			uint64_t of_3000 = 2999 / step + 1;

			if (row->first == 0x8000)
				assert_int_equal(row->counts[level], 2 * of_3000 * 6);
			else	/* number pc / 2 in its thread */
				assert_int_equal(row->counts[level], row->first / 2 % step ? 0 : 6);
		}
	}
	tea_thinning_deinit(&thinning);
	tea_thinning_deinit(&more);
}

/* One in each 3^level samples, in the same order for all that start with one seed. */
static void test_thinning_at_random(void **state)
{
	static const uint64_t samples = 3 * 3 * 3 * 3000;
	struct tea_thinning thinning, other;
	uint64_t picks[TEA_THINNING_FACTOR] = { 0 };

	(void)state;
	assert_int_equal(tea_thinning_init(&thinning, 0x9e3779b1), 0);
	assert_int_equal(tea_thinning_init(&other, 0x9e3779b1), 0);
	for (uint64_t n = 0; n < samples; n++) {
		struct tea_sample sample = { .slots = 1, .pc = { n } };

		tea_thinning_sample(&thinning, &sample);
		tea_thinning_sample(&other, &sample);
	}
	for (unsigned int level = 1; level <= 3; level++) {
		uint64_t step = (uint64_t)pow(TEA_THINNING_FACTOR, level);
		uint64_t *in_group = calloc(samples / step, sizeof(*in_group));

		assert_non_null(in_group);
		for (size_t i = 0; i < thinning.rows.capacity; i++) {
			const struct tea_tally_row *row = tea_tally_at(&thinning.rows, i);

			assert_memory_equal(row, tea_tally_at(&other.rows, i), sizeof(*row) +
					    TEA_THINNING_LEVELS * sizeof(row->counts[0]));
			if (!row->counts[level])
				continue;
			in_group[row->first / step]++;
			picks[row->first % step / (step / TEA_THINNING_FACTOR)]++;
		}
		for (uint64_t group = 0; group < samples / step; group++)
			assert_int_equal(in_group[group], 1);
		free(in_group);
	}
	/* each of three a third of the 39000 times, within six standard deviations */
	for (unsigned int i = 0; i < TEA_THINNING_FACTOR; i++)
		assert_in_range(picks[i], 13000 - 6 * 93, 13000 + 6 * 93);
	tea_thinning_deinit(&thinning);
	tea_thinning_deinit(&other);
}

struct seen {
	struct tea_spans spans;
	cycle_t end;
	unsigned int count, joined;
	bool sync;			/* within the sink, too */
};

static void see_span(void *opaque, const struct tea_span *span)
{
	struct seen *seen = opaque;

	assert_int_equal(span->begin, seen->end);
	seen->end = span->end;
	seen->count++;
	seen->joined += !span->slots;
	if (seen->sync)
		tea_spans_sync(&seen->spans);
	tea_spans_rest(&seen->spans, UINT64_MAX);
}

/* An observer that rests can ask for all known cycles, at any time, and each cycle comes once. */
static void test_sync(void **state)
{
	(void)state;
	for (unsigned int asked = 0; asked < 1U << RECORDS; asked++) {
		struct seen seen = { .sync = asked & 1 };

		tea_spans_init(&seen.spans, 0, see_span, &seen);
		for (size_t i = 0; i < RECORDS; i++) {
			tea_spans_record(&seen.spans, &pipeline[i]);
			if (!(asked >> i & 1))
				continue;
			tea_spans_sync(&seen.spans);
			assert_int_equal(seen.end, pipeline[i].at[TEA_STAGE_COMMIT] + 1);
		}
		tea_spans_finish(&seen.spans);
		assert_int_equal(seen.end, pipeline[RECORDS - 1].at[TEA_STAGE_COMMIT] + 1);
		assert_true(seen.count <= RECORDS + 4);
		assert_true(seen.joined >= !asked);
	}
}

/* Privilege changes within a cycle: it is given out at the change, and more commits in it. */
static void test_change_of_privilege(void **state)
{
	static const struct tea_retired records[] = {
		{ .pc = 0x10, .at = { 0, 1, 3, 4, 5, 6 } },
		{ .pc = 0x14, .at = { 0, 1, 3, 4, 5, 6 }, .privilege = TEA_PRIV_S },
		{ .pc = 0x18, .at = { 0, 1, 3, 4, 5, 6 }, .privilege = TEA_PRIV_S },
		{ .pc = 0x1c, .at = { 0, 1, 3, 4, 5, 8 } },
	};
	struct seen seen = { .sync = false };

	(void)state;
	tea_spans_init(&seen.spans, 0, see_span, &seen);
	tea_spans_rest(&seen.spans, UINT64_MAX);
	for (size_t i = 0; i < sizeof(records) / sizeof(records[0]); i++)
		tea_spans_record(&seen.spans, &records[i]);
	tea_spans_finish(&seen.spans);
	assert_int_equal(seen.end, 9);
}

static void test_counts(void **state)
{
	struct tea_retired branch = {
		.pc = 0x24, .site = 9000, .at = { 80, 81, 83, 84, 99, 100 }, .psv = TEA_PSV_FL_MB,
		.insn = { .class = TEA_CLASS_BRANCH },
	};
	struct tea_retired jump = {
		.pc = 0x28, .site = 9001, .at = { 80, 81, 83, 84, 99, 105 },
		.insn = { .class = TEA_CLASS_JUMP_REG },
	};
	struct tea_counts counts, more;

	(void)state;
	assert_int_equal(tea_counts_init(&counts), 0);
	assert_int_equal(tea_counts_init(&more), 0);
	for (size_t i = 0; i < RECORDS; i++)
		tea_counts_record(&counts, &pipeline[i]);
	more.now = counts.now;
	tea_counts_record(&more, &branch);
	tea_counts_record(&more, &branch);
	tea_counts_record(&more, &jump);
	tea_counts_add(&counts, &more);
	assert_false(counts.failed);
	assert_int_equal(counts.rows[9000].executions, 2);
	assert_int_equal(counts.rows[9000].events[__builtin_ctz(TEA_PSV_FL_MB)], 2);
	assert_int_equal(counts.rows[2].events[__builtin_ctz(TEA_PSV_ST_LLC)], 1);
	assert_int_equal(counts.rows[5].executions, 1);
	assert_int_equal(counts.rows[3].executions, 0);	/* FL-MO: will come again */
	assert_int_equal(counts.rows[9000].class, TEA_CLASS_BRANCH);
	assert_int_equal(counts.branches, 3);
	assert_int_equal(counts.conditional, 2);
	assert_int_equal(counts.mispredicts, 2);
	assert_int_equal(counts.with_events, 5);
	assert_int_equal(counts.combined, 2);
	/* 0x10 in cycles 4 and 5; 0x28 in 101 to 104; the others have events or do not stall */
	assert_int_equal(counts.unexplained[2], 1);
	assert_int_equal(counts.unexplained[4], 1);
	tea_counts_deinit(&counts);
	tea_counts_deinit(&more);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_policies),
		cmocka_unit_test(test_events),
		cmocka_unit_test(test_nci_is_tea_but_when_flushed),
		cmocka_unit_test(test_wide_commits_are_sampled_evenly),
		cmocka_unit_test(test_wide_commits_share_a_cycle),
		cmocka_unit_test(test_thinning),
		cmocka_unit_test(test_thinning_at_random),
		cmocka_unit_test(test_sync),
		cmocka_unit_test(test_change_of_privilege),
		cmocka_unit_test(test_counts),
	};

	return cmocka_run_group_tests_name("observers", tests, NULL, NULL);
}
