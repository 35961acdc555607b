// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_flops.c - FLOPS stacks against a naive evaluator, and on cases computed by hand
 *
 * The evaluator looks at every operation in every cycle, and knows only the rules of
 * docs/stage-stacks.md. Random programs with much floating-point work, with and without vectors,
 * run on the real model under random knobs. Vector cases computed by hand are in
 * tests/model/core/streams: flops_vector*.stream.
 *
 * The seed is printed; TEA_SEED=N repeats that run alone, TEA_RUNS=N makes more.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/random_program.h"
#include "core/random_vector.h"
#include "observers/flops.h"
#include "tea_abi.h"

#define OPS		400
#define RECORDS_MAX	(2 * OPS)
#define PASSED_MAX	(8 * RECORDS_MAX)
#define CYCLES_MAX	(1 << 20)
#define SITES		1024
#define PRIVILEGES	(TEA_PRIV_M + 1)

struct stack {
	uint64_t slots[PRIVILEGES][TEA_FLOPS_COUNT];
	uint64_t rows[SITES][TEA_FLOPS_COUNT];
	uint64_t operations[PRIVILEGES][TEA_FLOPS_WIDTHS];
	uint64_t operation_rows[SITES][TEA_FLOPS_WIDTHS];
};

/* ---- the naive evaluator ---- */

/* Peak of a cycle, in bytes, and the bytes that one operation or part takes. */
struct machine {
	unsigned int lanes, scalar, vector, vlen;
};

static struct tea_retired records[RECORDS_MAX];		/* of operations */
static struct tea_retired passed_records[PASSED_MAX];
static unsigned int passed_firsts[PASSED_MAX];
static struct random_passed passed = { .records = passed_records, .firsts = passed_firsts };
static unsigned int taken[CYCLES_MAX];			/* lanes of each cycle */

static struct machine machine_of(const struct tea_params *params)
{
	unsigned int pipe = (params->dlen < params->vlen ? params->dlen : params->vlen) / 8;
	unsigned int pipes = params->vec_issue * pipe, scalars = params->fp_issue * 8;
	unsigned int lanes = pipes > scalars ? pipes : scalars;
	unsigned int units = params->vec_issue > params->fp_issue ? params->vec_issue :
			     params->fp_issue;

	if (!params->vlen)
		return (struct machine){ .lanes = params->fp_issue, .scalar = 1 };
	return (struct machine){ lanes, lanes / units, pipe, params->vlen };
}

static unsigned int work_of(const struct tea_retired *record)
{
	if (record->flags & TEA_RETIRED_EXCEPTION)
		return 0;
	switch (record->insn.class) {
	case TEA_CLASS_FP_FMA:
	case TEA_CLASS_V_FP_FMA:
		return 2;
	case TEA_CLASS_FP_ADD:
	case TEA_CLASS_FP_MUL:
	case TEA_CLASS_FP_DIV:
	case TEA_CLASS_FP_SQRT:
	case TEA_CLASS_V_FP_ADD:
	case TEA_CLASS_V_FP_MUL:
	case TEA_CLASS_V_FP_DIV:
	case TEA_CLASS_V_FP_SQRT:
	case TEA_CLASS_V_FP_REDUCE:
		return 1;
	default:
		return 0;
	}
}

static bool is_vector(const struct tea_retired *record)
{
	return record->flags & TEA_RETIRED_VECTOR;
}

