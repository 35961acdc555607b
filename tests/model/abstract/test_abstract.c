// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_abstract.c - the abstract model: streams worked out by hand, and lanes against each other
 *
 * On the default core, whose caches and predictor never fail, the first operation is fetched in
 * cycle 1, dispatched in 7 and issues in 8 at the earliest; an ALU's leaves the ROB 4 cycles behind
 * that. Then random programs: each lane has to give the result of its core alone, to the bit, and
 * plain C that of vectors. The same with each knob, whichever kind params.def gives it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "abstract/abstract.h"
#include "core/random_program.h"

#define OPS		20000
#define CODE		0x10000
#define DATA		0x80000
#define ALU_EXIT	12	/* of the first operation, if it is an ALU's */

static const struct tea_env env = { .walk = random_walk };

static struct tea_params perfect(void)
{
	struct tea_params params;

	tea_params_init(&params);
	params.predictor = 0;
	params.l1i_perfect = params.l1d_perfect = params.itlb_perfect = params.dtlb_perfect = 1;
	return params;
}

/* The operation number @i of straight code. */
static struct tea_op op_at(unsigned int i, uint8_t class, uint8_t dst, uint8_t src)
{
	return (struct tea_op){
		.insn = { .class = class, .length_bytes = 4, .dst = dst,
			  .src = { src, TEA_REG_NONE, TEA_REG_NONE } },
		.pc = CODE + 4 * i, .next_pc = CODE + 4 * i + 4, .site = i + 1,
	};
}

static struct tea_op access_at(unsigned int i, uint8_t class, uint8_t dst, uint8_t data,
			       uint64_t addr, uint8_t bytes)
{
	struct tea_op op = op_at(i, class, dst, TEA_REG_NONE);

	op.insn.src[1] = data;
	op.insn.access_bytes = bytes;
	op.addr = addr;
	op.has_addr = true;
	return op;
}

/* Cycles of each lane. */
static void run(const struct tea_params *params, unsigned int lanes, const struct tea_op *ops,
		unsigned int count, uint64_t *cycles)
{
	const struct tea_params *list[TEA_ABSTRACT_LANES] = { params };
	struct tea_abstract *abstract;

	for (unsigned int i = 0; i < lanes; i++)
		list[i] = &params[i];
	abstract = tea_abstract_create(list, lanes, &env, false);
	assert_non_null(abstract);
	for (unsigned int i = 0; i < count; i++)
		tea_abstract_step(abstract, &ops[i]);
	for (unsigned int i = 0; i < lanes; i++)
		cycles[i] = tea_abstract_now(abstract, i);
	tea_abstract_destroy(abstract);
}

static uint64_t run_one(const struct tea_params *params, const struct tea_op *ops,
			unsigned int count)
{
	uint64_t cycles;

	run(params, 1, ops, count, &cycles);
	return cycles;
}

/* Each waits for the one before it: a cycle each, or the latency. */
static void test_chain(void **state)
{
	struct tea_params params[2] = { perfect(), perfect() };
	struct tea_op ops[100];
	uint64_t cycles[2];

	(void)state;
	params[1].alu_latency = 3;
	for (unsigned int i = 0; i < 100; i++)
		ops[i] = op_at(i, TEA_CLASS_INT_ALU, 5, 5);
	run(params, 2, ops, 100, cycles);
	assert_int_equal(cycles[0], ALU_EXIT + 99);
	assert_int_equal(cycles[1], ALU_EXIT + 2 + 3 * 99);
}

/* One multiplier takes one a cycle, two take two; an exit is 2 cycles later than an ALU's. */
static void test_throughput(void **state)
{
	struct tea_params params[2] = { perfect(), perfect() };
	struct tea_op ops[101];
	uint64_t cycles[2];

	(void)state;
	params[1].mul_units = 2;
	for (unsigned int i = 0; i < 101; i++)
		ops[i] = op_at(i, TEA_CLASS_INT_MUL, (uint8_t)(5 + i % 8), TEA_REG_NONE);
	run(params, 2, ops, 101, cycles);
	assert_int_equal(cycles[0], ALU_EXIT + 2 + 100);
	assert_int_equal(cycles[1], ALU_EXIT + 2 + 50);
}

