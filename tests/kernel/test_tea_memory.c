// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_tea_memory.c - a sampled instruction's memory access, as perf gets it, by table
 *
 * The words are read as perf reads them, by the fields of union perf_mem_data_src.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tea_memory.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define KINDS 4
#define SOURCES 16
#define TLBS 4

static u64 mem_of(u64 kind, u64 source, u64 tlb)
{
	return kind | source << TEA_MEM_SOURCE_SHIFT | tlb << TEA_MEM_TLB_SHIFT;
}

static union perf_mem_data_src read_as_perf(u64 value)
{
	return (union perf_mem_data_src){ .val = value };
}

static void operations_are_told(void **state)
{
	static const struct { u64 kind, op, lock; } rows[] = {
		{ 0, PERF_MEM_OP_NA, 0 },
		{ TEA_MEM_LOAD, PERF_MEM_OP_LOAD, 0 },
		{ TEA_MEM_STORE, PERF_MEM_OP_STORE, 0 },
		{ TEA_MEM_ATOMIC, PERF_MEM_OP_LOAD | PERF_MEM_OP_STORE, PERF_MEM_LOCK_LOCKED },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const u64 mem = mem_of(rows[i].kind, TEA_MEM_SOURCE_L1, TEA_MEM_TLB_L1);
		const union perf_mem_data_src src = read_as_perf(tea_data_src(mem, 0, true));

		assert_int_equal(src.mem_op, rows[i].op);
		assert_int_equal(src.mem_lock, rows[i].lock);
	}
}

/* The old form of the level, a bit mask, and the new one, a number, are of one place. */
static void sources_are_told(void **state)
{
	static const struct { u64 source, lvl, lvl_num, snoop; } rows[] = {
		{ TEA_MEM_SOURCE_UNKNOWN, PERF_MEM_LVL_NA, PERF_MEM_LVLNUM_NA, PERF_MEM_SNOOP_NA },
		{ TEA_MEM_SOURCE_FORWARDED, PERF_MEM_LVL_HIT | PERF_MEM_LVL_L1, PERF_MEM_LVLNUM_L1,
		  PERF_MEM_SNOOP_NONE },
		{ TEA_MEM_SOURCE_L1, PERF_MEM_LVL_HIT | PERF_MEM_LVL_L1, PERF_MEM_LVLNUM_L1,
		  PERF_MEM_SNOOP_NONE },
		{ TEA_MEM_SOURCE_FILL, PERF_MEM_LVL_HIT | PERF_MEM_LVL_LFB, PERF_MEM_LVLNUM_LFB,
		  PERF_MEM_SNOOP_NONE },
		{ TEA_MEM_SOURCE_LLC, PERF_MEM_LVL_HIT | PERF_MEM_LVL_L2, PERF_MEM_LVLNUM_L2,
		  PERF_MEM_SNOOP_NONE },
		{ TEA_MEM_SOURCE_CLEAN, PERF_MEM_LVL_HIT | PERF_MEM_LVL_L3, PERF_MEM_LVLNUM_L3,
		  PERF_MEM_SNOOP_HIT },
		{ TEA_MEM_SOURCE_MODIFIED, PERF_MEM_LVL_HIT | PERF_MEM_LVL_L3, PERF_MEM_LVLNUM_L3,
		  PERF_MEM_SNOOP_HITM },
		{ TEA_MEM_SOURCE_MEMORY, PERF_MEM_LVL_HIT | PERF_MEM_LVL_LOC_RAM,
		  PERF_MEM_LVLNUM_RAM, PERF_MEM_SNOOP_MISS },
		{ TEA_MEM_SOURCE_TAKEN, PERF_MEM_LVL_HIT | PERF_MEM_LVL_LOC_RAM,
		  PERF_MEM_LVLNUM_RAM, PERF_MEM_SNOOP_MISS },
		{ TEA_MEM_SOURCE_DEVICE, PERF_MEM_LVL_HIT | PERF_MEM_LVL_UNC, PERF_MEM_LVLNUM_NA,
		  PERF_MEM_SNOOP_NA },
		/* one that there is not yet */
		{ 15, PERF_MEM_LVL_NA, PERF_MEM_LVLNUM_NA, PERF_MEM_SNOOP_NA },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const u64 mem = mem_of(TEA_MEM_LOAD, rows[i].source, TEA_MEM_TLB_L1);
		const union perf_mem_data_src src = read_as_perf(tea_data_src(mem, 0, true));

		assert_int_equal(src.mem_lvl, rows[i].lvl);
		assert_int_equal(src.mem_lvl_num, rows[i].lvl_num);
		assert_int_equal(src.mem_snoop, rows[i].snoop);
	}
}

static void translations_are_told(void **state)
{
	static const struct { u64 tlb, dtlb; } rows[] = {
		{ TEA_MEM_TLB_UNKNOWN, PERF_MEM_TLB_NA },
		{ TEA_MEM_TLB_L1, PERF_MEM_TLB_HIT | PERF_MEM_TLB_L1 },
		{ TEA_MEM_TLB_L2, PERF_MEM_TLB_HIT | PERF_MEM_TLB_L2 },
		{ TEA_MEM_TLB_WALK, PERF_MEM_TLB_MISS | PERF_MEM_TLB_WK },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const u64 mem = mem_of(TEA_MEM_STORE, TEA_MEM_SOURCE_UNKNOWN, rows[i].tlb);

		assert_int_equal(read_as_perf(tea_data_src(mem, 0, true)).mem_dtlb, rows[i].dtlb);
	}
}

