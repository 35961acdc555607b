// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_sfb.c - which branches are short: all distances from all places of a fetch block
 *
 * A branch is shown taken, not taken with its shadow of additions, and taken again. It is
 * a predicate then if its target is ahead, at the end of the next fetch block at most,
 * and there is an instruction to skip.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/sfb.h"

#define BLOCK	16		/* bytes: 8 parcels */
#define AT	0x10000
#define LENGTH	2		/* bytes of each instruction */

static const struct tea_insn branch = {
	.class = TEA_CLASS_BRANCH, .length_bytes = LENGTH, .dst = TEA_REG_NONE,
	.src = { 5, TEA_REG_NONE, TEA_REG_NONE },
}, addition = {
	.class = TEA_CLASS_INT_ALU, .length_bytes = LENGTH, .dst = 6,
	.src = { 6, TEA_REG_NONE, TEA_REG_NONE },
};

static struct tea_sfb_step step_at(struct tea_sfb *sfb, const struct tea_insn *insn, uint64_t pc,
				   uint64_t next)
{
	const struct tea_op op = { .insn = *insn, .pc = pc, .next_pc = next };
	struct tea_sfb_step step;

	tea_sfb_step(sfb, &op, &step);
	return step;
}

/* How many instructions the branch at @pc to @target skips as a predicate; -1: it is none. */
static int skips(struct tea_sfb *sfb, uint64_t pc, uint64_t target)
{
	struct tea_sfb_step step;

	step_at(sfb, &branch, pc, target);
	step_at(sfb, &branch, pc, pc + LENGTH);
	for (uint64_t at = pc + LENGTH; at < pc + 3 * BLOCK; at += LENGTH)
		step_at(sfb, &addition, at, at + LENGTH);
	step = step_at(sfb, &branch, pc, target);
	if (step.op.insn.class == TEA_CLASS_BRANCH) {
		assert_int_equal(step.skipped_count, 0);
		return -1;
	}
	assert_int_equal(step.op.insn.class, TEA_CLASS_INT_ALU);
	assert_int_equal(step.skipped_pc, pc + LENGTH);
	return (int)step.skipped_count;
}

static void short_is_to_the_end_of_the_next_block(void **state)
{
	struct tea_params params;

	(void)state;
	tea_params_init(&params);
	assert_int_equal(params.fetch_width * 2, BLOCK);
	for (uint64_t offset = 0; offset < BLOCK; offset += LENGTH) {
		for (int distance = -3 * BLOCK; distance <= 3 * BLOCK; distance += LENGTH) {
			struct tea_sfb *sfb = tea_sfb_create(&params);
			uint64_t pc = AT + offset, target = pc + (uint64_t)(int64_t)distance;
			bool is_short = distance > LENGTH && target <= AT + 2 * BLOCK;

			assert_non_null(sfb);
			/* that to the next instruction is never taken, as far as anybody knows */
			if (distance != LENGTH)
				assert_int_equal(skips(sfb, pc, target),
						 is_short ? distance / LENGTH - 1 : -1);
			tea_sfb_destroy(sfb);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(short_is_to_the_end_of_the_next_block),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
