// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_slices.c - slices of a run, which add up to the golden reference and to the stage stacks
 *
 * On records of random programs, looked at here and there; seeds are printed, TEA_SEED and TEA_RUNS
 * repeat a failure.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/random_program.h"
#include "core/random_vector.h"
#include "observers/slices.h"

#define OPS		3000
#define RECORDS_MAX	(2 * OPS)
#define PASSED_MAX	(8 * RECORDS_MAX)
#define RUNS		40
#define LENGTH		8

static struct tea_op ops[OPS];
static struct tea_vector_op vectors[OPS];
static uint64_t addresses[RANDOM_ADDRESSES];
static struct tea_retired records[RECORDS_MAX];
static struct tea_retired passed_records[PASSED_MAX];
static unsigned int passed_firsts[PASSED_MAX];

/* Slices, and what they have to add up to. */
struct both {
	struct tea_spans spans;
	struct tea_slices slices;
	struct tea_stages stages;
	uint64_t parts[TEA_SLICES_KINDS];
	uint64_t cycles;
	uint32_t cycle_parts;
};

static void on_span(void *opaque, const struct tea_span *span)
{
	struct both *both = opaque;
	const cycle_t cycles = span->end - span->begin;

	tea_slices_span(&both->slices, span);
	for (unsigned int i = 0; i < span->slots; i++)
		both->parts[TEA_SLICES_KIND(span->psv[i], span->state)] +=
			cycles * both->cycle_parts / span->slots;
	both->cycles += cycles;
}

static void both_init(struct both *both, const struct tea_params *params)
{
	*both = (struct both){ .cycle_parts = tea_cycle_parts(params->commit_width) };
	tea_spans_init(&both->spans, 0, on_span, both);
	assert_int_equal(tea_slices_init(&both->slices, params, both->cycle_parts), 0);
	assert_int_equal(tea_stages_init(&both->stages, params, 0, false), 0);
	/* so short that they become longer often */
	both->slices.length = both->slices.next = LENGTH;
}

static void both_deinit(struct both *both)
{
	tea_slices_deinit(&both->slices);
	tea_stages_deinit(&both->stages);
}

static void both_record(struct both *both, const struct tea_retired *record)
{
	tea_spans_record(&both->spans, record);
	tea_slices_record(&both->slices, record);
	tea_stages_record(&both->stages, record);
}

static void both_cut(struct both *both)
{
	tea_spans_sync(&both->spans);
	tea_slices_cut(&both->slices);
	tea_stages_cut(&both->stages, TEA_COMPONENT_FRONTEND);
}

/* Each column, of all slices; @times: that many times of it all. */
static void check_cycles(const struct both *both, const struct tea_slices *slices, unsigned int times)
{
	for (unsigned int kind = 0; kind < TEA_SLICES_KINDS; kind++) {
		uint64_t sum = 0;

		for (unsigned int i = 0; i < TEA_SLICES_MOST; i++)
			sum += tea_slices_parts(slices, i, kind);
		assert_int_equal(sum, times * both->parts[kind]);
		assert_int_equal(!sum, !slices->numbers[kind]);
	}
}

/* All but the last are full. */
static void check_lengths(const struct both *both)
{
	const struct tea_slices *slices = &both->slices;

	assert_in_range(slices->count, 1, TEA_SLICES_MOST);
	assert_in_range(both->cycles, (slices->count - 1) * slices->length + 1,
			slices->count * slices->length);
	if (slices->length > LENGTH)
		assert_true(slices->count > TEA_SLICES_MOST / 2);
	for (uint32_t i = 0; i < slices->count; i++) {
		const uint64_t begin = i * slices->length;
		const uint64_t end = cycle_min(begin + slices->length, both->cycles);
		uint64_t parts = 0;

		for (uint32_t c = 0; c < slices->columns_count; c++)
			parts += slices->columns[c].parts[i];
		assert_int_equal(parts, (end - begin) * both->cycle_parts);
	}
}