/* Nothing but decode: 4 a cycle, or 2. */
static void test_decode(void **state)
{
	struct tea_params params[2] = { perfect(), perfect() };
	struct tea_op ops[101];
	uint64_t cycles[2];

	(void)state;
	params[1].decode_width = 2;
	for (unsigned int i = 0; i < 101; i++)
		ops[i] = op_at(i, TEA_CLASS_INT_ALU, (uint8_t)(5 + i % 8), TEA_REG_NONE);
	run(params, 2, ops, 101, cycles);
	assert_int_equal(cycles[0], ALU_EXIT + 25);
	assert_int_equal(cycles[1], ALU_EXIT + 50);
}

static void set(struct tea_params *params, const char *knob, const char *value)
{
	assert_int_equal(tea_params_set_parts(params, knob, value), 0);
}

/*
 * Parts of a knob: 3.2 in a cycle, 100 of them in 31.25; a chain of 1.5 cycles; 1.25 multipliers;
 * additions of 3.478, 3561 of 1024 units, and three cycles more to be written and read again.
 */
static void test_parts(void **state)
{
	struct tea_params params[4] = { perfect(), perfect(), perfect(), perfect() };
	struct tea_op ops[101];
	uint64_t cycles[4];

	(void)state;
	set(&params[0], "decode_width", "3.2");
	set(&params[1], "alu_latency", "1.5");
	set(&params[2], "mul_units", "1.25");
	set(&params[3], "fma_latency", "3.478");
	for (unsigned int i = 0; i < 101; i++)
		ops[i] = op_at(i, TEA_CLASS_INT_ALU, (uint8_t)(5 + i % 8), TEA_REG_NONE);
	run(params, 2, ops, 101, cycles);
	assert_int_equal(cycles[0], ALU_EXIT + 32);
	assert_int_equal(cycles[1], ALU_EXIT + 25 + 1);
	for (unsigned int i = 0; i < 101; i++)
		ops[i] = op_at(i, TEA_CLASS_INT_ALU, 5, 5);
	run(params, 2, ops, 101, cycles);
	assert_int_equal(cycles[0], ALU_EXIT + 100);
	assert_int_equal(cycles[1], ALU_EXIT + 1 + 150);
	for (unsigned int i = 0; i < 101; i++)
		ops[i] = op_at(i, TEA_CLASS_INT_MUL, (uint8_t)(5 + i % 8), TEA_REG_NONE);
	run(params, 3, ops, 101, cycles);
	assert_int_equal(cycles[0], ALU_EXIT + 2 + 100);
	assert_int_equal(cycles[2], ALU_EXIT + 2 + 80);
	for (unsigned int i = 0; i < 101; i++)
		ops[i] = op_at(i, TEA_CLASS_FP_ADD, TEA_REG_FP(1), TEA_REG_FP(1));
	run(params, 4, ops, 101, cycles);
	assert_int_equal(cycles[0], ALU_EXIT + 3 + 700);
	/* it issues in 8, and leaves 3 behind its latency */
	assert_int_equal(cycles[3], 8 + 3 + (100 * (3561 + 3 * 1024) + 3561 + 1023) / 1024);
}

/*
 * A divide of 20 cycles leaves in 8 + 2 + 20 + 1. With 8 places the ninth operation is dispatched a cycle
 * later; with more it leaves as the eighth behind it, of four a cycle.
 */
static void test_window(void **state)
{
	struct tea_params params[2] = { perfect(), perfect() };
	struct tea_op ops[9];
	uint64_t cycles[2];

	(void)state;
	params[1].rob = 8;
	for (unsigned int i = 0; i < 9; i++)
		ops[i] = op_at(i, TEA_CLASS_INT_ALU, 5, TEA_REG_NONE);
	ops[0] = op_at(0, TEA_CLASS_FP_DIV, TEA_REG_FP(1), TEA_REG_NONE);
	run(params, 2, ops, 9, cycles);
	assert_int_equal(cycles[0], 31 + 2);
	assert_int_equal(cycles[1], 31 + 1 + 1 + 4);
}

