// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_rows.c - rows of the reorder buffer, tags of branches, and when results can be used
 *
 * Random programs on random cores: operations decoded in one cycle have a row of the ROB, one row
 * at most leaves in a cycle, and no more rows are taken than there are. A tag is a branch's until
 * it is resolved, and no operation reads a result before it is there, whenever the ROB knows of it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "random_program.h"

#define OPS	2000

static struct tea_op ops[OPS];
static struct tea_retired records[2 * OPS];
static struct tea_params params;
static unsigned int count;

static bool executes(const struct tea_retired *record)
{
	return record->at[TEA_STAGE_COMPLETE] > record->at[TEA_STAGE_ISSUE];
}

/* The rows, in order: that of each record, and when the last of each has left. */
static void list_rows(unsigned int *row, cycle_t *left)
{
	unsigned int rows = 0;

	for (unsigned int i = 0; i < count; i++) {
		const struct tea_retired *record = &records[i];

		rows += !i || record->at[TEA_STAGE_DECODE] != record[-1].at[TEA_STAGE_DECODE];
		row[i] = rows - 1;
		left[rows - 1] = record->at[TEA_STAGE_COMMIT] + 1;
	}
}

static void check_rows(void)
{
	static unsigned int row[2 * OPS];
	static cycle_t left[2 * OPS];
	const unsigned int rows = params.rob < params.decode_width ? 1 :
				  params.rob / params.decode_width;

	list_rows(row, left);
	for (unsigned int i = 1; i < count; i++) {
		const struct tea_retired *record = &records[i], *last = record - 1;
		const bool same = row[i] == row[i - 1];

		assert_true(same || record->at[TEA_STAGE_COMMIT] > last->at[TEA_STAGE_COMMIT]);
		assert_true(same || record->at[TEA_STAGE_DISPATCH] > last->at[TEA_STAGE_DISPATCH]);
		if (row[i] < rows)
			continue;
		assert_true(record->at[TEA_STAGE_DISPATCH] >= left[row[i] - rows]);
		assert_true(record->window >= left[row[i] - rows]);
	}
}

/* An ALU's result is there, and a branch resolved, before the ROB knows of it. */
static cycle_t executed(const struct tea_retired *record)
{
	const uint32_t latency = params.arithmetic_perfect ? 1 : params.alu_latency;

	return record->at[TEA_STAGE_ISSUE] + (executes(record) ? params.issue_latency + latency : 0);
}

static bool has_tag(const struct tea_retired *record)
{
	return record->insn.class == TEA_CLASS_BRANCH || record->insn.class == TEA_CLASS_JUMP_REG;
}

static void check_tags(void)
{
	for (unsigned int i = 0; i < count; i++) {
		unsigned int taken = 1;

		for (unsigned int k = 0; k < i && has_tag(&records[i]); k++)
			taken += has_tag(&records[k]) &&
				 executed(&records[k]) >= records[i].at[TEA_STAGE_DECODE];
		assert_in_range(taken, 1, params.branches);
	}
}

/* The first cycle in which one that reads its result can execute. */
static cycle_t usable(const struct tea_retired *record)
{
	switch (record->insn.class) {
	case TEA_CLASS_UNKNOWN:
	case TEA_CLASS_INT_ALU:
	case TEA_CLASS_AUIPC:
	case TEA_CLASS_BRANCH:
	case TEA_CLASS_JUMP:
	case TEA_CLASS_JUMP_REG:
		return executed(record);
	case TEA_CLASS_LOAD:
		return record->at[TEA_STAGE_COMPLETE] + params.issue_latency;
	default:
		return record->at[TEA_STAGE_COMPLETE];
	}
}

static void check_operands(void)
{
	cycle_t ready[TEA_REG_NONE + 1] = { 0 };

	for (unsigned int i = 0; i < count; i++) {
		const struct tea_retired *record = &records[i];
		unsigned int sources = record->insn.class == TEA_CLASS_STORE ? 1 : 3;

		if (!executes(record))
			continue;
		for (unsigned int k = 0; k < sources; k++)
			assert_true(record->at[TEA_STAGE_ISSUE] + params.issue_latency >=
				    ready[record->insn.src[k]]);
		if (record->insn.class == TEA_CLASS_STORE)
			assert_true(record->at[TEA_STAGE_COMPLETE] > ready[record->insn.src[1]]);
		if (!(record->flags & TEA_RETIRED_EXCEPTION))
			ready[record->insn.dst] = usable(record);
		ready[TEA_REG_NONE] = 0;
	}
}

static void check_once(uint64_t seed)
{
	struct random_source source;

	random_init(&source, seed);
	random_params(&source, &params);
	random_program(&source, ops, OPS);
	count = random_run(&params, ops, OPS, records);
	check_rows();
	check_tags();
	check_operands();
}

static void test_random(void **state)
{
	(void)state;
	random_seeds(check_once, 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random),
	};

	return cmocka_run_group_tests_name("rows", tests, NULL, NULL);
}
