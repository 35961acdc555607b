// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_bias.c - chance flags no branch; a branch that is sampled too often is flagged
 */
#include "tools/clitest.h"

#include <stdlib.h>

#include "mix/bias.h"

#define BRANCHES	200
#define RECORDS		16		/* of a stack */
#define STACKS		1000
#define BETWEEN		50		/* branches from one sample to the next, at most */
#define RUNS		300

/* A program: loops of one branch, of which most end soon, and from time to time rare branches. */
struct program {
	unsigned int branch, left;
};

static unsigned int below(unsigned int limit)
{
	return (unsigned int)rand() % limit;
}

static unsigned int step(struct program *program)
{
	if (!program->left) {
		program->branch = below(20) ? below(10) : below(BRANCHES);
		program->left = below(4) ? 1 + below(3) : 1 + below(40);
	}
	program->left--;
	return program->branch;
}

/* Samples of a run; the newest record of every @often-th stack (0: none) is @met, whatever ran. */
static void record(struct recording_edge edges[BRANCHES], unsigned int often, unsigned int met)
{
	struct program program = { 0 };

	for (unsigned int i = 0; i < BRANCHES; i++)
		edges[i] = (struct recording_edge){ .source = 0x1000 + 4 * i, .target = 0x100 };
	for (unsigned int i = 0; i < STACKS; i++) {
		for (unsigned int j = below(BETWEEN); j; j--)
			step(&program);
		for (unsigned int j = 0; j < RECORDS; j++) {
			bool newest = j + 1 == RECORDS;
			unsigned int branch = step(&program);

			if (newest && often && !(i % often))
				branch = met;
			edges[branch].records++;
			edges[branch].newest += newest;
		}
	}
}

static struct bias find(struct recording_edge edges[BRANCHES])
{
	const struct recording_streams streams = { .edges = edges, .edges_count = BRANCHES };
	struct bias bias;

	assert_int_equal(bias_find(&bias, &streams), 0);
	return bias;
}

static void chance_flags_nothing(void **state)
{
	struct recording_edge edges[BRANCHES];

	(void)state;
	srand(1);
	for (int run = 0; run < RUNS; run++) {
		struct bias bias;

		record(edges, 0, 0);
		bias = find(edges);
		assert_int_equal(bias.count, 0);
		bias_deinit(&bias);
	}
}

static void bias_is_flagged(void **state)
{
	struct recording_edge edges[BRANCHES];

	(void)state;
	srand(2);
	for (unsigned int met = 0; met < BRANCHES; met += 7) {
		struct bias bias;

		record(edges, 2, met);
		bias = find(edges);
		assert_int_equal(bias.count, 1);
		assert_true(bias_flags(&bias, 0, 0x1000 + 4 * met));
		assert_false(bias_flags(&bias, 0, 0x1000 + 4 * (met + 1)));
		assert_true(bias.items[0].share_of_newest >= 0.5 &&
			    bias.items[0].share_of_newest > BIAS_TIMES * bias.items[0].share_of_records);
		bias_deinit(&bias);
	}
}

/* Edges of one instruction, by whichever thread, are one branch. */
static void edges_are_added_up(void **state)
{
	struct recording_edge edges[] = {
		{ .thread = 0, .source = 4, .target = 8, .records = 100, .newest = 40 },
		{ .thread = 1, .source = 4, .target = 16, .records = 100, .newest = 40 },
		{ .thread = 1, .source = 12, .target = 16, .records = 1400, .newest = 20 },
	};
	const struct recording_streams streams = { .edges = edges, .edges_count = 3 };
	struct bias bias;

	(void)state;
	assert_int_equal(bias_find(&bias, &streams), 0);
	assert_int_equal(bias.count, 1);
	assert_int_equal(bias.items[0].records, 200);
	assert_int_equal(bias.items[0].newest, 80);
	assert_true(bias_flags(&bias, 0, 4));
	assert_false(bias_flags(&bias, 1, 4));
	bias_deinit(&bias);
}

static void without_records_there_is_none(void **state)
{
	const struct recording_streams streams = { .edges = NULL };
	struct bias bias;

	(void)state;
	assert_int_equal(bias_find(&bias, &streams), 0);
	assert_int_equal(bias.count, 0);
	bias_deinit(&bias);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chance_flags_nothing),
		cmocka_unit_test(bias_is_flagged),
		cmocka_unit_test(edges_are_added_up),
		cmocka_unit_test(without_records_there_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
