// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_vectors.c - invariants of vector operations on random programs
 *
 * A random scalar program (random_program.h) gets vector operations of all kinds in between, on the
 * real memory and predictor, under random knobs. From the records of operations and of their
 * micro-operations alone: stages never go back, widths and structures hold, a micro-operation
 * executes behind the ones that it reads, spans sum to the cycles, explaining changes nothing. And
 * a scalar program takes as long on a core with vectors as on one without.
 *
 * The seed is printed; TEA_SEED=N repeats that run alone, TEA_RUNS=N makes more.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/vector.h"
#include "model.h"
#include "observers/spans.h"
#include "random_program.h"
#include "random_vector.h"
#include "tea_abi.h"
#include "time/issuequeue.h"

#define OPS		4000
#define PASSED_MAX	(OPS * 16)
/*
 * Behind a sum in order a micro-operation can wait longer than an issue queue looks ahead, from the
 * last cycle that it was asked for: a cycle before dispatch at the earliest. A longer wait counts
 * as free then, so the cycle before is the last in which it surely has its entry.
 */
#define QUEUE_LOOKS_AHEAD	(TEA_ISSUEQUEUE_CYCLES - 2)

/* A micro-operation, or an operation that has none, with the test's data of it. */
struct passed {
	struct tea_retired record;
	uint32_t reads;		/* vector registers of which it needs all */
	bool vector;
};

struct run {
	struct passed passed[PASSED_MAX];
	unsigned int count;
	struct tea_retired records[2 * OPS];
	unsigned int records_count;
	cycle_t end, spanned;
};

static struct tea_op ops[OPS];
static struct tea_vector_op vectors[OPS];
static uint64_t addresses[RANDOM_ADDRESSES];
static struct run first, second;
static uint64_t seed;

static void make_program(struct random_source *source, const struct tea_params *params)
{
	random_program(source, ops, OPS);
	random_vectors(source, params, ops, vectors, OPS, addresses);
}

static void add_span(void *opaque, const struct tea_span *span)
{
	struct run *run = opaque;

	assert_int_equal(span->begin, run->spanned);
	assert_true(span->end > span->begin);
	run->spanned = span->end;
}

static void note(struct run *run, const struct tea_op *op, const struct tea_retired *record,
		 unsigned int number)
{
	struct passed *passed = &run->passed[run->count++];

	assert_true(run->count < PASSED_MAX);
	*passed = (struct passed){ .record = *record };
	passed->vector = tea_class_is_vector(op->insn.class);
	/*
	 * for operands as wide as the result, in a group without other shapes: one register of each
	 */
	if (passed->vector && op->vector && !op->trap && op->vector->insn.mode == TEA_VMODE_NONE &&
	    op->insn.class < TEA_CLASS_V_REDUCE && op->vector->insn.shape[0] == 0) {
		passed->reads = 1U << (op->vector->insn.vs2 + number) % 32;
		if (op->vector->insn.vs1 != TEA_REG_NONE)
			passed->reads |= 1U << (op->vector->insn.vs1 + number) % 32;
		if (op->vector->insn.flags & TEA_VECTOR_READS_VD)
			passed->reads |= 1U << (op->vector->insn.vd + number) % 32;
	}
}

/* The joined record against those that it joins. */
static void check_joined(const struct tea_retired *record)
{
	const struct tea_retired *micro = record->micro, *last = &micro[record->micro_count - 1];
	cycle_t completed = 0;
	uint16_t psv = 0;

	assert_in_range(record->micro_count, 2, 8);
	for (unsigned int i = 0; i < record->micro_count; i++) {
		completed = micro[i].at[TEA_STAGE_COMPLETE] > completed ?
			    micro[i].at[TEA_STAGE_COMPLETE] : completed;
		psv |= micro[i].psv;
		assert_int_equal(micro[i].pc, record->pc);
		assert_null(micro[i].micro);
	}
	for (unsigned int i = 0; i <= TEA_STAGE_ISSUE; i++)
		assert_int_equal(record->at[i], micro->at[i]);
	assert_int_equal(record->at[TEA_STAGE_COMPLETE], completed);
	assert_int_equal(record->at[TEA_STAGE_COMMIT], last->at[TEA_STAGE_COMMIT]);
	assert_int_equal(record->psv, psv);
	assert_int_equal(record->flags & TEA_RETIRED_EXCEPTION, last->flags & TEA_RETIRED_EXCEPTION);
}

/* Bytes of the widest elements: a mask and a scalar are none. */
static unsigned int find_width(const struct tea_vector_op *vector)
{
	const struct tea_vector_insn *insn = &vector->insn;
	const uint8_t registers[] = { insn->vd, insn->vs1, insn->vs2 };
	int widest = -3;

	for (unsigned int i = 0; i < 3; i++) {
		if (registers[i] != TEA_REG_NONE && insn->shape[i] < TEA_SHAPE_ONE &&
		    insn->shape[i] > widest)
			widest = insn->shape[i];
	}
	return 1U << (vector->sew_log2 + widest < 3 ? vector->sew_log2 + widest : 3);
}

