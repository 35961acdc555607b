// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_stages.c - the observer of stage stacks against the naive evaluator
 *
 * On records of the model for random programs, and on random records that the model never makes;
 * both are cut here and there. Equal in each stack, privilege, component and static instruction.
 * Seeds are printed; TEA_SEED and TEA_RUNS repeat a failure. The stacks of some small programs are
 * in tests/model/core/streams: stages_*.stream.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/random_program.h"
#include "core/random_vector.h"
#include "naive_stages.h"
#include "observers/stages.h"

#define OPS		400
#define RECORDS_MAX	(2 * OPS)
#define PASSED_MAX	(8 * RECORDS_MAX)
#define CUTS_MAX	8

static struct tea_op ops[OPS];
static struct tea_vector_op vectors[OPS];
static uint64_t addresses[RANDOM_ADDRESSES];
static struct tea_retired records[RECORDS_MAX];		/* of operations */
static struct tea_retired passed_records[PASSED_MAX];
static unsigned int passed_firsts[PASSED_MAX];
static struct random_passed passed = { .records = passed_records, .firsts = passed_firsts };
static struct naive_cut cuts[CUTS_MAX + 1];
static struct naive_stages naive;
static uint64_t seed;

/* ---- input ---- */

/* One in @n times up to @most, else 0. */
static uint32_t sometimes(struct random_source *source, uint32_t n, uint32_t most)
{
	return random_below(source, n) ? 0 : random_below(source, most + 1);
}

static void random_fetch(struct random_source *source, struct tea_retired *record,
			 const struct tea_retired *last)
{
	uint64_t after = last->at[TEA_STAGE_DECODE];

	/* an operation that left by an exception is out of the pipeline, a branch is executed */
	if (last->flags & TEA_RETIRED_EXCEPTION)
		after = last->at[TEA_STAGE_COMMIT] + 1;
	else if (last->flags & TEA_RETIRED_FLUSH)
		after = last->at[random_below(source, 2) ? TEA_STAGE_COMPLETE : TEA_STAGE_COMMIT];
	record->at[TEA_STAGE_DECODE] = after + sometimes(source, 4, 40);
	record->itlb_wait = sometimes(source, 10, 30);
	record->line_wait = sometimes(source, 10, 30);
	record->limiter[TEA_STAGE_DECODE] = (uint8_t)(random_below(source, 8) ? TEA_LIMIT_WIDTH :
						      TEA_LIMIT_BRANCHES);
}

static cycle_t after(const struct tea_retired *record, unsigned int number, uint32_t distance,
		     enum tea_stage stage)
{
	return number < distance ? 0 : record[-(int)distance].at[stage] + 1;
}

static cycle_t latest(cycle_t a, cycle_t b)
{
	return a > b ? a : b;
}

/* To dispatch @number passes in order, as wide as @p allows, with room in the ROB. */
static void random_dispatch(struct random_source *source, const struct tea_params *p,
			    struct tea_retired *record, unsigned int number)
{
	cycle_t at = record->at[TEA_STAGE_DECODE] + p->rename_latency;

	if (number)
		at = latest(at, record[-1].at[TEA_STAGE_DISPATCH]);
	at = latest(at, after(record, number, p->rob, TEA_STAGE_COMMIT));
	record->window = at + sometimes(source, 6, 12);
	at = record->window + sometimes(source, 6, 12);
	record->limiter[TEA_STAGE_DISPATCH] = (uint8_t)random_below(source, TEA_LIMITERS_COUNT);
	record->at[TEA_STAGE_DISPATCH] =
		latest(at, after(record, number, p->decode_width, TEA_STAGE_DISPATCH));
}

