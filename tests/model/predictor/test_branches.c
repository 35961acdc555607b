// SPDX-License-Identifier: GPL-2.0-or-later
/* test_branches.c - what TAGE, gshare, BTB and return stack learn, and what they do not */
#include "memory/hierarchy.h"

#include <stdlib.h>

#include "predictor/predictor.h"

#define GSHARE		"1"
#define TAGE		"2"

static const struct tea_insn branch = { .class = TEA_CLASS_BRANCH, .length_bytes = 4 };
static const struct tea_insn jump = { .class = TEA_CLASS_JUMP_REG, .length_bytes = 2 };
static const struct tea_insn jump_back = { .class = TEA_CLASS_JUMP, .length_bytes = 4 };
static const struct tea_insn call = {
	.class = TEA_CLASS_JUMP, .length_bytes = 4, .flags = TEA_INSN_CALL,
};
static const struct tea_insn ret = {
	.class = TEA_CLASS_JUMP_REG, .length_bytes = 2, .flags = TEA_INSN_RETURN,
};
static const struct tea_insn coroutine = {
	.class = TEA_CLASS_JUMP_REG, .length_bytes = 4, .flags = TEA_INSN_CALL | TEA_INSN_RETURN,
};

static struct tea_predictor *predictor_of(const char *kind, const char *knob, const char *value)
{
	struct tea_params params;
	struct tea_predictor *predictor;

	tea_params_init(&params);
	assert_int_equal(tea_params_set(&params, "predictor", kind), 0);
	if (knob)
		assert_int_equal(tea_params_set(&params, knob, value), 0);
	predictor = tea_predictor_create(&params);
	assert_non_null(predictor);
	return predictor;
}

/* A branch at @pc, and from where it leads to a jump back: each is alone in its bank. */
static bool mispredicts(struct tea_predictor *predictor, uint64_t pc, bool taken)
{
	bool wrong = tea_predictor_pass(predictor, pc, &branch, taken, pc + 64).taken != taken;

	tea_predictor_pass(predictor, taken ? pc + 64 : pc + 8, &jump_back, true, pc);
	return wrong;
}

/* A program: the outcome of step @i, and the branch that has it. */
typedef bool (*outcome_fn)(uint64_t *seed, unsigned int i, uint64_t *pc);

/* Share of branches mispredicted after as many to learn. */
static double miss_rate(const char *kind, outcome_fn outcome, unsigned int branches)
{
	struct tea_predictor *predictor = predictor_of(kind, NULL, NULL);
	uint64_t seed = random_seed();
	unsigned int misses = 0;

	for (unsigned int i = 0; i < 2 * branches; i++) {
		uint64_t pc = 0x10000;
		bool taken = outcome(&seed, i, &pc);

		misses += mispredicts(predictor, pc, taken) && i >= branches;
	}
	tea_predictor_destroy(predictor);
	return (double)misses / branches;
}

static void assert_rate(double rate, double low, double high)
{
	if (rate < low || rate > high)
		fail_msg("%.4f of branches mispredicted, not %.4f to %.4f", rate, low, high);
}

static bool always(uint64_t *seed, unsigned int i, uint64_t *pc)
{
	(void)seed;
	*pc += i % 100 * 4;
	return true;
}

static bool alternating(uint64_t *seed, unsigned int i, uint64_t *pc)
{
	(void)seed;
	(void)pc;
	return i & 1;
}

static bool loop_of_40(uint64_t *seed, unsigned int i, uint64_t *pc)
{
	(void)seed;
	(void)pc;
	return i % 40 != 39;
}

/* 7 inner iterations, then the outer branch. */
static bool nested_loops(uint64_t *seed, unsigned int i, uint64_t *pc)
{
	(void)seed;
	*pc += i % 8 == 7 ? 0x100 : 0;
	return i % 8 == 7 ? i / 8 % 5 != 4 : i % 8 != 6;
}

static bool coin(uint64_t *seed, unsigned int i, uint64_t *pc)
{
	(void)i;
	(void)pc;
	return random_next(seed) & 1;
}

static bool biased(uint64_t *seed, unsigned int i, uint64_t *pc)
{
	(void)i;
	(void)pc;
	return random_below(seed, 10) != 0;
}