/* Lanes of floating-point work are the bytes of all active elements, each in one part of one. */
static void check_lanes(const struct tea_params *params, const struct tea_op *op,
			const struct tea_retired *record)
{
	const uint32_t several = record->micro_count ? record->micro_count : 1;
	const uint32_t pipe = (params->dlen < params->vlen ? params->dlen : params->vlen) / 8;
	unsigned int active = 0, lanes = 0;

	if (!tea_class_is_vector(op->insn.class) || !tea_class_flops(op->insn.class) || op->trap)
		return;
	for (unsigned int i = op->vector->vstart; i < op->vector->vl; i++)
		active += !(op->vector->insn.flags & TEA_VECTOR_MASKED) ||
			  op->vector->mask[i / 64] >> i % 64 & 1;
	for (unsigned int i = 0; i < several; i++) {
		const struct tea_retired *one = record->micro_count ? &record->micro[i] : record;

		assert_in_range(one->parts, 1, params->vlen / (8 * pipe));
		assert_true(one->lanes <= one->parts * pipe);
		lanes += one->lanes;
	}
	assert_int_equal(lanes, active * find_width(op->vector));
}

static void run_program(struct run *run, const struct tea_params *params, bool explain)
{
	static const struct tea_env env = { .walk = random_walk };
	struct tea_model *model = tea_model_create(params, &env);
	struct tea_spans spans;

	assert_non_null(model);
	tea_model_explain(model, explain);
	memset(run, 0, sizeof(*run));
	tea_spans_init(&spans, 0, add_span, run);
	for (unsigned int i = 0; i < OPS; i++) {
		const struct tea_retired *records;
		unsigned int count = tea_model_step(model, &ops[i], &records);

		for (unsigned int k = 0; k < count; k++) {
			const struct tea_retired *record = &records[k];

			tea_spans_record(&spans, record);
			run->records[run->records_count++] = *record;
			check_lanes(params, &ops[i], record);
			if (!record->micro_count)
				note(run, &ops[i], record, 0);
			else
				check_joined(record);
			for (unsigned int m = 0; m < record->micro_count; m++)
				note(run, &ops[i], &record->micro[m], m);
		}
	}
	tea_spans_finish(&spans);
	run->end = tea_model_now(model) + 1;
	tea_model_destroy(model);
}

