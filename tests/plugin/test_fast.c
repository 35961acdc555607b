// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_fast.c - which cores share an abstract model, and the account of one core
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fast.h"

#define CORES	35
#define CODE	0x10000

/* No page table: addresses are physical. */
static int walk(void *opaque, uint64_t vaddr, uint8_t privilege, struct tea_walk *result)
{
	(void)opaque;
	(void)vaddr;
	(void)privilege;
	result->levels = 0;
	return 0;
}

static const struct tea_env env = { .walk = walk };

static void test_teams(void **state)
{
	struct tea_params cores[CORES];
	struct fast_team teams[CORES];
	struct fast_place places[CORES];
	unsigned int count = 0;

	(void)state;
	for (unsigned int i = 0; i < CORES; i++) {
		tea_params_init(&cores[i]);
		cores[i].rob = 100 + i;
	}
	cores[1].l1d_kib = cores[34].l1d_kib = 64;
	for (unsigned int i = 0; i < CORES; i++)
		places[i] = fast_place_core(teams, &count, &cores[i]);
	/* 32 of the 33 that agree, the two others, and the one for which there was no room */
	assert_int_equal(count, 3);
	assert_int_equal(teams[0].count, TEA_ABSTRACT_LANES);
	assert_int_equal(teams[1].count, 2);
	assert_int_equal(teams[2].count, 1);
	assert_int_equal(places[34].team, 1);
	assert_int_equal(places[34].lane, 1);
	assert_int_equal(places[33].team, 2);
	for (unsigned int i = 0; i < CORES; i++)
		assert_ptr_equal(teams[places[i].team].params[places[i].lane], &cores[i]);
}

static struct lane *run_chain(const struct tea_params *params, unsigned int count)
{
	struct lane *lane = lane_create_abstract(&params, 1, &env);

	assert_non_null(lane);
	for (unsigned int i = 0; i < count; i++) {
		struct stream_item item = { .op = {
			.insn = { .class = TEA_CLASS_INT_ALU, .length_bytes = 4, .dst = 5,
				  .src = { 5, TEA_REG_NONE, TEA_REG_NONE } },
			.pc = CODE + 4 * i, .next_pc = CODE + 4 * i + 4, .site = i + 1,
		} };

		lane_step(lane, &item);
	}
	lane_finish(lane);
	return lane;
}

/* Threads are added up, address by address, and all their cycles are in it. */
static void test_account(void **state)
{
	struct fast_account account = { .rows = NULL };
	struct tea_params params;
	struct lane *lanes[2];
	uint64_t cycles = 0, parts = 0;

	(void)state;
	tea_params_init(&params);
	for (unsigned int i = 0; i < 2; i++) {
		lanes[i] = run_chain(&params, 4 + 4 * i);
		assert_int_equal(fast_account_add(&account, lanes[i], 0), 0);
		cycles += tea_abstract_now(lanes[i]->abstract, 0);
		lane_destroy(lanes[i]);
	}
	assert_int_equal(account.count, 4 + 8);
	fast_account_settle(&account);
	assert_int_equal(account.count, 8);
	for (size_t i = 0; i < account.count; i++) {
		assert_int_equal(account.rows[i].pc, CODE + 4 * i);
		parts += account.rows[i].parts;
	}
	assert_int_equal(parts, cycles * FAST_CYCLE_PARTS);
	fast_account_free(&account);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_teams), cmocka_unit_test(test_account),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