/*
 * Through memory: an addition has its result in cycle 9, the store reads it and has it in 11, the
 * load forwards it in 5 more, and the addition behind that issues in 14, leaves in 18. From
 * other bytes the load, dispatched in 7.5, has its data in 14.5, and the addition issues 2 before that.
 */
static void test_shadow_memory(void **state)
{
	struct tea_params params = perfect();
	struct tea_op ops[4] = {
		op_at(0, TEA_CLASS_INT_ALU, 5, 5),
		access_at(1, TEA_CLASS_STORE, TEA_REG_NONE, 5, DATA, 8),
		access_at(2, TEA_CLASS_LOAD, 6, TEA_REG_NONE, DATA, 8),
		op_at(3, TEA_CLASS_INT_ALU, 7, 6),
	};

	(void)state;
	assert_int_equal(run_one(&params, ops, 4), 18);
	ops[2].addr = DATA + 8;
	assert_int_equal(run_one(&params, ops, 4), 17);
	/* a part of the bytes: once the store, which leaves in 13, is written in 14, and 8 later */
	ops[2].addr = DATA;
	ops[1].insn.access_bytes = 4;
	assert_int_equal(run_one(&params, ops, 4), 15 + 8 + 4 - 2 + 4);
}

/* The rows of an account sum to the cycles, and the one that keeps others waiting has them. */
static void test_rows(void **state)
{
	const struct tea_params params = perfect(), *list[] = { &params };
	struct tea_abstract *abstract = tea_abstract_create(list, 1, &env, false);
	struct tea_op ops[2] = {
		op_at(0, TEA_CLASS_FP_DIV, TEA_REG_FP(1), TEA_REG_NONE),
		op_at(1, TEA_CLASS_INT_ALU, 5, TEA_REG_NONE),
	};
	struct tea_abstract_row *rows;
	size_t count;

	(void)state;
	assert_non_null(abstract);
	tea_abstract_step(abstract, &ops[0]);
	tea_abstract_step(abstract, &ops[1]);
	assert_int_equal(tea_abstract_rows(abstract, 0, &rows, &count), 0);
	assert_int_equal(count, 2);
	assert_int_equal(rows[0].pc, CODE);
	assert_int_equal(rows[0].parts, 31 * TEA_ABSTRACT_PARTS);
	assert_int_equal(rows[1].pc, CODE + 4);
	/* a quarter, and the rest of the last cycle */
	assert_int_equal(rows[1].parts, TEA_ABSTRACT_PARTS);
	assert_int_equal(tea_abstract_now(abstract, 0), 32);
	free(rows);
	tea_abstract_destroy(abstract);
}

/* Random programs */

static struct tea_op program[OPS];

static uint32_t between(struct random_source *source, uint32_t least, uint32_t most)
{
	return least + random_below(source, most - least + 1);
}

/* Vary a part of some rates and latencies that are not at the end of their range. */
static void vary_parts(struct random_source *source, struct tea_params *params)
{
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];

		if (tea_params_has_parts(info) && tea_params_get(params, info) < info->max &&
		    random_below(source, 2))
			tea_params_put_parts(params, info, tea_params_get_parts(params, info) +
					     random_below(source, TEA_PARTS));
	}
}

/* Vary the knobs in which lanes can differ. */
static void vary(struct random_source *source, struct tea_params *params)
{
	params->rob = between(source, 4, 300);
	params->decode_width = between(source, 1, 8);
	params->commit_width = between(source, 1, 8);
	params->int_issue = between(source, 1, 6);
	params->mem_issue = between(source, 1, 4);
	params->fp_issue = between(source, 1, 4);
	params->load_queue = between(source, 1, 64);
	params->store_queue = between(source, 1, 64);
	params->int_registers = between(source, 40, 200);
	params->branches = between(source, 1, 30);
	params->fma_latency = between(source, 1, 9);
	params->l1d_latency = between(source, 1, 9);
	params->l1d_mshrs = between(source, 1, 16);
	params->l1d_perfect = random_below(source, 4) == 0;
	params->predictor_perfect = random_below(source, 4) == 0;
	params->dtlb_perfect = random_below(source, 4) == 0;
	if (random_below(source, 2))
		vary_parts(source, params);
}

