// SPDX-License-Identifier: GPL-2.0-or-later
/* test_dram.c - rows, banks, FR-FCFS, bandwidth, write-back traffic */
#include "memory/hierarchy.h"

#define KNOBS(...)	((const struct knob[]){ __VA_ARGS__, { NULL, NULL } })
#define NO_PREFETCH	{ "l1d_prefetch", "0" }
#define ROW_BYTES	8192ULL
#define BANKS		32ULL			/* 4 ranks of 8 */
#define SAME_BANK	(ROW_BYTES * BANKS)	/* the next row of a bank */

static void rows_hit_and_conflict(void **state)
{
	struct hierarchy h;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH));
	assert_int_equal(load_at(&h, 0, 0).ready, load_cycles_closed(&h));
	assert_int_equal(load_at(&h, ROW_BYTES - LINE, 1000).ready,
			 1000 + load_cycles_row_hit(&h));
	assert_int_equal(load_at(&h, SAME_BANK, 2000).ready, 2000 + load_cycles_conflict(&h));
	assert_int_equal(load_at(&h, 0x40, 3000).ready, 3000 + load_cycles_conflict(&h));
	assert_int_equal(load_at(&h, ROW_BYTES, 4000).ready, 4000 + load_cycles_closed(&h));
	hierarchy_deinit(&h);
}

/* Conflicts in one bank follow each other; each row stays open for tRAS. Each in a set of the L1D. */
static void a_bank_serves_rows_in_turn(void **state)
{
	struct hierarchy h;
	cycle_t last = 0, ready, cycle;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH));
	cycle = dram_clocks(&h, h.params.dram_ras) + dram_clocks(&h, h.params.dram_rp);
	for (unsigned int i = 0; i < 6; i++, last = ready) {
		ready = load_at(&h, i * (SAME_BANK + LINE), 1000).ready;
		if (i)
			assert_in_range(ready - last, cycle - 1, cycle + 1);
	}
	hierarchy_deinit(&h);
}

static void banks_work_side_by_side(void **state)
{
	struct hierarchy h;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH, { "dram_mbps", "1000000" },
				 { "llc_occupancy", "1" }, { "l1d_row_bytes", "64" }));
	for (unsigned int i = 0; i < 8; i++)
		assert_in_range(load_at(&h, i * (ROW_BYTES + LINE), 1000).ready,
				1000 + load_cycles_closed(&h), 1000 + load_cycles_closed(&h) + 10);
	hierarchy_deinit(&h);
}

/* A hit to the open row goes before older requests that wait for another row. */
static void row_hits_come_first(void **state)
{
	struct hierarchy h;
	cycle_t conflict, hit;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH));
	load_at(&h, 0, 990);
	conflict = load_at(&h, SAME_BANK + LINE, 1000).ready;
	hit = load_at(&h, 2 * LINE, 1001).ready;
	assert_true(hit < conflict);
	hierarchy_deinit(&h);
}

/* Early in time, late in program order: the row of that time counts. */
static void rows_are_remembered(void **state)
{
	struct hierarchy h;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH));
	load_at(&h, 0, 1000);
	load_at(&h, SAME_BANK, 5000);
	assert_int_equal(load_at(&h, 0x40, 3000).ready, 3000 + load_cycles_row_hit(&h));
	assert_int_equal(load_at(&h, SAME_BANK + 0x40, 6000).ready,
			 6000 + load_cycles_row_hit(&h));
	hierarchy_deinit(&h);
}

/* Stream over @bytes as fast as the L1 takes it; returns MB/s. */
static double stream(struct hierarchy *h, uint64_t base, uint64_t bytes, bool write, cycle_t start)
{
	cycle_t now = start, last = start;

	for (uint64_t at = base; at < base + bytes; at += LINE) {
		struct tea_access access = write ? store_at(h, at, now) : load_at(h, at, now);

		now = access.accepted;
		last = access.ready > last ? access.ready : last;
	}
	return (double)bytes * h->params.core_mhz / (double)(last - start);
}

static void assert_near(double value, double expected)
{
	if (value < expected * 0.95 || value > expected * 1.005)
		fail_msg("%.0f MB/s instead of %.0f", value, expected);
}