/* A coin, 30 branches that are always taken, and one that repeats the coin. */
static bool far_correlation(uint64_t *seed, unsigned int i, uint64_t *pc)
{
	static bool tossed;
	unsigned int step = i % 32;

	*pc += 0x40 * step;
	if (step == 0)
		tossed = random_next(seed) & 1;
	return step == 0 || step == 31 ? tossed : true;
}

static void easy_branches_are_learned(void **state)
{
	static const outcome_fn programs[] = { always, alternating, loop_of_40, nested_loops };

	(void)state;
	for (unsigned int i = 0; i < 4; i++)
		assert_rate(miss_rate(TAGE, programs[i], 20000), 0, 0.003);
	assert_rate(miss_rate(GSHARE, always, 20000), 0, 0.001);
	assert_rate(miss_rate(GSHARE, alternating, 20000), 0, 0.001);
}

static void random_branches_are_not(void **state)
{
	(void)state;
	assert_rate(miss_rate(TAGE, coin, 50000), 0.48, 0.52);
	assert_rate(miss_rate(GSHARE, coin, 50000), 0.48, 0.52);
	assert_rate(miss_rate(TAGE, biased, 50000), 0.09, 0.15);
}

/* 1/64 of the branches are unpredictable: half of the tosses. */
static void long_history_beats_gshare(void **state)
{
	(void)state;
	assert_rate(miss_rate(TAGE, far_correlation, 64000), 1.0 / 64 - 0.003, 1.0 / 64 + 0.006);
	assert_rate(miss_rate(GSHARE, far_correlation, 64000), 2.0 / 64 - 0.004, 0.06);
}

static void storage_is_the_budget(void **state)
{
	/* BOOM's TAGE; the doubled part is more than half of the budget */
	static const struct {
		const char *kind, *kib;
		unsigned int least_percent;
	} cases[] = {
		{ TAGE, "18", 100 }, { GSHARE, "18", 80 }, { TAGE, "28", 50 }, { GSHARE, "28", 95 },
		{ GSHARE, "8", 95 }, { TAGE, "8", 50 }, { GSHARE, "256", 95 }, { TAGE, "256", 50 },
	};
	struct tea_predictor *predictor;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t budget = strtoul(cases[i].kib, NULL, 10) * 1024 * 8;

		predictor = predictor_of(cases[i].kind, "predictor_kib", cases[i].kib);
		assert_in_range(tea_predictor_storage_bits(predictor),
				budget * cases[i].least_percent / 100, budget);
		tea_predictor_destroy(predictor);
	}
}

/* A single table of the largest budget: as large as an index can be. */
static void tables_end_at_their_index(void **state)
{
	struct tea_predictor *predictor;
	struct tea_params params;

	(void)state;
	tea_params_init(&params);
	params.predictor_kib = 256;
	params.tage_tables = 1;
	predictor = tea_predictor_create(&params);
	assert_non_null(predictor);
	assert_in_range(tea_predictor_storage_bits(predictor), 32 << 13, 256 << 13);
	tea_predictor_destroy(predictor);
}

/* Any number of tables fits the budget, and works. */
static void tables_can_be_few_or_many(void **state)
{
	static const char *const tables[] = { "1", "2", "4", "8", "12" };

	(void)state;
	for (unsigned int i = 0; i < 5; i++) {
		struct tea_predictor *predictor = predictor_of(TAGE, "tage_tables", tables[i]);
		unsigned int misses = 0;

		assert_true(tea_predictor_storage_bits(predictor) <= 18 * 1024 * 8);
		for (unsigned int j = 0; j < 20000; j++)
			misses += mispredicts(predictor, 0x1000, j & 1) && j > 1000;
		assert_in_range(misses, 0, 20);
		tea_predictor_destroy(predictor);
	}
}

static void returns_come_from_the_stack(void **state)
{
	struct tea_predictor *predictor = predictor_of(TAGE, NULL, NULL);

	(void)state;
	for (uint64_t depth = 0; depth < 40; depth++)
		tea_predictor_pass(predictor, 0x1000 + 0x100 * depth, &call, true, 0x1100 + 0x100 * depth);
	/* 32 are kept; the 8 oldest have been overwritten by the newest. */
	for (uint64_t depth = 40; depth-- > 0;) {
		uint64_t back = 0x1004 + 0x100 * depth;
		struct tea_prediction prediction = tea_predictor_pass(predictor, 0x9000, &ret, true, back);

		assert_true(prediction.taken);
		if (depth >= 8)
			assert_int_equal(prediction.target, back);
		else
			assert_int_not_equal(prediction.target, back);
	}
	tea_predictor_destroy(predictor);
}

