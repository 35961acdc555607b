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

static void requests_mean_something(void **state)
{
	static const struct {
		u64 config, config1, config2;
		bool known, filters;
		u64 select, filter;
	} rows[] = {
		{ 0, 0, 0, true, false, 0, 0 },
		{ 1, 0, 0, true, false, 1, 0 },
		{ 2, 0, 0, true, false, 2, 0 },
		{ 3, 0, 0, true, false, 3, 0 },
		{ 4, 0, 0, true, false, 4, 0 },
		{ 5, 0, 0, .known = false },		/* transfers, and loads */
		{ 6, 0, 0, .known = false },
		/* 30 cycles of EXECUTION or more, and less */
		{ 1 | 30 << 3 | 3 << 15, 0, 0, true, true, 1, 3 << 13 | 30 },
		{ 1 | 30 << 3 | 3 << 15 | 1 << 18, 0, 0, true, true, 1, 3 << 13 | 1 << 12 | 30 },
		{ 4095 << 3 | 4 << 15, 0, 0, true, true, 0, 4 << 13 | 4095 },
		{ 5 << 15, 0, 0, .known = false },	/* there is no such latency */
		{ 1 << 18, 0, 0, .known = false },	/* less than none */
		{ 1 << 19, 0, 0, .known = false },
		{ 1, 1ULL << 39, 1ULL << 39, true, true, 1, 0 },
		{ 1, 1ULL << 39, 0, true, true, 1, 0 },
		{ 1, 0, 1ULL << 39, .known = false },	/* compared with nothing */
		{ 1, 1ULL << 56, 0, .known = false },
		{ 1, ~0ULL >> 8, 1ULL << 56, .known = false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct perf_event_attr attr = {
			.config = rows[i].config, .config1 = rows[i].config1, .config2 = rows[i].config2,
		};
		const struct tea_tagged_request request = tea_tagged_request(&attr);

		assert_int_equal(tea_tagged_known(&attr), rows[i].known);
		if (!rows[i].known)
			continue;
		assert_int_equal(tea_tagged_filters(&request), rows[i].filters);
		assert_int_equal(tea_tagged_select(&request), rows[i].select);
		assert_int_equal(tea_tagged_filter(&request), rows[i].filter);
		assert_int_equal(request.mask, rows[i].config1);
		assert_int_equal(request.match, rows[i].config2);
	}
}

/* An event without the kernel sees no address of its half, as that of a load that traps there. */
static void kernel_is_hidden(void **state)
{
	const u64 words[TEA_PDIS_WORDS] = { 1, 0x10000, 7, 9, ~0xfffULL, PHYSICAL };
	struct tea_pdis_raw raw;

	(void)state;
	tea_tagged_fill(&raw, words, TEA_CTL_U | TEA_CTL_S);
	assert_int_equal(raw.draft, 20251027);
	assert_memory_equal(raw.words, words, sizeof(words));
	tea_tagged_fill(&raw, words, TEA_CTL_U);
	assert_int_equal(raw.words[TEA_PDIS_ADDRESS1], 0);
	assert_int_equal(raw.words[TEA_PDIS_ADDRESS2], 0);
	assert_memory_equal(raw.words, words, 4 * sizeof(u64));
	assert_int_equal(sizeof(raw), 68);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_are_told),
		cmocka_unit_test(weights_are_latencies),
		cmocka_unit_test(requests_mean_something), cmocka_unit_test(kernel_is_hidden),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
