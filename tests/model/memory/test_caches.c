// SPDX-License-Identifier: GPL-2.0-or-later
/* test_caches.c - latencies, replacement, merging, MSHRs, prefetch, inclusion */
#include "memory/hierarchy.h"

#define SET_STRIDE	4096ULL			/* lines of one L1 set: 64 sets of 64 bytes */
#define KNOBS(...)	((const struct knob[]){ __VA_ARGS__, { NULL, NULL } })
#define NO_PREFETCH	{ "l1d_prefetch", "0" }
#define WIDE_LLC	{ "llc_banks", "16" }	/* a bank for each of 16 lines in a row */

/* Bring lines into the LLC and, with a whole L1 of others, out of the L1. */
static cycle_t warm_llc(struct hierarchy *h, uint64_t paddr, unsigned int lines)
{
	cycle_t now = 0;

	for (unsigned int i = 0; i < lines; i++, now += 1000)
		load_at(h, paddr + i * LINE, now);
	for (unsigned int i = 0; i < 8 * SET_STRIDE / LINE; i++, now += 1000)
		load_at(h, (1 << 20) + i * LINE, now);
	return now;
}

static void latency_by_level(void **state)
{
	struct hierarchy h;
	struct tea_access access;
	cycle_t now;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH));
	access = load_at(&h, 0x1000, 10);
	assert_int_equal(access.level, TEA_LEVEL_DRAM);
	assert_int_equal(access.accepted, 10);
	assert_int_equal(access.ready, 10 + load_cycles_closed(&h));
	access = load_at(&h, 0x1038, 1000);
	assert_int_equal(access.level, TEA_LEVEL_L1);
	assert_int_equal(access.ready, 1000 + h.params.l1d_latency);
	now = warm_llc(&h, 0x1000, 1);
	access = load_at(&h, 0x1000, now);
	assert_int_equal(access.level, TEA_LEVEL_LLC);
	assert_int_equal(access.ready, now + load_cycles_llc(&h));
	hierarchy_deinit(&h);
}

/* LargeBoom's RTL from load to use: 19.9 cycles from the L2, 54.5 from memory. */
static void latency_of_the_rtl(void **state)
{
	struct hierarchy h;
	cycle_t now;

	(void)state;
	hierarchy_init(&h, KNOBS({ "core", "boom-large" }));
	assert_int_equal(load_at(&h, 0x1000, 10).ready, 10 + 54);
	now = warm_llc(&h, 0x1000, 1);
	assert_int_equal(load_at(&h, 0x1000, now).ready, now + 20);
	hierarchy_deinit(&h);
}

static void fetch_hits_cost_nothing_here(void **state)
{
	struct hierarchy h;
	struct tea_access access;

	(void)state;
	hierarchy_init(&h, NULL);
	access = fetch_at(&h, 0x1000, 0);
	assert_int_equal(access.level, TEA_LEVEL_DRAM);
	assert_int_equal(access.ready, load_cycles_closed(&h) - h.params.l1d_latency);
	access = fetch_at(&h, 0x103e, 500);
	assert_int_equal(access.level, TEA_LEVEL_L1);
	assert_int_equal(access.ready, 500);
	tea_memory_flush_icache(h.memory);
	access = fetch_at(&h, 0x1000, 1000);
	assert_int_equal(access.level, TEA_LEVEL_LLC);
	assert_int_equal(access.ready, 1000 + h.params.llc_latency);
	assert_int_equal(load_at(&h, 0x1000, 2000).level, TEA_LEVEL_LLC);
	hierarchy_deinit(&h);
}