static void random_execution(struct random_source *source, struct tea_retired *record)
{
	static const uint16_t events[] = {
		0, 0, 0, 0, 0, 0, TEA_PSV_ST_TLB, TEA_PSV_ST_L1, TEA_PSV_ST_L1 | TEA_PSV_ST_LLC,
		TEA_PSV_ST_LLC | TEA_PSV_ST_L1 | TEA_PSV_ST_TLB, TEA_PSV_ST_CO | TEA_PSV_ST_TLB,
	};
	bool waits = random_below(source, 2);

	record->psv = events[random_below(source, sizeof(events) / sizeof(events[0]))];
	record->insn.class = (uint8_t)random_below(source, TEA_CLASSES_COUNT + 1);
	record->insn.dst = (uint8_t)(random_below(source, 4) ? random_below(source, 16) :
				     TEA_REG_NONE);
	record->late = (uint8_t)(waits ? random_below(source, 18) : TEA_REG_NONE);
	record->late = record->late == 17 ? TEA_REGS : record->late;
	record->ready = record->at[TEA_STAGE_DISPATCH] + 1;
	if (waits)
		record->ready += 1 + random_below(source, 20) + sometimes(source, 40, 6000);
	/* as far ahead as the observer counts at first, or nearly */
	if (waits && !random_below(source, 100))
		record->ready = record->at[TEA_STAGE_DISPATCH] + 4092 + random_below(source, 10);
	record->at[TEA_STAGE_ISSUE] = record->ready + sometimes(source, 3, 6);
	record->at[TEA_STAGE_COMPLETE] = record->at[TEA_STAGE_ISSUE] + random_below(source, 30);
	record->limiter[TEA_STAGE_COMPLETE] = (uint8_t)random_below(source, TEA_LIMITERS_COUNT);
}

/* The vector fields of a record that passed as a vector's. */
static void random_vector(struct random_source *source, struct tea_retired *record)
{
	const cycle_t issue = record->at[TEA_STAGE_ISSUE];
	const uint32_t execution = (uint32_t)(record->at[TEA_STAGE_COMPLETE] - issue);

	record->flags |= TEA_RETIRED_VECTOR | (random_below(source, 8) ? 0 : TEA_RETIRED_VL);
	record->data_issue = issue + random_below(source, execution + 1);
	if (random_below(source, 4)) {
		record->insn.dst = (uint8_t)(TEA_REG_V(random_below(source, 4)));
		record->writes = 1U << (record->insn.dst - TEA_REG_V(0));
	}
	if (record->late != TEA_REG_NONE && random_below(source, 2))
		record->late = (uint8_t)(TEA_REG_V(0) + random_below(source, 4));
	if (record->late != TEA_REG_NONE && !random_below(source, 8))
		record->late = TEA_REG_VL;
}

static void random_commit(struct random_source *source, const struct tea_params *p,
			  struct tea_retired *record, unsigned int number)
{
	bool alone = number && record[-1].flags & TEA_RETIRED_EXCEPTION;
	cycle_t at = record->at[TEA_STAGE_COMPLETE] + 1;

	if (!random_below(source, 30))
		record->flags |= TEA_RETIRED_EXCEPTION | TEA_RETIRED_FLUSH;
	else if (!random_below(source, 12))
		record->flags |= TEA_RETIRED_FLUSH;
	if (record->flags & TEA_RETIRED_FLUSH && !(record->flags & TEA_RETIRED_EXCEPTION) &&
	    random_below(source, 3))
		record->psv |= TEA_PSV_FL_MB;
	alone |= record->flags & TEA_RETIRED_EXCEPTION;
	at = latest(at, after(record, number, p->commit_width, TEA_STAGE_COMMIT));
	if (number)
		at = latest(at, record[-1].at[TEA_STAGE_COMMIT] + alone);
	record->at[TEA_STAGE_COMMIT] = at;
}

/* Operations pass each stage in any cycle that its order and width allow: of no program. */
static void random_passes(struct random_source *source, const struct tea_params *params,
			  cycle_t begin)
{
	const struct tea_retired none = { .at[TEA_STAGE_DECODE] = begin };

	memset(passed_records, 0, OPS * sizeof(*passed_records));
	for (unsigned int i = 0; i < OPS; i++) {
		static const uint8_t privileges[] = { TEA_PRIV_U, TEA_PRIV_S, TEA_PRIV_M };
		struct tea_retired *record = &passed_records[i];

		record->site = random_below(source, 64);
		record->pc = 0x1000 + 4 * record->site;
		record->privilege = privileges[random_below(source, 3)];
		random_fetch(source, record, i ? record - 1 : &none);
		random_dispatch(source, params, record, i);
		random_execution(source, record);
		if (record->insn.class >= TEA_CLASS_VSET && random_below(source, 2))
			random_vector(source, record);
		random_commit(source, params, record, i);
	}
}