/* Takes a unit in @cycle, and is no work. */
static bool is_other_use(const struct tea_retired *record, cycle_t cycle)
{
	const cycle_t issue = record->at[TEA_STAGE_ISSUE];

	if (record->flags & TEA_RETIRED_EXCEPTION)
		return false;
	switch (record->insn.class) {
	case TEA_CLASS_FP_MISC:
	case TEA_CLASS_FP_TO_INT:
	case TEA_CLASS_V_INT_DIV:
		return issue == cycle;
	case TEA_CLASS_V_INT:
	case TEA_CLASS_V_INT_MUL:
	case TEA_CLASS_V_FP_MISC:
	case TEA_CLASS_V_REDUCE:
	case TEA_CLASS_V_PERMUTE:
	case TEA_CLASS_V_MASK:
	case TEA_CLASS_V_TO_INT:
	case TEA_CLASS_V_TO_FP:
		return issue <= cycle && cycle < issue + record->parts;
	case TEA_CLASS_STORE:
		return record->insn.src[1] >= TEA_REG_FP(0) && record->insn.src[1] < TEA_REG_V(0) &&
		       record->data_issue == cycle;
	default:
		return false;
	}
}

static void naive_charge(struct stack *stack, const struct tea_retired *record,
			 enum tea_flops component, unsigned int slots)
{
	stack->slots[record->privilege][component] += slots;
	stack->rows[record->site][component] += slots;
}

static bool makes(const struct tea_retired *record, uint8_t late)
{
	if (record->flags & TEA_RETIRED_EXCEPTION)
		return false;
	if (late == TEA_REG_VL)
		return record->flags & TEA_RETIRED_VL;
	if (is_vector(record) && late >= TEA_REG_V(0))
		return record->writes >> (late - TEA_REG_V(0)) & 1;
	return record->insn.dst == late;
}

/* The last record before operation number @reader that makes its last operand. */
static const struct tea_retired *find_producer(unsigned int reader)
{
	const uint8_t late = passed_records[reader].late;

	if (late == TEA_LATE_BEFORE)
		return &passed_records[reader - 1];
	for (unsigned int at = passed_firsts[reader]; at--;) {
		if (makes(&passed_records[at], late))
			return &passed_records[at];
	}
	fail_msg("%s", "nobody writes what an operation waits for");
	return NULL;
}

static void count_operations(struct stack *stack, const struct tea_retired *record)
{
	const unsigned int scalar = record->insn.flags & TEA_INSN_SINGLE ? 2 : 3;
	const unsigned int width = is_vector(record) ? record->element_log2 : scalar;
	const unsigned int elements = is_vector(record) ? record->lanes >> width : 1;

	stack->operations[record->privilege][width] += work_of(record) * elements;
	stack->operation_rows[record->site][width] += work_of(record) * elements;
}

/* Find lanes for @record's work, and charge that. */
static void place(struct stack *stack, const struct tea_retired *record,
		  const struct machine *machine)
{
	const unsigned int work = work_of(record), parts = is_vector(record) ? record->parts : 1;
	const unsigned int share = is_vector(record) ? machine->vector : machine->scalar;
	const unsigned int scalar = record->insn.flags & TEA_INSN_SINGLE ? 4 : 8;
	unsigned int bytes = !machine->vlen ? 1 : is_vector(record) ? record->lanes : scalar;
	unsigned int found = 0;

	/* nothing commits before all of its operands have passed the unit */
	assert_true(!work || record->at[TEA_STAGE_COMMIT] >= record->at[TEA_STAGE_ISSUE] + parts - 1);
	for (unsigned int part = 0; work && part < parts; part++) {
		cycle_t cycle = record->at[TEA_STAGE_ISSUE] + part;

		while (taken[cycle] + share > machine->lanes &&
		       cycle < record->at[TEA_STAGE_COMMIT])
			cycle++;
		if (taken[cycle] + share > machine->lanes)
			continue;
		taken[cycle] += share;
		found += share;
	}
	if (work)
		count_operations(stack, record);
	bytes = bytes < found ? bytes : found;
	naive_charge(stack, record, TEA_FLOPS_BASE, work * bytes);
	naive_charge(stack, record, TEA_FLOPS_NON_FMA, (2 - work) * bytes);
	naive_charge(stack, record, TEA_FLOPS_MASK, 2 * (found - bytes));
}