/* Two coroutines hand over to each other: each switch pops and pushes. */
static void coroutines_swap_the_top(void **state)
{
	struct tea_predictor *predictor = predictor_of(TAGE, NULL, NULL);
	uint64_t pc = 0x2000, other = 0x1004;

	(void)state;
	tea_predictor_pass(predictor, 0x1000, &call, true, pc);
	for (unsigned int i = 0; i < 100; i++) {
		uint64_t back = pc + coroutine.length_bytes;

		assert_int_equal(tea_predictor_pass(predictor, pc, &coroutine, true, other).target, other);
		pc = other;
		other = back;
	}
	tea_predictor_destroy(predictor);
}

static void targets_come_from_the_btb(void **state)
{
	struct tea_predictor *predictor = predictor_of(TAGE, NULL, NULL);
	struct tea_prediction prediction;

	(void)state;
	prediction = tea_predictor_pass(predictor, 0x1000, &jump, true, 0x5000);
	assert_false(prediction.known);
	assert_int_equal(prediction.target, 0);
	prediction = tea_predictor_pass(predictor, 0x1000, &jump, true, 0x6000);
	assert_true(prediction.known);
	assert_int_equal(prediction.target, 0x5000);
	assert_int_equal(tea_predictor_pass(predictor, 0x1000, &jump, true, 0x6000).target, 0x6000);
	tea_predictor_pass(predictor, 0x2000, &branch, false, 0x3000);	/* known, not where to */
	prediction = tea_predictor_pass(predictor, 0x2000, &branch, true, 0x3000);
	assert_true(prediction.known);
	assert_int_equal(prediction.target, 0);
	assert_int_equal(tea_predictor_pass(predictor, 0x2000, &branch, false, 0x3000).target, 0x3000);
	assert_int_equal(tea_predictor_pass(predictor, 0x2000, &branch, true, 0x3000).target, 0x3000);
	tea_predictor_destroy(predictor);
}

/* Whether the BTB knows a jump at @pc, where there is no other table that could. */
static bool is_known(struct tea_predictor *predictor, uint64_t pc)
{
	return tea_predictor_pass(predictor, pc, &jump, true, 0x9000).known;
}

/* 1024 sets by parcel, 2 ways, LRU. */
static void btb_has_its_capacity(void **state)
{
	struct tea_predictor *predictor = predictor_of(TAGE, "ubtb_ways", "0");

	(void)state;
	for (uint64_t i = 0; i < 2048; i++)
		assert_false(is_known(predictor, 0x1000 + 2 * i));
	for (uint64_t i = 0; i < 2048; i++)
		assert_true(is_known(predictor, 0x1000 + 2 * i));
	assert_false(is_known(predictor, 0x1000 + 2 * 2048));
	assert_true(is_known(predictor, 0x1000 + 2 * 1024));
	assert_false(is_known(predictor, 0x1000));
	tea_predictor_destroy(predictor);
}

/* The stage that knew where this one went, before it was learned. */
static enum tea_fetch_stage stage(struct tea_predictor *predictor, uint64_t pc,
				  const struct tea_insn *insn, bool taken, uint64_t target)
{
	return tea_predictor_pass(predictor, pc, insn, taken, target).stage;
}