static struct tea_abstract *run_program(const struct tea_params *const *params, unsigned int lanes,
					const struct tea_env *around, unsigned int count, bool plain)
{
	struct tea_abstract *abstract = tea_abstract_create(params, lanes, around, plain);

	assert_non_null(abstract);
	for (unsigned int i = 0; i < count; i++)
		tea_abstract_step(abstract, &program[i]);
	return abstract;
}

static struct tea_abstract *run_random(const struct tea_params *const *params, unsigned int lanes,
				       bool plain)
{
	return run_program(params, lanes, &env, OPS, plain);
}

/* Whether lane @a of one model is lane @b of the other. */
static bool is_same(const struct tea_abstract *one, unsigned int a,
		    const struct tea_abstract *other, unsigned int b)
{
	bool same = tea_abstract_now(one, a) == tea_abstract_now(other, b);
	struct tea_abstract_row *rows[2];
	size_t counts[2];

	assert_int_equal(tea_abstract_rows(one, a, &rows[0], &counts[0]), 0);
	assert_int_equal(tea_abstract_rows(other, b, &rows[1], &counts[1]), 0);
	assert_int_equal(counts[0], counts[1]);
	for (size_t i = 0; i < counts[0]; i++) {
		assert_int_equal(rows[0][i].pc, rows[1][i].pc);
		same = same && rows[0][i].parts == rows[1][i].parts;
	}
	free(rows[0]);
	free(rows[1]);
	return same;
}

static void assert_same(const struct tea_abstract *one, unsigned int a,
			const struct tea_abstract *other, unsigned int b)
{
	assert_true(is_same(one, a, other, b));
}

static void check_lanes(uint64_t seed)
{
	struct tea_params params[TEA_ABSTRACT_LANES];
	const struct tea_params *list[TEA_ABSTRACT_LANES];
	struct tea_abstract *vector, *plain, *one;
	struct random_source source;
	unsigned int lanes;

	random_init(&source, seed);
	lanes = between(&source, 1, TEA_ABSTRACT_LANES);
	tea_params_select(&params[0], tea_cores[random_below(&source, 2)].name);
	for (unsigned int i = 0; i < lanes; i++) {
		params[i] = params[0];
		list[i] = &params[i];
	}
	for (unsigned int i = 0; i < lanes; i++)
		vary(&source, &params[i]);
	random_program(&source, program, OPS);
	vector = run_random(list, lanes, false);
	plain = run_random(list, lanes, true);
	for (unsigned int i = 0; i < lanes; i++)
		assert_same(vector, i, plain, i);
	for (unsigned int i = 0; i < lanes; i += 5) {
		one = run_random(&list[i], 1, false);
		assert_same(vector, i, one, 0);
		tea_abstract_destroy(one);
	}
	tea_abstract_destroy(vector);
	tea_abstract_destroy(plain);
}

static void test_lanes(void **state)
{
	(void)state;
	/* fetch that runs ahead of a short window, beside lanes with a long one */
	check_lanes(28);
	random_seeds(check_lanes, 4);
}

/* Each knob */

#define KNOB_OPS	6000
#define CALLS		8
#define CALL_OPS	(32 * 4 * CALLS)
#define FAR		(1 << 24)	/* pages of 2 MiB from here on */
#define FAR_PAGES	8

static int walk_far(void *opaque, uint64_t vaddr, uint8_t privilege, struct tea_walk *walk)
{
	random_walk(opaque, vaddr, privilege, walk);
	if (vaddr >= FAR) {
		walk->levels = 2;
		walk->page_shift = 21;
		walk->page_paddr = vaddr >> 21 << 21;
	}
	return 0;
}