static void streams_reach_peak_bandwidth(void **state)
{
	static const char *const peaks[] = { "16000", "7000", "1000" };
	static const char *const prefetches[] = { "0", "1" };

	(void)state;
	for (unsigned int i = 0; i < 6; i++) {
		struct hierarchy h;

		hierarchy_init(&h, KNOBS({ "dram_mbps", peaks[i / 2] },
					 { "l1d_prefetch", prefetches[i % 2] }));
		assert_near(stream(&h, 0, 4 << 20, false, 1000), h.params.dram_mbps);
		hierarchy_deinit(&h);
	}
}

/* Cycles back and forth: the bus is never oversold, and still full. */
static void peak_holds_out_of_order(void **state)
{
	enum { LINES = 32768 };
	struct hierarchy h;
	uint64_t seed = random_seed();
	cycle_t now = 1000, last = 0, first = UINT64_MAX;

	(void)state;
	hierarchy_init(&h, NULL);
	for (uint64_t i = 0; i < LINES; i++) {
		cycle_t jitter = random_below(&seed, 400);
		struct tea_access access = load_at(&h, i * LINE, now + jitter);

		first = access.ready < first ? access.ready : first;
		last = access.ready > last ? access.ready : last;
		if (access.accepted > now + 400)
			now = access.accepted - 400;
	}
	assert_near((double)(LINES - 1) * LINE * h.params.core_mhz / (double)(last - first), 16000);
	hierarchy_deinit(&h);
}

/* Dirty lines come back out: half of the bandwidth is theirs. Clean ones cost none. */
static void dirty_victims_take_bandwidth(void **state)
{
	struct hierarchy h;

	(void)state;
	hierarchy_init(&h, NULL);
	stream(&h, 0, 2 << 20, true, 1000);
	assert_near(stream(&h, 2 << 20, 2 << 20, false, 10000000), 8000);
	assert_near(stream(&h, 4 << 20, 2 << 20, false, 20000000), 16000);
	hierarchy_deinit(&h);
}

/* A store that hits dirties the line too, and an L1 that is still dirty hands it over. */
static void dirty_hits_are_written_back(void **state)
{
	struct hierarchy h;
	cycle_t now = 0;
	uint64_t line;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH, { "llc_kib", "32" }, { "llc_ways", "16" }));
	for (line = 0; line < 256; line++, now += 1000)
		load_at(&h, line * LINE, now);
	for (line = 0; line < 256; line++, now += 1000)
		assert_int_equal(store_at(&h, line * LINE, now).level, TEA_LEVEL_L1);
	/* The other half of the LLC, then lines that replace the dirty half. */
	stream(&h, 1 << 20, 16 << 10, false, now += 1000);
	assert_near(stream(&h, 2 << 20, 16 << 10, false, now += 100000), 8000);
	hierarchy_deinit(&h);
}

/* One in flight: a request at a time, whatever the MSHRs. */
static void outstanding_requests_are_bounded(void **state)
{
	struct hierarchy h;
	cycle_t last = 0, ready;

	(void)state;
	hierarchy_init(&h, KNOBS(NO_PREFETCH, { "dram_outstanding", "1" }));
	load_at(&h, 0, 0);
	for (unsigned int i = 1; i < 8; i++, last = ready) {
		ready = load_at(&h, i * LINE, 1000).ready;
		if (i > 1)
			assert_in_range(ready - last, dram_clocks(&h, h.params.dram_cas) + 12,
					dram_clocks(&h, h.params.dram_cas) + 26);
	}
	hierarchy_deinit(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_hit_and_conflict),
		cmocka_unit_test(a_bank_serves_rows_in_turn),
		cmocka_unit_test(banks_work_side_by_side),
		cmocka_unit_test(row_hits_come_first),
		cmocka_unit_test(rows_are_remembered),
		cmocka_unit_test(streams_reach_peak_bandwidth),
		cmocka_unit_test(peak_holds_out_of_order),
		cmocka_unit_test(dirty_victims_take_bandwidth),
		cmocka_unit_test(dirty_hits_are_written_back),
		cmocka_unit_test(outstanding_requests_are_bounded),
	};

	return cmocka_run_group_tests_name("dram", tests, NULL, NULL);
}
