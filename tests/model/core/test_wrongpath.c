// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_wrongpath.c - a core behind a mispredict: loops with one in each second round
 *
 * A load, a branch on its value that goes either way by chance, two sides, and the code where these
 * join. With wrong_path the next rounds' loads are under way when the branch is resolved, if their
 * addresses are known: if both sides leave that register alone and the value is there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "core/codemap.h"
#include "model.h"
#include "predictor/predictor.h"
#include "random_program.h"

#define ROUNDS		3000
#define HEAD		0x1000		/* of the loop */
#define SIDE		0x2000		/* where the branch is taken to */
#define JOIN		0x3000
#define CROSSED		0x4012		/* behind an instruction that begins in one block, ends in the next */
#define FAR		0x100000	/* addresses, a line or more apart */
#define FAR_BYTES	(1 << 18)
#define BASE		10		/* registers: the load's address, */
#define VALUE		11		/* its result, */
#define OTHER		12		/* a side's result */

/* The origin of the loop's load address. */
enum source { SOURCE_COUNTER, SOURCE_SIDE, SOURCE_LOAD };

struct loop {
	enum source source;
	uint64_t bytes;		/* that loads are spread over */
	bool fenced;		/* the instruction cache is empty in each round */
};

struct made {
	cycle_t cycles;
	uint64_t line_wait;	/* of fetch */
	unsigned int mispredicts;
};

static int walk_bare(void *opaque, uint64_t vaddr, uint8_t privilege, struct tea_walk *walk)
{
	(void)opaque;
	(void)vaddr;
	(void)privilege;
	walk->levels = 0;
	return 0;
}

static void pass(struct tea_model *model, struct made *made, const struct tea_op *op)
{
	const struct tea_retired *records;
	unsigned int count = tea_model_step(model, op, &records);

	for (; count--; records++) {
		made->line_wait += records->line_wait;
		made->mispredicts += !!(records->psv & TEA_PSV_FL_MB);
	}
}

static void compute(struct tea_model *model, struct made *made, uint64_t pc, uint8_t reg,
		    uint8_t source, uint64_t next)
{
	const struct tea_op op = {
		.insn = { .class = next == pc + 4 ? TEA_CLASS_INT_ALU : TEA_CLASS_JUMP,
			  .length_bytes = 4, .dst = reg,
			  .src = { source, TEA_REG_NONE, TEA_REG_NONE } },
		.pc = pc, .next_pc = next,
	};

	pass(model, made, &op);
}

static uint8_t find_source(enum source source)
{
	return source == SOURCE_SIDE ? OTHER : source == SOURCE_LOAD ? VALUE : BASE;
}

/* The load and the branch on it; each side writes OTHER and goes to where they join. */
static void run_round(struct tea_model *model, struct made *made, const struct loop *loop,
		      uint64_t addr, bool taken)
{
	const uint64_t side = taken ? SIDE : HEAD + 16;
	const struct tea_op fence = {
		.insn = { .class = TEA_CLASS_FENCE_I, .length_bytes = 4, .dst = TEA_REG_NONE,
			  .src = { TEA_REG_NONE, TEA_REG_NONE, TEA_REG_NONE } },
		.pc = HEAD, .next_pc = HEAD + 4,
	};
	const struct tea_op load = {
		.insn = { .class = TEA_CLASS_LOAD, .length_bytes = 4, .dst = VALUE, .access_bytes = 8,
			  .src = { BASE, TEA_REG_NONE, TEA_REG_NONE } },
		.pc = HEAD + 8, .next_pc = HEAD + 12, .addr = addr, .has_addr = true,
	};
	const struct tea_op branch = {
		.insn = { .class = TEA_CLASS_BRANCH, .length_bytes = 4, .dst = TEA_REG_NONE,
			  .src = { VALUE, TEA_REG_NONE, TEA_REG_NONE } },
		.pc = HEAD + 12, .next_pc = side,
	};

	if (loop->fenced)
		pass(model, made, &fence);
	else
		compute(model, made, HEAD, BASE, BASE, HEAD + 4);
	compute(model, made, HEAD + 4, BASE, find_source(loop->source), HEAD + 8);
	pass(model, made, &load);
	pass(model, made, &branch);
	compute(model, made, side, OTHER, OTHER, side + 4);
	compute(model, made, side + 4, TEA_REG_NONE, TEA_REG_NONE, JOIN);
	compute(model, made, JOIN, 20, TEA_REG_NONE, JOIN + 4);
	compute(model, made, JOIN + 4, TEA_REG_NONE, TEA_REG_NONE, HEAD);
}