/* Some in a row become one operation's, which are a vector's then. Returns how many. */
static unsigned int random_several(struct random_source *source, unsigned int first)
{
	unsigned int several = 1;

	while (several < 8 && first + several < OPS && random_below(source, 4) &&
	       !(passed_records[first + several - 1].flags & TEA_RETIRED_EXCEPTION))
		several++;
	for (unsigned int i = first; several > 1 && i < first + several; i++) {
		struct tea_retired *record = &passed_records[i];

		record->site = passed_records[first].site;
		record->pc = passed_records[first].pc;
		record->privilege = passed_records[first].privilege;
		if (!tea_class_is_vector(record->insn.class))
			record->insn.class = TEA_CLASS_V_LOAD;
		random_vector(source, record);
		/* none makes a scalar */
		if (record->insn.dst < TEA_REG_V(0))
			record->insn.dst = TEA_REG_NONE;
		record->writes |= random_below(source, 3) ? 0 : random_below(source, 16);
		if (i > first && record->late != TEA_REG_NONE && !random_below(source, 3))
			record->late = TEA_LATE_BEFORE;
	}
	return several;
}

/* Records of operations, made of the units that passed. Returns how many. */
static unsigned int random_records(struct random_source *source)
{
	unsigned int count = 0;

	for (passed.count = 0; passed.count < OPS;) {
		const unsigned int first = passed.count;
		const unsigned int several = random_below(source, 4) ? 1 :
					     random_several(source, first);
		const struct tea_retired *last = &passed_records[first + several - 1];
		struct tea_retired *record = &records[count++];

		*record = passed_records[first];
		record->flags |= last->flags;
		record->at[TEA_STAGE_COMMIT] = last->at[TEA_STAGE_COMMIT];
		record->micro = several > 1 ? &passed_records[first] : NULL;
		record->micro_count = several > 1 ? several : 0;
		while (passed.count < first + several)
			passed_firsts[passed.count++] = first;
	}
	return count;
}

/* Widths of all kinds; issue and fetch are never the limit. */
static void random_core(struct random_source *source, struct tea_params *params)
{
	tea_params_init(params);
	params->decode_width = 1 + random_below(source, 8);
	params->commit_width = 1 + random_below(source, 8);
	params->int_issue = 8;
	params->rob = 4 + random_below(source, 40);
	params->rename_latency = 1 + random_below(source, 3);
	params->alu_latency = 1 + random_below(source, 2);
	params->mul_latency = 1 + random_below(source, 2);
	params->fma_latency = 1 + random_below(source, 2);
	params->vfma_latency = 1 + random_below(source, 2);
	params->arithmetic_perfect = random_below(source, 4) == 0;
}

/* ---- comparing ---- */

/* Behind operations where the pipeline is empty, now and then, and at the end. */
static unsigned int random_cuts(struct random_source *source)
{
	unsigned int number = 0;

	for (unsigned int i = 1; i < passed.count && number < CUTS_MAX; i++) {
		const struct tea_retired *record = &passed_records[i];

		if (passed_firsts[i] == i &&
		    record->at[TEA_STAGE_DISPATCH] > record[-1].at[TEA_STAGE_COMMIT] &&
		    !random_below(source, 3))
			cuts[number++] = (struct naive_cut){ i, TEA_COMPONENT_SERIAL };
	}
	cuts[number++] = (struct naive_cut){ passed.count, TEA_COMPONENT_FRONTEND };
	return number;
}

static void check_sums(const struct tea_stages *stages)
{
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
		uint64_t sum = 0;

		for (size_t k = 0; k < stages->rows_count; k++) {
			for (unsigned int m = 0; m < TEA_COMPONENTS_COUNT; m++)
				sum += stages->rows[k].slots[i][m];
		}
		assert_int_equal(sum, stages->width * stages->cycles);
	}
}

static void check_equal(const char *what, unsigned int number, const uint64_t *observed,
			const uint64_t *expected)
{
	static const char *const components[] = {
#define TEA_X(index, id, name, cause, text) name,
		TEA_COMPONENTS(TEA_X)
#undef TEA_X
	};

	for (unsigned int i = 0; i < TEA_COMPONENTS_COUNT; i++) {
		if (observed[i] != expected[i])
			fail_msg("%s %u: %s is %" PRIu64 ", not %" PRIu64 " (TEA_SEED=%" PRIu64 ")", what,
				 number, components[i], observed[i], expected[i], seed);
	}
}