/* Charge @cycle by the first @count that passed; its lanes are taken. */
static void look_at_cycle(struct stack *stack, unsigned int count, cycle_t cycle,
			  const struct machine *machine)
{
	const struct tea_retired *waits = NULL, *uses = NULL, *next = NULL, *producer;
	const unsigned int left = 2 * (machine->lanes - taken[cycle]);

	for (const struct tea_retired *at = passed_records; at != passed_records + count; at++) {
		if (is_other_use(at, cycle))
			uses = uses ? uses : at;
		if (work_of(at) && !waits && at->at[TEA_STAGE_DISPATCH] < cycle &&
		    at->at[TEA_STAGE_ISSUE] > cycle)
			waits = at;
		if (!next && at->at[TEA_STAGE_DISPATCH] >= cycle)
			next = at;
	}
	if (!waits) {
		next = next ? next : &passed_records[count - 1];
		naive_charge(stack, next, TEA_FLOPS_FRONTEND, left);
	} else if (uses) {
		naive_charge(stack, uses, TEA_FLOPS_NON_VFP, left);
	} else if (waits->ready <= cycle) {
		naive_charge(stack, waits, TEA_FLOPS_DEPEND, left);
	} else {
		producer = find_producer((unsigned int)(waits - passed_records));
		naive_charge(stack, producer, producer->insn.class == TEA_CLASS_LOAD ||
			     producer->insn.class == TEA_CLASS_V_LOAD ? TEA_FLOPS_MEM :
			     TEA_FLOPS_DEPEND, left);
	}
}

/* ---- random programs ---- */

static struct tea_op ops[OPS];
static struct tea_vector_op vectors[OPS];
static uint64_t addresses[RANDOM_ADDRESSES];
static struct stack expected;
static uint64_t seed;

static uint8_t random_fp_register(struct random_source *source)
{
	return (uint8_t)TEA_REG_FP(random_below(source, 6));
}

static struct tea_insn random_work(struct random_source *source)
{
	static const uint8_t classes[] = {
		TEA_CLASS_FP_FMA, TEA_CLASS_FP_FMA, TEA_CLASS_FP_ADD, TEA_CLASS_FP_MUL,
		TEA_CLASS_FP_MISC, TEA_CLASS_LOAD, TEA_CLASS_STORE, TEA_CLASS_FP_DIV,
	};
	struct tea_insn insn = {
		.class = classes[random_below(source, sizeof(classes))], .length_bytes = 4,
		.dst = random_fp_register(source),
		.src = { random_fp_register(source), random_fp_register(source), TEA_REG_NONE },
	};

	if (insn.class == TEA_CLASS_FP_FMA)
		insn.src[2] = random_fp_register(source);
	if (random_below(source, 2))
		insn.flags = TEA_INSN_SINGLE;
	if (insn.class == TEA_CLASS_STORE)
		insn.dst = TEA_REG_NONE;
	if (insn.class == TEA_CLASS_LOAD || insn.class == TEA_CLASS_STORE) {
		insn.src[0] = (uint8_t)(1 + random_below(source, 4));
		insn.access_bytes = 8;
	}
	return insn;
}

/* Two thirds of the arithmetic in the random program become floating point, by site. */
static void make_program(struct random_source *source)
{
	static struct tea_insn insns[SITES];

	random_program(source, ops, OPS);
	for (size_t i = 0; i < SITES; i++)
		insns[i] = random_work(source);
	for (size_t i = 0; i < OPS; i++) {
		struct tea_op *op = &ops[i];
		uint8_t length = op->insn.length_bytes;

		if (op->insn.class != TEA_CLASS_INT_ALU || op->site % 3 == 0)
			continue;
		op->insn = insns[op->site];
		op->insn.length_bytes = length;
		op->has_addr = op->insn.access_bytes;
		op->addr = 0x100000 + 8 * random_below(source, 512);
	}
}