static void least_recently_used_leaves(void **state)
{
	struct hierarchy h;
	cycle_t now = 0;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH));
	for (unsigned int way = 0; way < 8; way++, now += 1000)
		load_at(&h, way * SET_STRIDE, now);
	load_at(&h, 0, now);					/* 1 is the oldest now */
	load_at(&h, 8 * SET_STRIDE, now + 1000);
	for (unsigned int way = 2; way <= 8; way++)
		assert_int_equal(load_at(&h, way * SET_STRIDE, now + 2000).level, TEA_LEVEL_L1);
	assert_int_equal(load_at(&h, 0, now + 3000).level, TEA_LEVEL_L1);
	assert_int_equal(load_at(&h, SET_STRIDE, now + 4000).level, TEA_LEVEL_LLC);
	hierarchy_deinit(&h);
}

/*
 * Round and round 16 lines of a set of 8 ways, LRU never hits. At random a line stays
 * with probability 7/8 at each of the others' replacements, 15 m in a round at a miss
 * rate of m, so 1 - m = (7/8)^(15 m), m = 0.81; a little more, as ways that follow one
 * another in a shift register have bits in common.
 */
static unsigned int misses_round(const char *random, const char *seed)
{
	enum { LINES = 16, ROUNDS = 2000 };
	unsigned int misses = 0;
	struct hierarchy h;
	cycle_t now = 0;

	hierarchy_init(&h, KNOBS(NO_PREFETCH, { "l1_random", random }, { "random_seed", seed }));
	for (unsigned int i = 0; i < ROUNDS * LINES; i++, now += 1000)
		misses += load_at(&h, i % LINES * SET_STRIDE, now).level != TEA_LEVEL_L1;
	hierarchy_deinit(&h);
	return misses * 1000 / (ROUNDS * LINES);
}

static void random_lines_leave(void **state)
{
	(void)state;
	assert_int_equal(misses_round("0", "1"), 1000);
	assert_in_range(misses_round("1", "1"), 800, 850);
}

/* Another draw of the same core: other lines leave, as many of them. */
static void seeds_are_other_draws(void **state)
{
	enum { LINES = 16 };
	struct hierarchy h[2];
	unsigned int differ = 0;
	cycle_t now = 0;

	(void)state;
	assert_in_range(misses_round("1", "7919"), 800, 850);
	hierarchy_init(&h[0], KNOBS(NO_PREFETCH, { "l1_random", "1" }));
	hierarchy_init(&h[1], KNOBS(NO_PREFETCH, { "l1_random", "1" }, { "random_seed", "7919" }));
	for (unsigned int i = 0; i < 100 * LINES; i++, now += 1000)
		differ += load_at(&h[0], i % LINES * SET_STRIDE, now).level !=
			  load_at(&h[1], i % LINES * SET_STRIDE, now).level;
	assert_in_range(differ, 100, 100 * LINES / 2);
	hierarchy_deinit(&h[0]);
	hierarchy_deinit(&h[1]);
}

static void misses_to_a_line_merge(void **state)
{
	struct hierarchy h;
	struct tea_access first, second;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH));
	first = load_at(&h, 0x1000, 100);
	for (unsigned int i = 1; i < 4; i++) {	/* in turn */
		second = load_at(&h, 0x1008, 150);
		assert_int_equal(second.accepted, 150);
		assert_int_equal(second.ready, first.ready + i);
		assert_int_equal(second.level, TEA_LEVEL_DRAM);
	}
	/* The L1I merges with the L1D's miss one level down. */
	first = load_at(&h, 0x2000, 1000);
	second = fetch_at(&h, 0x2000, 1050);
	assert_int_equal(second.level, TEA_LEVEL_DRAM);
	assert_int_equal(second.ready, first.ready - h.params.l1d_latency);
	hierarchy_deinit(&h);
}

/*
 * With rows of 16 bytes a line is copied 10 cycles after its data, and one later for each request
 * that waits; requests in between are replayed then.
 */