/* Code on several pages. */
static uint64_t spread(uint64_t pc)
{
	return CODE + (pc - CODE) % 256 + (pc - CODE) / 256 * 8192;
}

static void harden(struct random_source *source, struct tea_op *op)
{
	if (op->insn.class == TEA_CLASS_INT_ALU && op->pc / 2 % 3 == 0)
		op->insn.class = TEA_CLASS_INT_MUL;
	if (op->insn.class == TEA_CLASS_FP_MUL && op->pc / 2 % 3 == 0)
		op->insn.class = TEA_CLASS_FP_SQRT;
	op->pc = spread(op->pc);
	op->next_pc = spread(op->next_pc);
	if (!op->has_addr)
		return;
	switch (random_below(source, 4)) {
	case 0:
		op->addr = DATA + random_below(source, 1 << 17) * 8;
		break;
	case 1:
		op->addr = FAR + (random_below(source, FAR_PAGES) << 21) +
			   random_below(source, 64) * 64;
		break;
	default:
		op->addr = DATA + random_below(source, 64);
	}
}

/* One of two calls in the function at @depth, and where it returns to. */
static uint64_t call_at(unsigned int depth, unsigned int round)
{
	return CODE + depth * 64 + (round >> depth % 3 & 1 ? 16 : 4);
}

static struct tea_op *jump(struct tea_op *op, uint8_t class, uint8_t flags, uint64_t pc, uint64_t next_pc)
{
	*op = op_at((unsigned int)(pc - CODE) / 4, class, TEA_REG_NONE, TEA_REG_NONE);
	op->insn.flags = flags;
	op->next_pc = next_pc;
	return op + 1;
}

/* Functions that call each other, now from here, now from there: only a return stack knows whereto. */
static void call(struct tea_op *op)
{
	const struct tea_op *const end = op + CALL_OPS;

	for (unsigned int round = 0; op < end; round++) {
		for (unsigned int i = 0; i < CALLS; i++) {
			const uint64_t entry = CODE + i * 64, at = call_at(i, round);

			op = jump(op, TEA_CLASS_BRANCH, 0, entry, at);
			op = jump(op, TEA_CLASS_JUMP, TEA_INSN_CALL, at, entry + 64);
		}
		for (unsigned int i = CALLS; i--;) {
			const uint64_t leave = CODE + i * 64 + 32, behind = call_at(i, round) + 4;

			op = jump(op, TEA_CLASS_JUMP_REG, TEA_INSN_RETURN, leave + 64, behind);
			op = jump(op, TEA_CLASS_JUMP, 0, behind, leave);
		}
	}
}

/* A program and a core with small caches and tables, on which every knob has an effect. */
static void make_hard(struct tea_params *base)
{
	struct random_source source;

	random_init(&source, 1);
	random_program(&source, program, KNOB_OPS);
	for (unsigned int i = 0; i < KNOB_OPS; i++)
		harden(&source, &program[i]);
	call(program + KNOB_OPS - CALL_OPS);
	tea_params_init(base);
	set(base, "l1i_kib", "2");
	set(base, "l1i_ways", "2");
	set(base, "l1d_kib", "4");
	set(base, "l1d_ways", "2");
	set(base, "llc_kib", "64");
	set(base, "llc_ways", "4");
	set(base, "l1i_tlb", "4");
	set(base, "l1_tlb", "8");
	set(base, "l2_tlb", "64");
	set(base, "btb_sets", "16");
	set(base, "return_stack", "4");
}

/* Beside @base in one model each lane is a run of its own. Returns whether they differ. */
static bool try_beside(const struct tea_param_info *info, const struct tea_params *base,
		       const struct tea_params *other)
{
	const struct tea_params *const list[] = { base, other };
	const struct tea_env far = { .walk = walk_far };
	struct tea_abstract *alone[] = {
		run_program(&list[0], 1, &far, KNOB_OPS, false),
		run_program(&list[1], 1, &far, KNOB_OPS, false),
	};
	const bool differ = !is_same(alone[0], 0, alone[1], 0);

	assert_int_equal(tea_abstract_agree(base, other), info->fast != TEA_FAST_SHARED);
	if (info->fast != TEA_FAST_SHARED) {
		struct tea_abstract *both = run_program(list, 2, &far, KNOB_OPS, false);

		for (unsigned int i = 0; i < 2; i++)
			if (!is_same(both, i, alone[i], 0))
				fail_msg("%s is shared by lanes: params.def has to say so", info->name);
		tea_abstract_destroy(both);
	}
	tea_abstract_destroy(alone[0]);
	tea_abstract_destroy(alone[1]);
	return differ;
}