/* Each part says something, be it that it is not known: perf takes 0 for a word without data. */
static void no_word_is_without_a_meaning(void **state)
{
	(void)state;
	for (u64 i = 0; i < KINDS * SOURCES * TLBS; i++) {
		const u64 mem = mem_of(i % KINDS, i / KINDS % SOURCES, i / KINDS / SOURCES);
		const union perf_mem_data_src src = read_as_perf(tea_data_src(mem, 0, true));

		assert_true(src.mem_op && src.mem_lvl && src.mem_lvl_num && src.mem_dtlb);
		/* the unit's report takes precedence over the signature */
		assert_int_equal(tea_data_src(mem, TEA_PSV_MASK, true), src.val);
	}
}

/* Address and latency are no part of the word. */
static void other_fields_are_not_looked_at(void **state)
{
	const u64 mem = mem_of(TEA_MEM_LOAD, TEA_MEM_SOURCE_LLC, TEA_MEM_TLB_WALK);
	const u64 more = TEA_MEM_ADDR | 0xffffffffULL << TEA_MEM_LATENCY_SHIFT | 1ULL << 3 | 1 << 12;

	(void)state;
	assert_int_equal(tea_data_src(mem | more, 0, true), tea_data_src(mem, 0, true));
}

/* A unit without such reports: the signature says which level missed. */
static void signatures_tell_what_missed(void **state)
{
	static const struct { unsigned int psv; u64 lvl, dtlb; } rows[] = {
		{ 0, PERF_MEM_LVL_NA, PERF_MEM_TLB_NA },
		{ TEA_PSV_ST_L1, PERF_MEM_LVL_MISS | PERF_MEM_LVL_L1, PERF_MEM_TLB_NA },
		{ TEA_PSV_ST_L1 | TEA_PSV_ST_LLC, PERF_MEM_LVL_MISS | PERF_MEM_LVL_L2,
		  PERF_MEM_TLB_NA },
		{ TEA_PSV_ST_TLB, PERF_MEM_LVL_NA, PERF_MEM_TLB_MISS | PERF_MEM_TLB_L1 },
		{ TEA_PSV_ST_L1 | TEA_PSV_ST_TLB, PERF_MEM_LVL_MISS | PERF_MEM_LVL_L1,
		  PERF_MEM_TLB_MISS | PERF_MEM_TLB_L1 },
		{ TEA_PSV_DR_L1 | TEA_PSV_DR_TLB | TEA_PSV_FL_MB | TEA_PSV_DR_SQ, PERF_MEM_LVL_NA,
		  PERF_MEM_TLB_NA },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const union perf_mem_data_src src =
			read_as_perf(tea_data_src(~0ULL, rows[i].psv, false));

		assert_int_equal(src.mem_op, PERF_MEM_OP_NA);
		assert_int_equal(src.mem_lvl, rows[i].lvl);
		assert_int_equal(src.mem_lvl_num, PERF_MEM_LVLNUM_NA);
		assert_int_equal(src.mem_snoop, PERF_MEM_SNOOP_NA);
		assert_int_equal(src.mem_dtlb, rows[i].dtlb);
		assert_int_equal(src.mem_lock, 0);
	}
}

static void weights_are_latency_signature_and_slots(void **state)
{
	struct tea_unit_sample sample = {
		.meta = TEA_SAMPLE_META(TEA_STATE_STALLED, TEA_LEVEL_U, 0x5),
		.psvs = 0xffff0041ffff0100ULL,
		.memory = { [0] = { .mem = 77ULL << TEA_MEM_LATENCY_SHIFT | TEA_MEM_LOAD },
			    [2] = { .mem = 0xffffffffULL << TEA_MEM_LATENCY_SHIFT } },
	};
	struct tea_weight weight;

	(void)state;
	weight = tea_weight(&sample, 0, 0x5);
	assert_int_equal(weight.latency, 77);
	assert_int_equal(weight.signature, 0x100 | TEA_STATE_STALLED << 9);
	assert_int_equal(weight.slots, 2);
	weight = tea_weight(&sample, 2, 0x4);
	assert_int_equal(weight.latency, 0xffffffff);
	assert_int_equal(weight.signature, 0x041 | TEA_STATE_STALLED << 9);
	assert_int_equal(weight.slots, 1);
	/* events that table 1 does not have stand above the state */
	sample.psvs |= (u64)TEA_PSV_ST_CO << 32;
	assert_int_equal(tea_weight(&sample, 2, 0x4).signature,
			 0x041 | TEA_STATE_STALLED << 9 | 1 << 11);
	/* the state has both of its bits, and nothing is above the last event */
	sample.meta = ~0ULL;
	sample.psvs = ~0ULL;
	assert_int_equal(tea_weight(&sample, 1, 0xf).signature, 0xfff);
	assert_int_equal(tea_weight(&sample, 1, 0xf).latency, 0);
	assert_int_equal(tea_weight(&sample, 1, 0xf).slots, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(operations_are_told),
		cmocka_unit_test(sources_are_told),
		cmocka_unit_test(translations_are_told),
		cmocka_unit_test(no_word_is_without_a_meaning),
		cmocka_unit_test(other_fields_are_not_looked_at),
		cmocka_unit_test(signatures_tell_what_missed),
		cmocka_unit_test(weights_are_latency_signature_and_slots),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
