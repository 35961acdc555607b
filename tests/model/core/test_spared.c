// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_spared.c - operations with suppressed events: random programs on random cores
 *
 * Without suppressed events an operation is the same as in a step. It never has an event that is
 * suppressed. If some have all events suppressed, the others pass as ever: only time may change.
 * Stores that must not fill the store queue take as long as on a cache that never misses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "isa/vector.h"
#include "random_program.h"
#include "tea_abi.h"

#define OPS	10000
#define STORES	20000
#define LOADS	64
#define DATA	0x10000000

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
	spared = (uint16_t)(1 + random_below(&source, TEA_PSV_PAPER));
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

/* A store of its own lines; of a group of @group vector registers, or a scalar one where that is 0. */
static struct tea_op make_store(unsigned int number, unsigned int group,
				struct tea_vector_op *vector)
{
	const uint64_t bytes = params.vlen / 8 * group;
	const uint64_t apart = bytes < TEA_LINE_BYTES ? TEA_LINE_BYTES : bytes;

	*vector = (struct tea_vector_op){
		.insn = {
			.vd = 8, .vs1 = TEA_REG_NONE, .vs2 = TEA_REG_NONE, .mode = TEA_VMODE_UNIT,
			.fields = 1, .eew_log2 = 3, .shape = { TEA_SHAPE_EEW, 0, 0 },
		},
		.vl = (uint16_t)(bytes / 8), .sew_log2 = 3,
		.lmul_log2 = group ? (int8_t)__builtin_ctz(group) : 0,
	};
	return (struct tea_op){
		.insn = {
			.class = group ? TEA_CLASS_V_STORE : TEA_CLASS_STORE, .length_bytes = 4,
			.dst = TEA_REG_NONE, .access_bytes = group ? 0 : 8,
			.src = { TEA_REG_NONE, TEA_REG_NONE, TEA_REG_NONE },
		},
		.pc = 0x1000 + 4 * (uint64_t)number, .next_pc = 0x1004 + 4 * (uint64_t)number,
		.has_addr = true, .addr = DATA + number * apart, .privilege = TEA_PRIV_U,
		.vector = group ? vector : NULL,
	};
}

/* Cycles of STORES of these without the events @spared; and how many of the last lines loads find. */
static cycle_t store_lines(unsigned int group, uint16_t spared, unsigned int *found)
{
	struct tea_model *model = create();
	const struct tea_retired *records;
	struct tea_vector_op vector;
	cycle_t end;

	for (unsigned int i = 0; i < STORES; i++) {
		const struct tea_op op = make_store(i, group, &vector);

		tea_model_step_spared(model, &op, spared, &records);
	}
	end = tea_model_now(model);
	*found = 0;
	for (unsigned int i = STORES - LOADS; i < STORES; i++) {
		struct tea_op op = make_store(i, group, &vector);

		op.insn.class = TEA_CLASS_LOAD;
		op.insn.access_bytes = 8;
		op.insn.dst = 5;
		op.vector = NULL;
		tea_model_step(model, &op, &records);
		*found += !(records->psv & TEA_PSV_ST_L1);
	}
	tea_model_destroy(model);
	return end;
}

/* They wait neither for lines, nor for memory that other lines are written back to. */
static void check_stores(const char *core, unsigned int group)
{
	unsigned int found, ignored;
	cycle_t base, spared, perfect;

	assert_int_equal(tea_params_select(&params, core), 0);
	params.l1i_perfect = params.itlb_perfect = params.dtlb_perfect = 1;
	/* a queue that hits cannot fill */
	params.store_drain = params.decode_width;
	base = store_lines(group, 0, &ignored);
	spared = store_lines(group, TEA_PSV_DR_SQ, &found);
	params.l1d_perfect = 1;
	perfect = store_lines(group, 0, &ignored);
	assert_true(base > 3 * perfect);
	assert_int_equal(spared, perfect);
	/* nearly all are there: the cache's victims are random */
	assert_in_range(found, LOADS * 3 / 4, LOADS);
}

static void test_spared_stores_wait_for_nothing(void **state)
{
	(void)state;
	check_stores("boom-4w", 0);
	check_stores("boom-vector", 0);
	check_stores("boom-vector", 1);
	check_stores("boom-vector", 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing_spared_is_a_step),
		cmocka_unit_test(test_spared_events_never_happen),
		cmocka_unit_test(test_spared_stores_wait_for_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