/* The pipeline is empty behind record @i. */
static bool is_drained(size_t i, size_t count)
{
	return i + 1 == count ||
	       records[i + 1].at[TEA_STAGE_DISPATCH] > records[i].at[TEA_STAGE_COMMIT];
}

static void assert_numbers(const uint64_t *numbers, const uint64_t *others, size_t count,
			   const char *of, size_t row)
{
	for (size_t k = 0; k < count; k++) {
		if (numbers[k] != others[k])
			fail_msg("%s %zu, number %zu: %" PRIu64 ", not %" PRIu64
				 " (TEA_SEED=%" PRIu64 ")", of, row, k, numbers[k], others[k],
				 seed);
	}
}

static void assert_row(const struct tea_flops_row *row, const uint64_t *slots,
		       const uint64_t *operations, const char *of, size_t number)
{
	assert_numbers(row->slots, slots, TEA_FLOPS_COUNT, of, number);
	assert_numbers(row->operations, operations, TEA_FLOPS_WIDTHS, of, number);
}

static void assert_same(const struct tea_flops_stack *flops, const struct stack *stack)
{
	for (size_t site = 0; flops->by_site && site < SITES; site++)
		assert_row(&flops->rows[site], stack->rows[site], stack->operation_rows[site],
			   "site", site);
	for (size_t privilege = 0; !flops->by_site && privilege < PRIVILEGES; privilege++)
		assert_row(&flops->rows[privilege], stack->slots[privilege],
			   stack->operations[privilege], "privilege", privilege);
}

static uint64_t sum(const struct tea_flops_stack *flops)
{
	uint64_t slots = 0;

	for (size_t i = 0; i < flops->rows_count; i++)
		for (size_t k = 0; k < TEA_FLOPS_COUNT; k++)
			slots += flops->rows[i].slots[k];
	return slots;
}

/* Cut now and then where nothing is in flight, and at the end. */
static void compare(const struct tea_params *params, struct random_source *source, size_t count,
		    bool by_site)
{
	const struct machine machine = machine_of(params);
	struct tea_flops_stack flops;
	unsigned int placed = 0;
	cycle_t cycle = 0;

	memset(&expected, 0, sizeof(expected));
	memset(taken, 0, sizeof(taken));
	assert_in_range(records[count - 1].at[TEA_STAGE_COMMIT], 1, CYCLES_MAX - 1);
	assert_int_equal(tea_flops_init(&flops, params, 0, by_site), 0);
	for (size_t i = 0; i < count; i++) {
		const unsigned int several = records[i].micro_count ? records[i].micro_count : 1;

		tea_flops_record(&flops, &records[i]);
		for (const unsigned int end = placed + several; placed < end; placed++)
			place(&expected, &passed_records[placed], &machine);
		if (!is_drained(i, count) || (i + 1 < count && random_below(source, 4)))
			continue;
		tea_flops_cut(&flops);
		for (; cycle <= records[i].at[TEA_STAGE_COMMIT]; cycle++)
			look_at_cycle(&expected, placed, cycle, &machine);
		assert_same(&flops, &expected);
		assert_int_equal(flops.cycles, cycle);
		assert_int_equal(sum(&flops), cycle * tea_flops_width(params));
	}
	tea_flops_deinit(&flops);
}

/* Cuts anywhere: only carries ahead of the cycles are kept. */
static void cut_anywhere(const struct tea_params *params, struct random_source *source,
			 size_t count)
{
	struct tea_flops_stack flops;

	assert_int_equal(tea_flops_init(&flops, params, 0, false), 0);
	for (size_t i = 0; i < count; i++) {
		uint64_t ahead = 0;

		tea_flops_record(&flops, &records[i]);
		if (i + 1 < count && random_below(source, 8))
			continue;
		tea_flops_cut(&flops);
		for (uint64_t at = 0; at <= flops.busy.mask; at++)
			ahead += 2 * ((struct tea_flops_busy *)flops.busy.entries)[at].lanes;
		assert_int_equal(flops.cycles, records[i].at[TEA_STAGE_COMMIT] + 1);
		assert_int_equal(sum(&flops), flops.cycles * tea_flops_width(params) + ahead);
	}
	tea_flops_deinit(&flops);
}

