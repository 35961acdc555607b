// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_spared.c - operations that do not suffer events: random programs on random cores
 *
 * Spared nothing, an operation is what it is in a step. Spared an event, it never has it. And where
 * some are spared all events, the others pass as ever: nothing but time may change.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "random_program.h"
#include "tea_abi.h"

#define OPS	10000

static struct tea_op ops[OPS];
static struct tea_retired expected[2 * OPS];
static struct tea_params params;
static struct random_source source;

/* A page of an access and that of its end have room beside each other, whatever is replaced. */
static void begin(uint64_t seed)
{
	random_init(&source, seed);
	random_params(&source, &params);
	params.l1_tlb = params.l1_tlb < 8 ? 8 : params.l1_tlb;
	random_program(&source, ops, OPS);
}

static struct tea_model *create(void)
{
	static const struct tea_env env = { .walk = random_walk };
	struct tea_model *model = tea_model_create(&params, &env);

	assert_non_null(model);
	return model;
}

static void check_nothing_spared(uint64_t seed)
{
	struct tea_retired *next = expected;
	struct tea_model *model;

	begin(seed);
	model = create();
	for (unsigned int i = 0; i < OPS; i++) {
		const struct tea_retired *records;

		for (unsigned int left = tea_model_step(model, &ops[i], &records); left--;)
			*next++ = *records++;
	}
	tea_model_destroy(model);
	model = create();
	next = expected;
	for (unsigned int i = 0; i < OPS; i++) {
		const struct tea_retired *records;
		unsigned int left = random_below(&source, 2) ?
			tea_model_step_spared(model, &ops[i], 0, &records) :
			tea_model_step(model, &ops[i], &records);

		for (; left--; records++)
			assert_memory_equal(records, next++, offsetof(struct tea_retired, limiter));
	}
	tea_model_destroy(model);
}

static void test_nothing_spared_is_a_step(void **state)
{
	(void)state;
	random_seeds(check_nothing_spared, 10);
}

/* The events that the records of @op have. Commits are in order. */
static uint16_t step(struct tea_model *model, const struct tea_op *op, uint16_t spared)
{
	const struct tea_retired *records;
	cycle_t before = tea_model_now(model);
	unsigned int left = tea_model_step_spared(model, op, spared, &records);
	uint16_t psv = 0;

	for (; left--; records++) {
		psv |= records->psv;
		assert_true(records->at[TEA_STAGE_COMMIT] >= before);
		for (int stage = 1; stage < TEA_STAGES_COUNT; stage++)
			assert_true(records->at[stage] >= records->at[stage - 1]);
		before = records->at[TEA_STAGE_COMMIT];
	}
	return psv;
}

static void check_events_spared(uint64_t seed)
{
	struct tea_model *model;
	uint16_t spared;

	begin(seed);
	spared = (uint16_t)(1 + random_below(&source, TEA_PSV_MASK));
	model = create();
	for (unsigned int i = 0; i < OPS; i++) {
		uint16_t mine = random_below(&source, 3) ? spared : 0, found;

		/* an interrupt takes the place of an operation, and is no event of it */
		if (ops[i].trap == TEA_TRAP_INTERRUPT)
			mine &= (uint16_t)~TEA_PSV_FL_EX;
		found = step(model, &ops[i], mine);
		if (found & mine)
			fail_msg("operation %u, class %u, spared %x, has %x", i, ops[i].insn.class, mine,
				 found);
	}
	tea_model_destroy(model);
}

static void test_spared_events_never_happen(void **state)
{
	(void)state;
	random_seeds(check_events_spared, 40);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing_spared_is_a_step),
		cmocka_unit_test(test_spared_events_never_happen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
