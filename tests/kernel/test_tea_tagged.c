// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_tea_tagged.c - a tagged instruction's record, as perf gets it, by table
 *
 * The words are made by the numbers of the draft, and read as perf reads them, by the fields of
 * union perf_mem_data_src.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tea_tagged.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define ADDRESS	0x123456789000ULL
#define PHYSICAL 0x80001000ULL

#define SOURCE(number)	((u64)(number) << 41)
#define FLUSHED		(1ULL << 32)
#define L1TLBMISS	(1ULL << 45)
#define LLTLBMISS	(1ULL << 46)
#define LEVEL(level)	(PERF_MEM_LVL_HIT | PERF_MEM_LVL_##level)

static void records_are_told(void **state)
{
	static const struct {
		u64 header, address, op, lock, lvl, tlb, addr;
	} rows[] = {
		/* neither load nor store; a transfer's address is no data's */
		{ 0, 0, PERF_MEM_OP_NA, 0, PERF_MEM_LVL_NA, PERF_MEM_TLB_NA, 0 },
		{ 4 | L1TLBMISS | SOURCE(7), ADDRESS, PERF_MEM_OP_NA, 0, PERF_MEM_LVL_NA,
		  PERF_MEM_TLB_NA, 0 },
		{ 1 | SOURCE(2), ADDRESS, PERF_MEM_OP_LOAD, 0, LEVEL(L1),
		  PERF_MEM_TLB_HIT | PERF_MEM_TLB_L1, ADDRESS },
		{ 1 | SOURCE(4) | L1TLBMISS, ADDRESS, PERF_MEM_OP_LOAD, 0, LEVEL(L2),
		  PERF_MEM_TLB_HIT | PERF_MEM_TLB_L2, ADDRESS },
		{ 1 | SOURCE(7) | L1TLBMISS | LLTLBMISS, ADDRESS, PERF_MEM_OP_LOAD, 0,
		  LEVEL(LOC_RAM), PERF_MEM_TLB_MISS | PERF_MEM_TLB_WK, ADDRESS },
		{ 2, ADDRESS, PERF_MEM_OP_STORE, 0, PERF_MEM_LVL_NA,
		  PERF_MEM_TLB_HIT | PERF_MEM_TLB_L1, ADDRESS },
		{ 3 | SOURCE(6), ADDRESS, PERF_MEM_OP_LOAD | PERF_MEM_OP_STORE, PERF_MEM_LOCK_LOCKED,
		  LEVEL(L3), PERF_MEM_TLB_HIT | PERF_MEM_TLB_L1, ADDRESS },
		/* a load that traps has none */
		{ 1, 0, PERF_MEM_OP_LOAD, 0, PERF_MEM_LVL_NA, PERF_MEM_TLB_NA, 0 },
		/* of one that was flushed the address is an instruction's */
		{ 1 | FLUSHED | 2ULL << 33, ADDRESS, PERF_MEM_OP_NA, 0, PERF_MEM_LVL_NA,
		  PERF_MEM_TLB_NA, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const u64 words[TEA_PDIS_WORDS] = {
			[0] = rows[i].header, [4] = rows[i].address, [5] = PHYSICAL,
		};
		const union perf_mem_data_src src = { .val = tea_tagged_data_src(words) };

		assert_int_equal(src.mem_op, rows[i].op);
		assert_int_equal(src.mem_lock, rows[i].lock);
		assert_int_equal(src.mem_lvl, rows[i].lvl);
		assert_int_equal(src.mem_dtlb, rows[i].tlb);
		assert_int_equal(tea_tagged_addr(words), rows[i].addr);
		assert_int_equal(tea_tagged_phys_addr(words),
				 rows[i].header & 3 && !(rows[i].header & FLUSHED) ? PHYSICAL : 0);
	}
}

static void weights_are_latencies(void **state)
{
	const u64 words[TEA_PDIS_WORDS] = {
		[3] = 0xfULL << 60 | 300ULL << 48 | 4095ULL << 36 | 200ULL << 24 | 100ULL << 12 | 500,
	};
	const struct tea_tagged_weight weight = tea_tagged_weight(words);

	(void)state;
	assert_int_equal(weight.access, 4095);
	assert_int_equal(weight.total, 500);
	assert_int_equal(weight.oldest, 300);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_are_told),
		cmocka_unit_test(weights_are_latencies),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