static void check_slots(const struct both *both, const struct tea_slices *slices, unsigned int times)
{
	struct tea_slices_sums all = { 0 };
	uint64_t passed = -both->stages.more;

	for (unsigned int n = 0; n < TEA_SLICES_MOST; n++) {
		all.instructions += slices->sums[n].instructions;
		for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
			for (unsigned int k = 0; k < TEA_COMPONENTS_COUNT; k++) {
				/* none less than nothing */
				assert_in_range(slices->sums[n].slots[i][k], 0, INT64_MAX);
				all.slots[i][k] += slices->sums[n].slots[i][k];
			}
		}
	}
	for (unsigned int row = 0; row <= TEA_PRIV_M; row++)
		passed += both->stages.counts[row].passed;
	assert_int_equal(all.instructions, times * passed);
	for (unsigned int i = 0; i < TEA_STACKS_COUNT; i++) {
		for (unsigned int k = 0; k < TEA_COMPONENTS_COUNT; k++) {
			uint64_t slots = 0;

			for (unsigned int row = 0; row <= TEA_PRIV_M; row++)
				slots += both->stages.rows[row].slots[i][k];
			assert_int_equal(all.slots[i][k], times * slots);
		}
	}
}

static void check_all(const struct both *both)
{
	assert_false(both->slices.failed || both->stages.failed);
	check_cycles(both, &both->slices, 1);
	check_lengths(both);
	check_slots(both, &both->slices, 1);
}

static unsigned int run(const struct tea_params *params)
{
	struct random_passed passed = { .records = passed_records, .firsts = passed_firsts };

	return random_run_passed(params, ops, OPS, records, &passed);
}

/* On any core: one with vectors may fetch fewer instructions than it commits operations. */
static unsigned int make_records(struct random_source *source, struct tea_params *params)
{
	random_program(source, ops, OPS);
	tea_params_init(params);
	if (random_below(source, 2)) {
		random_vector_params(source, params);
		params->fetch_width = 1U << random_below(source, 4);
		random_vectors(source, params, ops, vectors, OPS, addresses);
	} else {
		random_params(source, params);
	}
	return run(params);
}

/* Cut in one of @every places on average. */
static void check_cuts(struct random_source *source, const struct tea_params *params,
		       unsigned int count, unsigned int every)
{
	static struct both both;

	both_init(&both, params);
	for (unsigned int i = 0; i < count; i++) {
		both_record(&both, &records[i]);
		/* between two cycles */
		if (random_below(source, every) || i + 1 == count ||
		    records[i + 1].at[TEA_STAGE_COMMIT] == records[i].at[TEA_STAGE_COMMIT])
			continue;
		both_cut(&both);
		check_all(&both);
	}
	both_cut(&both);
	check_all(&both);
	both_deinit(&both);
}

static void check(uint64_t seed)
{
	struct random_source source;
	struct tea_params params;
	unsigned int count;

	random_init(&source, seed);
	count = make_records(&source, &params);
	check_cuts(&source, &params, count, 500);
}

/* A loop: a load that misses, and what does not depend on it. */
static void make_loop(void)
{
	enum { LENGTH_OPS = 100 };

	for (unsigned int i = 0; i < OPS; i++) {
		const unsigned int at = i % LENGTH_OPS;
		struct tea_op *op = &ops[i];

		*op = (struct tea_op){
			.pc = 0x10000 + 2 * at, .site = 1 + at,
			.insn = { .class = TEA_CLASS_INT_ALU, .length_bytes = 2, .dst = (uint8_t)(5 + at % 16) },
		};
		op->next_pc = at + 1 < LENGTH_OPS ? op->pc + 2 : 0x10000;
		if (!at) {
			op->insn.class = TEA_CLASS_LOAD;
			op->insn.access_bytes = 8;
			op->has_addr = true;
			op->addr = 0x100000 + 4096 * i;
		} else if (at + 1 == LENGTH_OPS) {
			op->insn.class = TEA_CLASS_JUMP;
			op->insn.dst = TEA_REG_NONE;
		}
	}
}

