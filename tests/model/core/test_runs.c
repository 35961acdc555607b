// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_runs.c - tea_model_run() against tea_model_step(), operation by operation
 *
 * Random programs on random cores and on those that have a name, as runs of blocks of random
 * length. Each record has to be the one that a step leaves, whether records are explained or
 * not. A step looks for free entries for each operation, a run at once for several: see
 * core/freeentries.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "packed_run.h"
#include "random_program.h"

#define OPS	20000

static struct tea_op ops[OPS];
static struct tea_retired stepped[2 * OPS];

/* Members that the core leaves as they were are not compared. */
static size_t compared(bool explained)
{
	return explained ? offsetof(struct tea_retired, data_issue) :
	       offsetof(struct tea_retired, limiter);
}

static void compare_records(const struct tea_retired *record, const struct tea_retired *expected,
			    bool explained)
{
	assert_memory_equal(record, expected, compared(explained));
	assert_int_equal(tea_retired_addr(record), tea_retired_addr(expected));
	if (explained)
		assert_int_equal(record->late, expected->late);
}

static void after(struct tea_model *model, const struct tea_op *op)
{
	if (op->insn.class == TEA_CLASS_SFENCE)
		tea_model_flush_tlb(model);
}

static unsigned int step_all(struct tea_model *model)
{
	unsigned int count = 0;

	for (unsigned int i = 0; i < OPS; i++) {
		const struct tea_retired *records;
		unsigned int left = tea_model_step(model, &ops[i], &records);

		for (unsigned int k = 0; k < left; k++)
			stepped[count++] = records[k];
		after(model, &ops[i]);
	}
	return count;
}

/* Returns how many operations were run, not stepped. */
static unsigned int run_all(struct tea_model *model, struct random_source *source, bool explained)
{
	const struct tea_retired *expected = stepped;
	struct packed_run packed;
	unsigned int run = 0;

	packed_run_init(&packed);
	for (unsigned int i = 0; i < OPS;) {
		unsigned int most = 1 + random_below(source, TEA_BLOCK_MAX);
		unsigned int count = packed_run_make(&packed, &ops[i], OPS - i, most), left;
		const struct tea_retired *records;

		left = count ? tea_model_run(model, &packed.run, &records) :
		       tea_model_step(model, &ops[i], &records);
		for (unsigned int k = 0; k < left; k++)
			compare_records(&records[k], expected++, explained);
		run += count;
		i += count ? count : 1;
		after(model, &ops[i - 1]);
	}
	packed_run_deinit(&packed);
	return run;
}

/* Draw a program, step it, and run it. */
static void compare(const struct tea_params *params, struct random_source *source)
{
	struct tea_env env = { .walk = random_walk };
	struct tea_model *model;
	bool explained;
	cycle_t end;

	random_program(source, ops, OPS);
	for (unsigned int i = 0; i < OPS; i++)
		ops[i].has_addr &= ops[i].addr != TEA_NO_ADDRESS;
	explained = random_below(source, 4) == 0;

	model = tea_model_create(params, &env);
	assert_non_null(model);
	tea_model_explain(model, explained);
	step_all(model);
	end = tea_model_now(model);
	tea_model_destroy(model);

	model = tea_model_create(params, &env);
	assert_non_null(model);
	tea_model_explain(model, explained);
	assert_true(run_all(model, source, explained) > OPS / 2);
	assert_int_equal(tea_model_now(model), end);
	tea_model_destroy(model);
}

static void check_random(uint64_t seed)
{
	struct random_source source;
	struct tea_params params;

	random_init(&source, seed);
	random_params(&source, &params);
	compare(&params, &source);
}

static void check_named(uint64_t seed)
{
	struct random_source source;
	struct tea_params params;

	random_init(&source, seed);
	tea_params_init(&params);
	assert_int_equal(tea_params_select(&params, tea_cores[seed % tea_cores_count].name), 0);
	compare(&params, &source);
}

static void test_runs_are_steps(void **state)
{
	(void)state;
	random_seeds(check_random, 20);
}

static void test_named_cores(void **state)
{
	(void)state;
	random_seeds(check_named, tea_cores_count);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_runs_are_steps),
		cmocka_unit_test(test_named_cores),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