static uint64_t seen[TEA_FLOPS_COUNT];

static void check_program(uint64_t number)
{
	struct random_source source;
	struct tea_params params;
	size_t count;

	seed = number;
	random_init(&source, seed);
	random_params(&source, &params);
	params.fp_issue = 1 + random_below(&source, 4);
	params.short_forward = random_below(&source, 8) == 0;
	make_program(&source);
	random_vectors_or_none(&source, &params, ops, vectors, OPS, addresses);
	passed.count = 0;
	count = random_run_passed(&params, ops, OPS, records, &passed);
	compare(&params, &source, count, true);
	compare(&params, &source, count, false);
	cut_anywhere(&params, &source, count);
	for (size_t i = 0; i < PRIVILEGES; i++)
		for (size_t k = 0; k < TEA_FLOPS_COUNT; k++)
			seen[k] += expected.slots[i][k];
}

static void test_random_programs(void **state)
{
	uint64_t runs = random_seeds(check_program, 200);

	(void)state;
	for (size_t k = 0; runs > 100 && k < TEA_FLOPS_COUNT; k++)
		assert_true(seen[k]);
}

/* ---- by hand ---- */

/*
 * A record of site @number, at pc 16 times that: dispatched, issued and gone in these cycles. It
 * writes register @to; until @ready_at it has waited for register @from, if for any.
 */
#define RECORD(number, name, dispatched, issued, ready_at, gone, to, from) { \
	.pc = 16 * (number), .site = (number), .ready = (ready_at), .late = TEA_REG_FP(from), \
	.insn = { .class = TEA_CLASS_##name, .dst = TEA_REG_FP(to) }, \
	.at = { [TEA_STAGE_DISPATCH] = (dispatched), [TEA_STAGE_ISSUE] = (issued), \
		[TEA_STAGE_COMMIT] = (gone) }, \
}

struct row {
	uint32_t site;
	uint64_t slots[TEA_FLOPS_COUNT];	/* base, non_fma, mask, frontend, non_vfp, mem, depend */
};

struct by_hand {
	const char *name;
	uint32_t units;
	struct tea_retired records[8];
	struct row rows[8];			/* until one of site 0 */
};