static void jumps_are_known_by_their_table(void **state)
{
	struct tea_predictor *predictor = predictor_of(TAGE, NULL, NULL);

	(void)state;
	assert_int_equal(stage(predictor, 0x1000, &call, true, 0x1100), TEA_FETCH_F3);
	assert_int_equal(stage(predictor, 0x1000, &call, true, 0x1100), TEA_FETCH_F1);
	/* beyond the offset of the micro-BTB */
	assert_int_equal(stage(predictor, 0x1002, &call, true, 0x9000), TEA_FETCH_F3);
	assert_int_equal(stage(predictor, 0x1002, &call, true, 0x9000), TEA_FETCH_F2);
	/* 120 other jumps push it out of the micro-BTB, not out of the BTB */
	for (uint64_t i = 1; i <= 120; i++)
		tea_predictor_pass(predictor, 0x1000 + 16 * i, &call, true, 0x1100);
	assert_int_equal(stage(predictor, 0x1000, &call, true, 0x1100), TEA_FETCH_F2);
	tea_predictor_destroy(predictor);

	predictor = predictor_of(TAGE, "ubtb_ways", "0");
	assert_int_equal(stage(predictor, 0x1000, &call, true, 0x1100), TEA_FETCH_F3);
	assert_int_equal(stage(predictor, 0x1000, &call, true, 0x1100), TEA_FETCH_F2);
	tea_predictor_destroy(predictor);
}

/* The tables learn them, too: that the history has a branch there is known by a stage. */
static void branches_not_taken_are_known(void **state)
{
	struct tea_predictor *predictor = predictor_of(TAGE, NULL, NULL);

	(void)state;
	assert_int_equal(stage(predictor, 0x2340, &branch, false, 0x2100), TEA_FETCH_F3);
	assert_int_equal(stage(predictor, 0x2340, &branch, false, 0x2100), TEA_FETCH_F1);
	for (uint64_t i = 1; i <= 120; i++)
		tea_predictor_pass(predictor, 0x2340 + 16 * i, &branch, false, 0x2100);
	assert_int_equal(stage(predictor, 0x2340, &branch, false, 0x2100), TEA_FETCH_F2);
	tea_predictor_destroy(predictor);
}

/* The stack is right each time; the tables have the caller before. */
static void returns_are_known_by_the_stack(void **state)
{
	struct tea_predictor *predictor = predictor_of(TAGE, NULL, NULL);

	(void)state;
	for (unsigned int i = 0; i < 8; i++) {
		uint64_t caller = 0x1100 + 0x100 * (i / 2);

		tea_predictor_pass(predictor, caller, &call, true, 0x2008);
		assert_int_equal(stage(predictor, 0x2008, &ret, true, caller + 4),
				 i % 2 ? TEA_FETCH_F1 : TEA_FETCH_F3);
	}
	tea_predictor_destroy(predictor);
}

/* Taken and not by turns: TAGE learns it, and overrides the base, which cannot. */
static void tage_overrides_its_base(void **state)
{
	struct tea_predictor *predictor = predictor_of(TAGE, NULL, NULL);
	unsigned int stages[2][TEA_FETCH_STAGES] = { 0 };

	(void)state;
	for (unsigned int i = 0; i < 3000; i++) {
		bool taken = i & 1;
		struct tea_prediction prediction = tea_predictor_pass(predictor, 0x1000, &branch,
								      taken, 0x1100);

		tea_predictor_pass(predictor, taken ? 0x1100 : 0x1008, &jump_back, true, 0x1000);
		if (i < 1000)
			continue;
		assert_int_equal(prediction.taken, taken);
		stages[taken][prediction.stage]++;
	}
	/* the base learns each outcome, and so expects the one before: it is always wrong */
	assert_int_equal(stages[0][TEA_FETCH_F3], 1000);
	assert_int_equal(stages[1][TEA_FETCH_F3], 1000);
	tea_predictor_destroy(predictor);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(easy_branches_are_learned),
		cmocka_unit_test(random_branches_are_not),
		cmocka_unit_test(long_history_beats_gshare),
		cmocka_unit_test(storage_is_the_budget),
		cmocka_unit_test(tables_end_at_their_index),
		cmocka_unit_test(tables_can_be_few_or_many),
		cmocka_unit_test(returns_come_from_the_stack),
		cmocka_unit_test(coroutines_swap_the_top),
		cmocka_unit_test(targets_come_from_the_btb),
		cmocka_unit_test(btb_has_its_capacity),
		cmocka_unit_test(jumps_are_known_by_their_table),
		cmocka_unit_test(branches_not_taken_are_known),
		cmocka_unit_test(returns_are_known_by_the_stack),
		cmocka_unit_test(tage_overrides_its_base),
	};

	return cmocka_run_group_tests_name("branches", tests, NULL, NULL);
}