static void a_copied_line_hits(void **state)
{
	struct hierarchy h;
	cycle_t data, copied;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH));
	data = load_at(&h, 0x1000, 100).ready - h.params.l1d_latency;
	copied = data + 10;
	for (unsigned int i = 0; i < 3; i++)
		assert_int_equal(load_at(&h, 0x1008, data + i).ready,
				 copied + i + h.params.l1d_latency);
	assert_int_equal(load_at(&h, 0x1008, copied + 3).level, TEA_LEVEL_L1);
	assert_int_equal(load_at(&h, 0x1008, copied + 3).ready, copied + 3 + h.params.l1d_latency);
	hierarchy_deinit(&h);
}

/* A load behind a store to its line waits for the copy, as the store does. */
static void loads_follow_stores(void **state)
{
	struct hierarchy h;
	cycle_t data;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH));
	data = store_at(&h, 0x1000, 100).ready - h.params.l1d_latency;
	assert_int_equal(load_at(&h, 0x1008, 101).ready, data + 10 + h.params.l1d_latency);
	data = load_at(&h, 0x2000, 1000).ready - h.params.l1d_latency;
	assert_int_equal(load_at(&h, 0x2008, 1001).ready, data + 1 + h.params.l1d_latency);
	store_at(&h, 0x2010, 1002);
	assert_int_equal(load_at(&h, 0x2008, 1003).ready, data + 10 + 2 + h.params.l1d_latency);
	hierarchy_deinit(&h);
}

static void replay_queue_fills(void **state)
{
	struct hierarchy h;
	cycle_t arrival;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH, { "l1d_rpq", "2" }));
	arrival = load_at(&h, 0x1000, 0).ready - h.params.l1d_latency;
	for (unsigned int i = 0; i < 4; i++)
		assert_int_equal(load_at(&h, 0x1000, 10 + i).accepted, i < 2 ? 10 + i : arrival);
	hierarchy_deinit(&h);
}

static void store_data_queue_fills(void **state)
{
	struct hierarchy h;
	struct tea_access first, store;
	cycle_t copied;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH, { "l1d_sdq", "1" }));
	first = store_at(&h, 0x1000, 0);
	assert_int_equal(first.accepted, 0);
	/* until the line is in the array: answer and lookup, 5, and 5 reads of 16 bytes */
	copied = first.ready - h.params.l1d_latency + 5 + 5;
	store = store_at(&h, 0x1008, 5);	/* merges, but where to keep its data? */
	assert_int_equal(store.accepted, copied);
	store = store_at(&h, 0x9040, 10);
	assert_int_equal(store.accepted, copied);
	assert_int_equal(load_at(&h, 0x5080, 10).accepted, 10);
	store = store_at(&h, 0x1008, 1000);
	assert_int_equal(store.accepted, 1000);
	assert_int_equal(store.level, TEA_LEVEL_L1);
	hierarchy_deinit(&h);
}

/*
 * A miss to another line of a set with one in an MSHR retries, a load every 4 cycles and a store
 * every 3, until that is free; other sets, hits and earlier accesses are not affected.
 */
static void set_has_one_miss(void **state)
{
	const uint64_t way = 4096;	/* of one set, 32 KiB in 8 ways */
	struct hierarchy h;
	cycle_t freed;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH));
	load_at(&h, 2 * way, 0);
	load_at(&h, way, 1000);
	assert_int_equal(load_at(&h, 3 * way + 64, 1001).accepted, 1001);
	assert_int_equal(load_at(&h, 2 * way, 1001).level, TEA_LEVEL_L1);
	assert_int_equal(load_at(&h, 4 * way, 999).accepted, 999);
	/* until the line is in the array: answer and lookup, 5, and 5 reads of 16 bytes; 3 more */
	freed = load_at(&h, way + 128, 2000).ready - h.params.l1d_latency + 5 + 5 + 3;
	assert_in_range(load_at(&h, 5 * way + 128, 2002).accepted, freed, freed + 3);
	freed = load_at(&h, way + 192, 3000).ready - h.params.l1d_latency + 5 + 5 + 3;
	assert_in_range(store_at(&h, 5 * way + 192, 3002).accepted, freed, freed + 2);
	hierarchy_deinit(&h);
}