static int compare_cycles(const void *a, const void *b)
{
	const cycle_t *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

/* No more than @width operations for which @belongs pass @stage in a cycle. */
static void check_width(const struct run *run, const char *what, enum tea_stage stage,
			bool (*belongs)(const struct passed *), uint32_t width)
{
	static cycle_t cycles[PASSED_MAX];
	unsigned int count = 0;

	for (unsigned int i = 0; i < run->count; i++) {
		if (belongs(&run->passed[i]))
			cycles[count++] = run->passed[i].record.at[stage];
	}
	qsort(cycles, count, sizeof(*cycles), compare_cycles);
	for (unsigned int i = width; i < count; i++) {
		if (cycles[i] == cycles[i - width])
			fail_msg("%s: more than %u in cycle %" PRIu64 " (TEA_SEED=%" PRIu64 ")", what,
				 width, cycles[i], seed);
	}
}

/*
 * In order from one to the next: no more than @size are between their dispatch and the cycle
 * of their @end, of which @most cycles count.
 */
static void check_occupancy(const struct run *run, const char *what, enum tea_stage end,
			    cycle_t most, bool (*belongs)(const struct passed *), uint32_t size)
{
	static cycle_t begins[PASSED_MAX], ends[PASSED_MAX];
	unsigned int count = 0, ended = 0;

	for (unsigned int i = 0; i < run->count; i++) {
		const cycle_t *at = run->passed[i].record.at;

		if (!belongs(&run->passed[i]))
			continue;
		begins[count] = at[TEA_STAGE_DISPATCH];
		ends[count++] = at[end] - at[TEA_STAGE_DISPATCH] < most ? at[end] :
				at[TEA_STAGE_DISPATCH] + most;
	}
	qsort(ends, count, sizeof(*ends), compare_cycles);
	for (unsigned int i = 0; i < count; i++) {
		while (ends[ended] < begins[i])
			ended++;
		if (i + 1 - ended > size)
			fail_msg("%s: %u of %u in cycle %" PRIu64 " (TEA_SEED=%" PRIu64 ")", what,
				 i + 1 - ended, size, begins[i], seed);
	}
}

static bool is_any(const struct passed *passed)
{
	(void)passed;
	return true;
}

static bool is_load(const struct passed *passed)
{
	return passed->record.insn.class == TEA_CLASS_V_LOAD;
}

static bool is_store(const struct passed *passed)
{
	return passed->record.insn.class == TEA_CLASS_V_STORE;
}

/* Waits in the vector queue. */
static bool is_arithmetic(const struct passed *passed)
{
	return passed->vector && !is_load(passed) && !is_store(passed);
}

static bool is_single(const struct passed *passed)
{
	return is_arithmetic(passed) && (passed->record.insn.class == TEA_CLASS_V_PERMUTE ||
					 passed->record.insn.class == TEA_CLASS_V_MASK);
}

static void check_order(const struct run *run)
{
	for (unsigned int i = 0; i < run->count; i++) {
		const struct tea_retired *record = &run->passed[i].record, *last = record;

		if (i)
			last = &run->passed[i - 1].record;
		for (unsigned int k = 1; k < TEA_STAGES_COUNT; k++)
			assert_true(record->at[k] >= record->at[k - 1]);
		assert_true(record->at[TEA_STAGE_DISPATCH] >= last->at[TEA_STAGE_DISPATCH]);
		assert_true(record->at[TEA_STAGE_COMMIT] >= last->at[TEA_STAGE_COMMIT]);
		assert_int_equal(record->psv & ~TEA_PSV_MASK, 0);
	}
	for (unsigned int i = 0; i < run->records_count; i++) {
		for (unsigned int k = 1; k < TEA_STAGES_COUNT; k++)
			assert_true(run->records[i].at[k] >= run->records[i].at[k - 1]);
	}
}

/* Without chaining all registers that it reads are complete by then. */
static void check_operands(const struct run *run, const struct tea_params *params)
{
	cycle_t ready[32] = { 0 }, made[32] = { 0 };
	uint64_t pc = 0;

	for (unsigned int i = 0; i < run->count; i++) {
		const struct passed *passed = &run->passed[i];
		const struct tea_retired *record = &passed->record;
		uint8_t dst = record->insn.dst;

		/* all of an operation's micro-operations read registers as they were before it */
		if (record->pc != pc || !passed->vector)
			memcpy(ready, made, sizeof(ready));
		pc = record->pc;
		for (unsigned int r = 0; r < 32 && !params->vchaining; r++)
			assert_true(!(passed->reads >> r & 1) ||
				    record->at[TEA_STAGE_ISSUE] + params->issue_latency >= ready[r]);
		if (passed->vector && dst >= TEA_REG_V(0) && dst < TEA_REG_VL)
			made[dst - TEA_REG_V(0)] = record->at[TEA_STAGE_COMPLETE];
	}
}

static void random_knobs(struct random_source *source, struct tea_params *params)
{
	random_params(source, params);
	random_vector_params(source, params);
	params->short_forward = random_below(source, 4) == 0;
}

static void check_once(uint64_t number)
{
	struct random_source source;
	struct tea_params params;

	seed = number;
	random_init(&source, number);
	random_knobs(&source, &params);
	make_program(&source, &params);
	run_program(&first, &params, true);
	assert_int_equal(first.spanned, first.end);
	check_order(&first);
	check_operands(&first, &params);
	/* operations that a short forward branch skips take places without a record */
	check_width(&first, "decode", TEA_STAGE_DECODE, is_any, params.decode_width);
	check_width(&first, "dispatch", TEA_STAGE_DISPATCH, is_any, params.decode_width);
	check_width(&first, "commit", TEA_STAGE_COMMIT, is_any, params.commit_width);
	check_width(&first, "vector pipes", TEA_STAGE_ISSUE, is_arithmetic, params.vec_issue);
	check_width(&first, "first pipe", TEA_STAGE_ISSUE, is_single, 1);
	check_width(&first, "memory ports", TEA_STAGE_ISSUE, is_load, params.mem_issue);
	check_occupancy(&first, "rob", TEA_STAGE_COMMIT, UINT64_MAX, is_any,
			params.rob > params.decode_width ? params.rob : params.decode_width);
	check_occupancy(&first, "load queue", TEA_STAGE_COMMIT, UINT64_MAX, is_load, params.load_queue);
	check_occupancy(&first, "store queue", TEA_STAGE_COMMIT, UINT64_MAX, is_store, params.store_queue);
	check_occupancy(&first, "vector queue", TEA_STAGE_ISSUE, QUEUE_LOOKS_AHEAD, is_arithmetic,
			params.vec_queue);

	run_program(&second, &params, false);
	assert_int_equal(first.records_count, second.records_count);
	for (unsigned int i = 0; i < first.records_count; i++)
		assert_memory_equal(&first.records[i], &second.records[i],
				    offsetof(struct tea_retired, limiter));
}

/* An unused vector unit changes nothing. */
static void check_scalar(uint64_t number)
{
	struct random_source source;
	struct tea_params params;

	random_init(&source, number);
	random_params(&source, &params);
	random_program(&source, ops, OPS);
	run_program(&first, &params, true);
	params.vlen = 256;
	run_program(&second, &params, true);
	assert_int_equal(first.records_count, second.records_count);
	for (unsigned int i = 0; i < first.records_count; i++)
		assert_memory_equal(&first.records[i], &second.records[i],
				    sizeof(first.records[i]));
}

static void vectors_keep_to_the_core(void **state)
{
	(void)state;
	random_seeds(check_once, 60);
}

static void scalar_programs_take_as_long(void **state)
{
	(void)state;
	random_seeds(check_scalar, 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vectors_keep_to_the_core),
		cmocka_unit_test(scalar_programs_take_as_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