static const uint64_t *expected_row(const struct tea_stages *stages, unsigned int row,
				    unsigned int stack)
{
	static const uint64_t none[TEA_COMPONENTS_COUNT];

	if (stages->by_site)
		return row < NAIVE_SITES ? naive.rows[row][stack] : none;
	return row <= TEA_PRIV_M ? naive.slots[stack][row] : none;
}

static void check_stages(const struct tea_stages *stages)
{
	static const char *const stacks[] = {
#define TEA_X(index, id, name, text) name,
		TEA_STACKS(TEA_X)
#undef TEA_X
	};

	assert_false(stages->failed);
	assert_int_equal(stages->width, naive.width);
	assert_int_equal(stages->cycles, naive.cycles);
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
		for (unsigned int k = 0; k < stages->rows_count; k++)
			check_equal(stacks[i], k, stages->rows[k].slots[i], expected_row(stages, k, i));
	}
}

/* Instructions are counted as operations, whatever they were. */
static void check_instructions(const struct tea_stages *stages, unsigned int count)
{
	uint64_t committed = 0, instructions = -stages->more;

	for (unsigned int i = 0; i < count; i++)
		committed += !(records[i].flags & TEA_RETIRED_EXCEPTION);
	for (size_t i = 0; i < stages->rows_count; i++)
		instructions += stages->counts[i].passed;
	assert_int_equal(instructions, committed);
}

static void observe(struct tea_stages *stages, unsigned int count)
{
	const struct naive_cut *cut = cuts;
	unsigned int seen = 0;

	for (unsigned int i = 0; i < count; i++) {
		tea_stages_record(stages, &records[i]);
		seen += records[i].micro_count ? records[i].micro_count : 1;
		if (cut->records != seen)
			continue;
		tea_stages_cut(stages, cut++->rest);
		check_sums(stages);
	}
	check_instructions(stages, count);
}

/* Summed up @by_site, else by privilege level. */
static void check_rows(const struct tea_params *params, unsigned int count, bool by_site)
{
	struct tea_stages stages;

	assert_int_equal(tea_stages_init(&stages, params, naive.begin, by_site), 0);
	observe(&stages, count);
	check_stages(&stages);
	/* nothing is left to give */
	tea_stages_cut(&stages, TEA_COMPONENT_FLUSH);
	check_stages(&stages);
	tea_stages_deinit(&stages);
}

static void check_records(struct random_source *source, const struct tea_params *params,
			  unsigned int count, cycle_t begin)
{
	naive = (struct naive_stages){
		.params = params, .records = passed_records, .firsts = passed_firsts,
		.count = passed.count, .begin = begin, .cuts = cuts,
		.cuts_count = random_cuts(source),
	};
	naive_stages_run(&naive);
	check_rows(params, count, true);
	check_rows(params, count, false);
}

/* ---- tests ---- */

static void check_program(uint64_t number)
{
	struct random_source source;
	struct tea_params params;

	seed = number;
	random_init(&source, seed);
	random_params(&source, &params);
	params.short_forward = random_below(&source, 8) == 0;
	/* a row that is wider than the ROB was asked to be */
	if (!random_below(&source, 8)) {
		params.rob = 4;
		params.decode_width = 8;
	}
	random_program(&source, ops, OPS);
	random_vectors_or_none(&source, &params, ops, vectors, OPS, addresses);
	passed.count = 0;
	check_records(&source, &params,
		      random_run_passed(&params, ops, OPS, records, &passed), 0);
}

static void check_random(uint64_t number)
{
	struct random_source source;
	struct tea_params params;
	cycle_t begin;

	seed = number;
	random_init(&source, seed);
	random_core(&source, &params);
	begin = random_below(&source, 10000);
	random_passes(&source, &params, begin);
	check_records(&source, &params, random_records(&source), begin);
}

static void test_random_programs(void **state)
{
	(void)state;
	random_seeds(check_program, 40);
}

static void test_random_records(void **state)
{
	(void)state;
	random_seeds(check_random, 40);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_programs),
		cmocka_unit_test(test_random_records),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