/* With 4 MSHRs and no line buffer, misses go to the LLC four by four. */
static void mshrs_bound_parallelism(void **state)
{
	struct hierarchy h;
	struct tea_access access;
	cycle_t now;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH, WIDE_LLC, { "l1i_mshrs", "4" }));
	now = warm_llc(&h, 0, 16);
	for (unsigned int i = 0; i < 16; i++) {
		access = fetch_at(&h, i * LINE, now);
		assert_int_equal(access.level, TEA_LEVEL_LLC);
		assert_int_equal(access.accepted, now + i / 4 * h.params.llc_latency);
		assert_int_equal(access.ready, access.accepted + h.params.llc_latency);
	}
	hierarchy_deinit(&h);
}

static void llc_mshrs_bound_parallelism(void **state)
{
	struct hierarchy h;
	cycle_t last[3] = { 0 };

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH, WIDE_LLC, { "llc_mshrs", "2" },
				 { "dram_mbps", "1000000" }));
	load_at(&h, 0, 0);	/* opens the row */
	for (unsigned int i = 0; i < 6; i++) {
		cycle_t ready = load_at(&h, 0x400 + i * LINE, 1000).ready;

		if (i % 2 && i > 2)
			assert_in_range(ready - last[i / 2 - 1],
					load_cycles_row_hit(&h) - load_cycles_llc(&h),
					load_cycles_row_hit(&h) - load_cycles_llc(&h) + 2);
		last[i / 2] = ready;
	}
	hierarchy_deinit(&h);
}

static void llc_banks_take_turns(void **state)
{
	struct hierarchy h;
	cycle_t now;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH, { "l1i_mshrs", "16" }));
	now = warm_llc(&h, 0, 16) / 8 * 8;
	for (unsigned int i = 0; i < 16; i++)
		assert_int_equal(fetch_at(&h, i * LINE, now).ready,
				 now + h.params.llc_latency + i / 2 * h.params.llc_occupancy);
	hierarchy_deinit(&h);
}

static void next_line_is_prefetched(void **state)
{
	struct hierarchy h;

	(void)state;
	hierarchy_init(&h, NULL);
	load_at(&h, 0x1000, 0);
	assert_int_equal(load_at(&h, 0x1040, 1000).level, TEA_LEVEL_L1);
	/* Hits ask for none. */
	assert_int_equal(load_at(&h, 0x1080, 2000).level, TEA_LEVEL_DRAM);
	load_at(&h, 0x1fc0, 3000);
	assert_int_equal(load_at(&h, 0x2000, 4000).level, TEA_LEVEL_DRAM);	/* next page */
	load_at(&h, 0x4000, 5000);
	assert_int_equal(load_at(&h, 0x4040, 5001).level, TEA_LEVEL_DRAM);	/* on its way */
	assert_int_equal(load_at(&h, 0x4080, 6000).level, TEA_LEVEL_DRAM);
	assert_int_equal(fetch_at(&h, 0x8000, 7000).level, TEA_LEVEL_DRAM);
	assert_int_equal(fetch_at(&h, 0x8040, 8000).level, TEA_LEVEL_DRAM);	/* data only */
	hierarchy_deinit(&h);
}

static void next_line_needs_a_free_mshr(void **state)
{
	struct hierarchy h;

	(void)state;
	hierarchy_init(&h, KNOBS({ "l1d_mshrs", "1" }));
	load_at(&h, 0x1000, 0);
	assert_int_equal(load_at(&h, 0x1040, 1000).level, TEA_LEVEL_DRAM);
	hierarchy_deinit(&h);
}