/* Whether any value of the knob makes a difference; also true if no other value is valid. */
static bool try_knob(const struct tea_param_info *info, const struct tea_params *base)
{
	const uint32_t value = tea_params_get(base, info);
	const uint32_t values[] = { info->min, info->max, 2 * value, value / 2, 1 };
	bool differ = false, taken = false;

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]) && !differ; i++) {
		struct tea_params other = *base;
		const char *why;

		if (values[i] < info->min || values[i] > info->max || values[i] == value)
			continue;
		tea_params_put_parts(&other, info, (uint64_t)values[i] * TEA_PARTS);
		if (tea_params_check(&other, &why) || tea_abstract_check(&other, &why))
			continue;
		differ = try_beside(info, base, &other);
		taken = true;
	}
	return differ || !taken;
}

/* Lanes differ in each knob that params.def calls theirs, and left-out knobs change nothing. */
static void test_knobs(void **state)
{
	struct tea_params base;

	(void)state;
	make_hard(&base);
	for (size_t i = 0; i < tea_param_infos_count; i++) {
		const struct tea_param_info *info = &tea_param_infos[i];
		const bool left_out = info->fast == TEA_FAST_LEFT_OUT;

		if (try_knob(info, &base) == left_out)
			fail_msg("%s: params.def says that it is %sleft out", info->name,
				 left_out ? "" : "not ");
	}
}

/* A run that waits for memory long enough has its times rebased, and goes on as before. */
static void test_long(void **state)
{
	struct tea_params params[2] = { perfect(), perfect() };
	struct tea_op op = op_at(0, TEA_CLASS_FP_DIV, TEA_REG_FP(1), TEA_REG_FP(1));
	const struct tea_params *list[2] = { &params[0], &params[1] };
	struct tea_abstract *abstract;
	const unsigned int count = 200000;

	(void)state;
	params[1].fdiv_latency = 40;
	abstract = tea_abstract_create(list, 2, &env, false);
	assert_non_null(abstract);
	for (unsigned int i = 0; i < count; i++)
		tea_abstract_step(abstract, &op);
	/* latency, and 3 to be written and read again */
	assert_int_equal(tea_abstract_now(abstract, 0), 31 + (uint64_t)(count - 1) * 23);
	assert_int_equal(tea_abstract_now(abstract, 1), 51 + (uint64_t)(count - 1) * 43);
	tea_abstract_destroy(abstract);
}

static void test_refused(void **state)
{
	struct tea_params params = perfect(), other = perfect();
	const char *why = NULL;

	(void)state;
	assert_int_equal(tea_abstract_check(&params, &why), 0);
	other.rob = 10;
	assert_true(tea_abstract_agree(&params, &other));
	other.l1d_kib = 64;
	assert_false(tea_abstract_agree(&params, &other));
	tea_params_select(&params, "boom-vector");
	assert_int_not_equal(tea_abstract_check(&params, &why), 0);
	assert_non_null(why);
	params = perfect();
	params.rob = 2048;
	params.dram_mbps = 100;
	assert_int_not_equal(tea_abstract_check(&params, &why), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_chain), cmocka_unit_test(test_throughput),
		cmocka_unit_test(test_decode), cmocka_unit_test(test_parts),
		cmocka_unit_test(test_window),
		cmocka_unit_test(test_shadow_memory), cmocka_unit_test(test_rows),
		cmocka_unit_test(test_lanes), cmocka_unit_test(test_knobs), cmocka_unit_test(test_long),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