static struct made run(const struct tea_params *params, const struct loop *loop)
{
	struct tea_env env = { .walk = walk_bare };
	struct tea_model *model = tea_model_create(params, &env);
	struct random_source source = { .state = 7 };
	struct made made = { 0 };

	assert_non_null(model);
	tea_model_explain(model, true);
	for (unsigned int i = 0; i < ROUNDS; i++) {
		const uint64_t at = random_below(&source, (unsigned int)loop->bytes);

		run_round(model, &made, loop, FAR + at / 64 * 64, random_below(&source, 2));
	}
	made.cycles = tea_model_now(model);
	tea_model_destroy(model);
	return made;
}

/* Without the wrong path, and with it. */
static void run_both(struct loop loop, struct made made[2])
{
	struct tea_params params;

	tea_params_init(&params);
	for (unsigned int i = 0; i < 2; i++) {
		params.wrong_path = i;
		made[i] = run(&params, &loop);
	}
	assert_true(made[0].mispredicts > ROUNDS / 3);
	/* the branch is unpredictable either way, but the predictor learns something else of it */
	assert_in_range(made[1].mispredicts, made[0].mispredicts * 9 / 10,
			made[0].mispredicts * 11 / 10);
}

static void loads_are_under_way_when_the_branch_is_known(void **state)
{
	struct made made[2];

	(void)state;
	run_both((struct loop){ SOURCE_COUNTER, FAR_BYTES, false }, made);
	assert_true(made[1].cycles < made[0].cycles * 3 / 4);
}

static void what_a_side_writes_is_no_address(void **state)
{
	struct made made[2];

	(void)state;
	run_both((struct loop){ SOURCE_SIDE, FAR_BYTES, false }, made);
	assert_in_range(made[1].cycles, made[0].cycles * 97 / 100, made[0].cycles * 103 / 100);
}

static void what_is_not_there_is_no_address(void **state)
{
	struct made made[2];

	(void)state;
	run_both((struct loop){ SOURCE_LOAD, FAR_BYTES, false }, made);
	assert_in_range(made[1].cycles, made[0].cycles * 97 / 100, made[0].cycles * 103 / 100);
}

static void what_is_near_comes_no_sooner(void **state)
{
	struct made made[2];

	(void)state;
	run_both((struct loop){ SOURCE_COUNTER, 4096, false }, made);
	assert_in_range(made[1].cycles, made[0].cycles * 97 / 100, made[0].cycles * 103 / 100);
}

/* The wrong side's line is fetched, and then the one where both join, which the right side needs. */
static void lines_are_fetched(void **state)
{
	struct made made[2];

	(void)state;
	run_both((struct loop){ SOURCE_COUNTER, FAR_BYTES, true }, made);
	assert_true(made[1].line_wait < made[0].line_wait);
}

static void without_mispredicts_there_is_none(void **state)
{
	const struct loop loop = { SOURCE_COUNTER, FAR_BYTES, false };
	struct tea_params params;
	struct made made[2];

	(void)state;
	tea_params_init(&params);
	params.predictor_perfect = 1;
	for (unsigned int i = 0; i < 2; i++) {
		params.wrong_path = i;
		made[i] = run(&params, &loop);
	}
	assert_int_equal(made[0].cycles, made[1].cycles);
}

static unsigned int told;	/* calls for CROSSED, before a mispredict in its block */

void __real_tea_predictor_stray_before(struct tea_predictor *predictor, uint64_t pc,
				       const struct tea_insn *insn);
void __wrap_tea_predictor_stray_before(struct tea_predictor *predictor, uint64_t pc,
				       const struct tea_insn *insn);

void __wrap_tea_predictor_stray_before(struct tea_predictor *predictor, uint64_t pc,
				       const struct tea_insn *insn)
{
	told += pc == CROSSED;
	__real_tea_predictor_stray_before(predictor, pc, insn);
}

static void branch(struct tea_model *model, struct made *made, uint64_t pc, uint64_t next)
{
	const struct tea_op op = {
		.insn = { .class = TEA_CLASS_BRANCH, .length_bytes = 4, .dst = TEA_REG_NONE,
			  .src = { TEA_REG_NONE, TEA_REG_NONE, TEA_REG_NONE } },
		.pc = pc, .next_pc = next,
	};

	pass(model, made, &op);
}