static const struct by_hand cases[] = {
	{ "a load, what waits for it, and what does not", 2, {
		/* waits in 2 to 5; 3 issues in 3, 4 takes a unit in 4 */
		RECORD(1, LOAD, 1, 2, 2, 8, 1, 9),
		RECORD(2, FP_ADD, 1, 6, 6, 11, 2, 1),
		RECORD(3, FP_MUL, 2, 3, 3, 11, 3, 9),
		RECORD(4, FP_MISC, 2, 4, 4, 11, 4, 9),
		RECORD(5, FP_FMA, 12, 13, 13, 18, 5, 9),
	}, {
		{ 1, { 0, 0, 0, 8, 0, 10, 0 } },	/* 0 and 1; 2, half of 3, 5 */
		{ 2, { 1, 1, 0, 0, 0, 0, 0 } },
		{ 3, { 1, 1, 0, 0, 0, 0, 0 } },
		{ 4, { 0, 0, 0, 0, 4, 0, 0 } },
		{ 5, { 2, 0, 0, 48, 0, 0, 0 } },	/* half of 6, 7 to 12; half of 13, 14 to 18 */
	} },
	{ "a divider that works, one more divide, and its reader", 2, {
		RECORD(1, FP_DIV, 0, 1, 1, 24, 1, 9),
		RECORD(2, FP_DIV, 0, 21, 1, 44, 2, 9),
		RECORD(3, FP_ADD, 0, 44, 44, 50, 3, 2),
	}, {
		{ 1, { 1, 1, 0, 4, 0, 0, 0 } },		/* 0 */
		{ 2, { 1, 1, 0, 0, 0, 0, 168 } },	/* for the divider until 20, then waited for */
		{ 3, { 1, 1, 0, 26, 0, 0, 0 } },
	} },
	{ "data of a store take the only port", 1, {
		RECORD(1, FP_ADD, 0, 1, 1, 8, 1, 9),
		{ .pc = 32, .site = 2, .at = { 0, 0, 0, 1, 7, 8 }, .ready = 1, .data_issue = 2,
		  .insn = { .class = TEA_CLASS_STORE, .dst = TEA_REG_NONE,
			    .src = { 1, TEA_REG_FP(9), TEA_REG_NONE } } },
		RECORD(3, FP_MUL, 1, 3, 2, 9, 3, 9),
		RECORD(4, FP_MUL, 1, 8, 8, 14, 4, 3),
	}, {
		{ 1, { 1, 1, 0, 2, 0, 0, 0 } },
		{ 2, { 0, 0, 0, 0, 2, 0, 0 } },
		{ 3, { 1, 1, 0, 0, 0, 0, 8 } },		/* 4 to 7 */
		{ 4, { 1, 1, 0, 12, 0, 0, 0 } },
	} },
	{ "of operations that leave by an exception nothing counts", 2, {
		{ .pc = 16, .site = 1, .at = { 0, 0, 0, 5, 9, 10 }, .ready = 5,
		  .flags = TEA_RETIRED_EXCEPTION | TEA_RETIRED_FLUSH,
		  .insn = { .class = TEA_CLASS_FP_ADD, .src = { TEA_REG_FP(9) } } },
		RECORD(2, FP_FMA, 14, 15, 15, 20, 2, 9),
	}, {
		{ 1, { 0, 0, 0, 4, 0, 0, 0 } },
		{ 2, { 2, 0, 0, 78, 0, 0, 0 } },
	} },
};

static void check_case(const struct by_hand *by_hand)
{
	struct tea_params params;
	struct tea_flops_stack flops, more;

	memset(&expected, 0, sizeof(expected));
	for (const struct row *row = by_hand->rows; row->site; row++) {
		memcpy(expected.rows[row->site], row->slots, sizeof(row->slots));
		/* all are on 8 bytes, and each takes a slot */
		expected.operation_rows[row->site][3] = row->slots[TEA_FLOPS_BASE];
	}
	for (size_t site = 0; site < SITES; site++)
		for (size_t k = 0; k < TEA_FLOPS_COUNT; k++)
			expected.slots[0][k] += expected.rows[site][k];
	tea_params_init(&params);
	params.fp_issue = by_hand->units;
	assert_int_equal(tea_flops_init(&flops, &params, 0, true), 0);
	assert_int_equal(tea_flops_init(&more, &params, 0, true), 0);
	for (const struct tea_retired *at = by_hand->records; at->site; at++)
		tea_flops_record(&flops, at);
	tea_flops_cut(&flops);
	printf("# %s\n", by_hand->name);
	assert_same(&flops, &expected);
	tea_flops_add(&more, &flops);
	assert_same(&more, &expected);
	assert_int_equal(more.rows[1].pc, 16);
	tea_flops_add(&more, &flops);
	assert_int_equal(sum(&more), 2 * sum(&flops));
	for (const struct row *row = by_hand->rows; row->site; row++)
		assert_int_equal(more.rows[row->site].operations[3], 2 * row->slots[TEA_FLOPS_BASE]);
	assert_int_equal(sum(&more), more.cycles * tea_flops_width(&params));
	tea_flops_deinit(&flops);
	tea_flops_deinit(&more);
}

static void test_by_hand(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_case(&cases[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_by_hand),
		cmocka_unit_test(test_random_programs),
	};

	return cmocka_run_group_tests_name("flops", tests, NULL, NULL);
}