/* Behind a wait, more leaves faster than it is fetched than the ROB has: the fetch buffer's, too. */
static void test_bursts(void **state)
{
	struct random_source source;
	struct tea_params params;

	(void)state;
	random_begin(&source);
	make_loop();
	tea_params_init(&params);
	params.fetch_width = 1;
	params.fetch_buffer = params.fetch_targets = 128;
	params.rob = 28;
	check_cuts(&source, &params, run(&params), 2);
}

static void test_random(void **state)
{
	(void)state;
	random_seeds(check, RUNS);
}

static void sum_init(struct tea_slices *sum, const struct tea_params *params,
		     const struct both *both)
{
	assert_int_equal(tea_slices_init(sum, params, both->cycle_parts), 0);
	sum->length = LENGTH;
}

/* A thread of the first @some records, one of all, in either order: both are in the sum. */
static void check_threads(uint64_t seed)
{
	static struct both all, part;
	struct tea_slices sum;
	struct random_source source;
	struct tea_params params;
	unsigned int count, some;

	random_init(&source, seed);
	count = make_records(&source, &params);
	some = 1 + random_below(&source, count);
	both_init(&all, &params);
	both_init(&part, &params);
	for (unsigned int i = 0; i < count; i++)
		both_record(&all, &records[i]);
	for (unsigned int i = 0; i < some; i++)
		both_record(&part, &records[i]);
	both_cut(&all);
	both_cut(&part);
	sum_init(&sum, &params, &all);
	for (unsigned int i = 0; i < 3; i++)
		tea_slices_add(&sum, &all.slices);
	check_cycles(&all, &sum, 3);
	check_slots(&all, &sum, 3);
	assert_int_equal(sum.length, all.slices.length);
	assert_int_equal(sum.count, all.slices.count);
	tea_slices_deinit(&sum);

	sum_init(&sum, &params, &all);
	tea_slices_add(&sum, &part.slices);
	tea_slices_add(&sum, &all.slices);
	tea_slices_add(&sum, &part.slices);
	assert_int_equal(sum.length, all.slices.length);
	for (unsigned int i = 0; i < TEA_SLICES_KINDS; i++)
		all.parts[i] += 2 * part.parts[i];
	check_cycles(&all, &sum, 1);
	tea_slices_deinit(&sum);
	both_deinit(&all);
	both_deinit(&part);
}

static void test_threads(void **state)
{
	(void)state;
	random_seeds(check_threads, RUNS / 2);
}

/* A span over many slices, at once as cycle by cycle. */
static void test_long_span(void **state)
{
	static struct tea_slices whole, single;
	struct tea_params params;
	struct tea_span span = { .begin = 0, .end = 1000003, .state = TEA_STATE_STALLED, .slots = 1 };

	(void)state;
	tea_params_init(&params);
	assert_int_equal(tea_slices_init(&whole, &params, TEA_CYCLE_PARTS), 0);
	assert_int_equal(tea_slices_init(&single, &params, TEA_CYCLE_PARTS), 0);
	tea_slices_span(&whole, &span);
	for (cycle_t at = 0; at < 1000003; at++) {
		span.begin = at;
		span.end = at + 1;
		tea_slices_span(&single, &span);
	}
	assert_int_equal(whole.length, 16384);
	assert_int_equal(whole.count, 62);
	assert_int_equal(single.length, whole.length);
	assert_int_equal(single.count, whole.count);
	assert_int_equal(whole.columns_count, 1);
	assert_memory_equal(whole.columns[0].parts, single.columns[0].parts,
			    sizeof(whole.columns[0].parts));
	tea_slices_deinit(&whole);
	tea_slices_deinit(&single);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_bursts),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_long_span),
	};

	return cmocka_run_group_tests_name("slices", tests, NULL, NULL);
}