/* One that found all MSHRs taken comes after the miss that holds it up, not never. */
static void software_prefetches_wait_for_an_mshr(void **state)
{
	struct hierarchy h;
	cycle_t ready;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH, { "l1d_mshrs", "1" }));
	ready = load_at(&h, 0x1000, 0).ready;
	tea_memory_prefetch(h.memory, TEA_SIDE_DATA, 0x8000, false, 10);
	assert_int_equal(load_at(&h, 0x8000, ready).level, TEA_LEVEL_DRAM);	/* on its way */
	assert_int_equal(load_at(&h, 0x8000, 3 * ready).level, TEA_LEVEL_L1);
	hierarchy_deinit(&h);
}

static void software_prefetches_fill(void **state)
{
	struct hierarchy h;

	(void)state;
	hierarchy_init(&h, NULL);
	tea_memory_prefetch(h.memory, TEA_SIDE_DATA, 0x1008, false, 0);
	tea_memory_prefetch(h.memory, TEA_SIDE_DATA, 0x5000, true, 0);
	tea_memory_prefetch(h.memory, TEA_SIDE_INSN, 0x9000, false, 0);
	assert_int_equal(load_at(&h, 0x1000, 1000).level, TEA_LEVEL_L1);
	assert_int_equal(store_at(&h, 0x5000, 1000).level, TEA_LEVEL_L1);
	assert_int_equal(fetch_at(&h, 0x9000, 1000).level, TEA_LEVEL_L1);
	assert_int_equal(load_at(&h, 0x9000, 1000).level, TEA_LEVEL_LLC);
	hierarchy_deinit(&h);
}

/* Hits whatever comes, of which the levels below, where fetches look, know nothing. */
static void perfect_data_cache_hits(void **state)
{
	enum { LINES = 4096 };
	struct hierarchy h;

	(void)state;
	hierarchy_init(&h, KNOBS({ "l1d_perfect", "1" }, { "l1d_mshrs", "1" }));
	for (unsigned int i = 0; i < 2 * LINES; i++) {
		struct tea_access access = i % 2 ? store_at(&h, i / 2 * LINE, 100)
						 : load_at(&h, i / 2 * LINE, 100);

		assert_int_equal(access.level, TEA_LEVEL_L1);
		assert_int_equal(access.accepted, 100);
		assert_int_equal(access.ready, 100 + h.params.l1d_latency);
	}
	tea_memory_prefetch(h.memory, TEA_SIDE_DATA, LINES * LINE, false, 100);
	assert_int_equal(fetch_at(&h, 0, 1000).level, TEA_LEVEL_DRAM);
	assert_int_equal(fetch_at(&h, LINES * LINE, 2000).level, TEA_LEVEL_DRAM);
	assert_int_equal(fetch_at(&h, 0, 3000).level, TEA_LEVEL_L1);
	hierarchy_deinit(&h);
}

static void perfect_insn_cache_hits(void **state)
{
	struct hierarchy h;

	(void)state;
	hierarchy_init(&h, KNOBS({ "l1i_perfect", "1" }, NO_PREFETCH));
	for (unsigned int i = 0; i < 4096; i++) {
		struct tea_access access = fetch_at(&h, i * LINE, 100);

		assert_int_equal(access.level, TEA_LEVEL_L1);
		assert_int_equal(access.ready, 100);
	}
	tea_memory_prefetch(h.memory, TEA_SIDE_INSN, 0x1000, false, 100);
	tea_memory_flush_icache(h.memory);
	assert_int_equal(fetch_at(&h, 0x1000, 100).level, TEA_LEVEL_L1);
	assert_int_equal(load_at(&h, 0x1000, 1000).level, TEA_LEVEL_DRAM);
	assert_int_equal(load_at(&h, 0x1000, 2000).level, TEA_LEVEL_L1);
	hierarchy_deinit(&h);
}

/* A 16 KiB LLC of one way: the L1s lose the lines that it loses. */
static void llc_is_inclusive(void **state)
{
	struct hierarchy h;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH, { "llc_kib", "16" }, { "llc_ways", "1" }));
	load_at(&h, 0, 0);
	fetch_at(&h, 0x40, 1000);
	assert_int_equal(load_at(&h, 0, 2000).level, TEA_LEVEL_L1);
	load_at(&h, 0x4000, 3000);
	load_at(&h, 0x4040, 4000);
	assert_int_equal(load_at(&h, 0, 5000).level, TEA_LEVEL_DRAM);
	assert_int_equal(fetch_at(&h, 0x40, 6000).level, TEA_LEVEL_DRAM);
	hierarchy_deinit(&h);
}