/* A block that begins with the end of an instruction, then a branch, then one that goes by chance. */
static void a_crossed_block_tells_of_its_branches(void **state)
{
	struct tea_env env = { .walk = walk_bare };
	struct random_source source = { .state = 7 };
	struct made made = { 0 };
	struct tea_params params;
	struct tea_model *model;

	(void)state;
	tea_params_init(&params);
	model = tea_model_create(&params, &env);
	assert_non_null(model);
	for (unsigned int i = 0; i < ROUNDS; i++) {
		const bool taken = random_below(&source, 2);

		for (uint64_t pc = CROSSED - 16; pc != CROSSED; pc += 4)
			compute(model, &made, pc, OTHER, OTHER, pc + 4);
		branch(model, &made, CROSSED, CROSSED + 4);
		branch(model, &made, CROSSED + 4, taken ? SIDE : CROSSED + 8);
		compute(model, &made, taken ? SIDE : CROSSED + 8, OTHER, OTHER, CROSSED - 16);
	}
	tea_model_destroy(model);
	assert_true(made.mispredicts > ROUNDS / 3);
	/* each time, but that its own mispredict is one, too */
	assert_in_range(told, made.mispredicts - 4, made.mispredicts);
}

static const struct tea_insn *note(struct tea_codemap *map, uint64_t pc, uint8_t dst)
{
	const struct tea_insn insn = { .class = TEA_CLASS_INT_ALU, .length_bytes = 4, .dst = dst };

	tea_codemap_note(map, pc, &insn);
	return tea_codemap_find(map, pc);
}

static void code_is_as_it_was_last(void **state)
{
	const uint64_t far = HEAD + TEA_CODEMAP_LINES * (uint64_t)TEA_LINE_BYTES;
	struct tea_codemap map;

	(void)state;
	assert_int_equal(tea_codemap_init(&map), 0);
	assert_null(tea_codemap_find(&map, HEAD));
	assert_int_equal(note(&map, HEAD, 1)->dst, 1);
	assert_int_equal(note(&map, HEAD, 2)->dst, 2);
	assert_null(tea_codemap_find(&map, HEAD + 2));
	assert_null(tea_codemap_find(&map, far));
	/* the line is given to other code */
	assert_int_equal(note(&map, far, 3)->dst, 3);
	assert_null(tea_codemap_find(&map, HEAD));
	tea_codemap_deinit(&map);
}

static void blocks_are_noted_again_when_lines_went(void **state)
{
	const uint64_t far = HEAD + TEA_CODEMAP_LINES * (uint64_t)TEA_LINE_BYTES;
	struct tea_block *block = calloc(1, sizeof(*block) + sizeof(block->recipes[0]));
	const struct tea_run run = { .block = block, .next_pc = HEAD + 4, .count = 1 };
	struct tea_codemap map;

	(void)state;
	assert_non_null(block);
	block->pc = HEAD;
	block->count = 1;
	block->serial = 1;
	block->recipes[0].insn.length_bytes = 4;
	assert_int_equal(tea_codemap_init(&map), 0);
	tea_codemap_note_run(&map, &run);
	assert_non_null(tea_codemap_find(&map, HEAD));
	note(&map, far, 1);
	assert_null(tea_codemap_find(&map, HEAD));
	tea_codemap_note_run(&map, &run);
	assert_non_null(tea_codemap_find(&map, HEAD));
	/* another block at the same place of memory, as behind a flush of QEMU's translations */
	block->recipes[0].insn.dst = 5;
	block->serial = 2;
	tea_codemap_note_run(&map, &run);
	assert_int_equal(tea_codemap_find(&map, HEAD)->dst, 5);
	tea_codemap_deinit(&map);
	free(block);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loads_are_under_way_when_the_branch_is_known),
		cmocka_unit_test(what_a_side_writes_is_no_address),
		cmocka_unit_test(what_is_not_there_is_no_address),
		cmocka_unit_test(what_is_near_comes_no_sooner),
		cmocka_unit_test(lines_are_fetched),
		cmocka_unit_test(a_crossed_block_tells_of_its_branches),
		cmocka_unit_test(without_mispredicts_there_is_none),
		cmocka_unit_test(code_is_as_it_was_last),
		cmocka_unit_test(blocks_are_noted_again_when_lines_went),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