static void later_access_does_not_delay_earlier(void **state)
{
	struct hierarchy h;
	struct tea_access access;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH, { "l1d_mshrs", "1" }, { "llc_mshrs", "1" }));
	load_at(&h, 0x100000, 10000);
	access = load_at(&h, 0x40, 100);
	assert_int_equal(access.accepted, 100);
	assert_int_equal(access.ready, 100 + load_cycles_closed(&h));
	/* The line of the later one: then it is this one that misses. */
	access = load_at(&h, 0x100000, 5000);
	assert_int_equal(access.accepted, 5000);
	assert_int_equal(access.ready, 5000 + load_cycles_closed(&h));
	assert_int_equal(load_at(&h, 0x100000, 6000).level, TEA_LEVEL_L1);
	hierarchy_deinit(&h);
}

/* Cycles back and forth: the MSHRs are never exceeded, and all work is done. */
static void mshrs_hold_out_of_order(void **state)
{
	enum { MISSES = 512, MSHRS = 4 };
	struct hierarchy h;
	cycle_t begin[MISSES], end[MISSES], start;
	uint64_t seed = random_seed();

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH, WIDE_LLC, { "l1d_mshrs", "4" },
				 { "llc_occupancy", "1" }));
	start = warm_llc(&h, 0, MISSES) + 1000;
	for (unsigned int i = 0; i < MISSES; i++) {
		struct tea_access access = load_at(&h, i * LINE, start + 3 * i +
						   random_below(&seed, 60));

		assert_int_equal(access.level, TEA_LEVEL_LLC);
		begin[i] = access.accepted;
		end[i] = access.ready - h.params.l1d_latency;
	}
	for (unsigned int i = 0; i < MISSES; i++) {
		unsigned int busy = 0;

		for (unsigned int j = 0; j < MISSES; j++)
			busy += begin[j] <= begin[i] && begin[i] < end[j];
		/* A bank conflict lengthens an interval after it was placed: one more at most. */
		assert_in_range(busy, 1, MSHRS + 1);
	}
	hierarchy_deinit(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(latency_by_level),
		cmocka_unit_test(latency_of_the_rtl),
		cmocka_unit_test(fetch_hits_cost_nothing_here),
		cmocka_unit_test(least_recently_used_leaves),
		cmocka_unit_test(random_lines_leave),
		cmocka_unit_test(seeds_are_other_draws),
		cmocka_unit_test(misses_to_a_line_merge),
		cmocka_unit_test(a_copied_line_hits),
		cmocka_unit_test(loads_follow_stores),
		cmocka_unit_test(replay_queue_fills),
		cmocka_unit_test(store_data_queue_fills),
		cmocka_unit_test(set_has_one_miss),
		cmocka_unit_test(mshrs_bound_parallelism),
		cmocka_unit_test(llc_mshrs_bound_parallelism),
		cmocka_unit_test(llc_banks_take_turns),
		cmocka_unit_test(next_line_is_prefetched),
		cmocka_unit_test(next_line_needs_a_free_mshr),
		cmocka_unit_test(software_prefetches_wait_for_an_mshr),
		cmocka_unit_test(software_prefetches_fill),
		cmocka_unit_test(perfect_data_cache_hits),
		cmocka_unit_test(perfect_insn_cache_hits),
		cmocka_unit_test(llc_is_inclusive),
		cmocka_unit_test(later_access_does_not_delay_earlier),
		cmocka_unit_test(mshrs_hold_out_of_order),
	};

	return cmocka_run_group_tests_name("caches", tests, NULL, NULL);
}
