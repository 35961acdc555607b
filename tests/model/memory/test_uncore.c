// SPDX-License-Identifier: GPL-2.0-or-later
/* test_uncore.c - several cores: probes, upgrades, who owns a line, clocks, inclusion */
#include "memory/uncore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory/hierarchy.h"

#define CORES		3
#define A_LINE		0x1000ULL
#define PROBE		20			/* cycles, see KNOBS */
#define LONG		1000			/* cycles: everything before is over */

static const struct knob knobs[] = {
	{ "l1d_prefetch", "0" }, { "probe_latency", "20" }, { NULL, NULL },
};
static const struct knob perfect_knobs[] = {
	{ "l1d_prefetch", "0" }, { "sharing_perfect", "1" }, { NULL, NULL },
};
static const struct knob llc_knobs[] = {
	{ "l1d_prefetch", "0" }, { "llc_private", "1" }, { NULL, NULL },
};
static const struct knob narrow_knobs[] = {
	{ "l1d_prefetch", "0" }, { "dram_mbps", "1000" }, { NULL, NULL },
};
static const struct knob dram_knobs[] = {
	{ "l1d_prefetch", "0" }, { "dram_mbps", "1000" }, { "dram_private", "1" }, { NULL, NULL },
};
static const struct knob small_knobs[] = {
	{ "l1d_prefetch", "0" }, { "llc_kib", "64" }, { NULL, NULL },
};
static const struct knob lru_knobs[] = {
	{ "l1d_prefetch", "0" }, { "l1d_kib", "4" }, { "l1d_ways", "4" }, { "llc_kib", "64" },
	{ "llc_ways", "4" }, { NULL, NULL },
};

struct cluster {
	struct tea_uncore *uncore;
	struct hierarchy cores[CORES];
	cycle_t now;
};

static void cluster_init(struct cluster *cluster, const struct knob *with)
{
	struct hierarchy first;

	hierarchy_init(&first, with);
	cluster->uncore = tea_uncore_create(&first.params, CORES);
	hierarchy_deinit(&first);
	assert_non_null(cluster->uncore);
	cluster->now = 0;
	for (unsigned int i = 0; i < CORES; i++)
		hierarchy_join(&cluster->cores[i], with, cluster->uncore, i);
}

static void cluster_deinit(struct cluster *cluster)
{
	for (unsigned int i = 0; i < CORES; i++)
		hierarchy_deinit(&cluster->cores[i]);
	tea_uncore_destroy(cluster->uncore);
}

/* One access long after the one before: its level, and its cycles until @ready. */
struct outcome {
	enum tea_level level;
	cycle_t cycles;
};

static struct outcome outcome_of(struct cluster *cluster, struct tea_access access)
{
	return (struct outcome){ access.level, access.ready - cluster->now };
}

static struct outcome load(struct cluster *cluster, unsigned int core, uint64_t paddr)
{
	cluster->now += LONG;
	return outcome_of(cluster, load_at(&cluster->cores[core], paddr, cluster->now));
}

static struct outcome store(struct cluster *cluster, unsigned int core, uint64_t paddr)
{
	cluster->now += LONG;
	return outcome_of(cluster, store_at(&cluster->cores[core], paddr, cluster->now));
}

static struct outcome own(struct cluster *cluster, unsigned int core, uint64_t paddr)
{
	cluster->now += LONG;
	return outcome_of(cluster, own_at(&cluster->cores[core], paddr, cluster->now));
}

static cycle_t l1_cycles(const struct cluster *cluster)
{
	return cluster->cores[0].params.l1d_latency;
}

static cycle_t llc_cycles(const struct cluster *cluster)
{
	return load_cycles_llc(&cluster->cores[0]);
}

/* The owner's data go through the bank, in and out. */
static cycle_t modified_cycles(const struct cluster *cluster)
{
	return llc_cycles(cluster) + PROBE + cluster->cores[0].params.llc_occupancy;
}

static void assert_outcome(struct outcome outcome, enum tea_level level, cycle_t cycles)
{
	assert_int_equal(outcome.level, level);
	assert_int_equal(outcome.cycles, cycles);
}

static void the_first_reader_owns(void **state)
{
	struct cluster c;

	(void)state;
	cluster_init(&c, knobs);
	assert_outcome(load(&c, 0, A_LINE), TEA_LEVEL_DRAM, load_cycles_closed(&c.cores[0]));
	assert_outcome(store(&c, 0, A_LINE), TEA_LEVEL_L1, l1_cycles(&c));
	assert_outcome(own(&c, 0, A_LINE), TEA_LEVEL_L1, l1_cycles(&c));
	cluster_deinit(&c);
}

static void a_modified_line_is_fetched_and_shared(void **state)
{
	struct cluster c;

	(void)state;
	cluster_init(&c, knobs);
	store(&c, 0, A_LINE);
	assert_outcome(load(&c, 1, A_LINE), TEA_LEVEL_PEER_MODIFIED, modified_cycles(&c));
	/* both have it, and a third has it from the LLC: it is as there as in memory */
	assert_outcome(load(&c, 0, A_LINE), TEA_LEVEL_L1, l1_cycles(&c));
	assert_outcome(load(&c, 1, A_LINE), TEA_LEVEL_L1, l1_cycles(&c));
	assert_outcome(load(&c, 2, A_LINE), TEA_LEVEL_LLC, llc_cycles(&c));
	cluster_deinit(&c);
}

static void an_owned_clean_line_is_probed(void **state)
{
	struct cluster c;

	(void)state;
	cluster_init(&c, knobs);
	load(&c, 0, A_LINE);
	assert_outcome(load(&c, 1, A_LINE), TEA_LEVEL_PEER_CLEAN, llc_cycles(&c) + PROBE);
	assert_outcome(load(&c, 2, A_LINE), TEA_LEVEL_LLC, llc_cycles(&c));
	cluster_deinit(&c);
}

/* The line is there to be read: a store asks for the rest, and all others lose it. */
static void a_store_to_a_shared_line_upgrades(void **state)
{
	struct cluster c;

	(void)state;
	cluster_init(&c, knobs);
	for (unsigned int i = 0; i < CORES; i++)
		load(&c, i, A_LINE);
	assert_outcome(store(&c, 1, A_LINE), TEA_LEVEL_LLC, llc_cycles(&c) + PROBE);
	assert_outcome(store(&c, 1, A_LINE), TEA_LEVEL_L1, l1_cycles(&c));
	assert_outcome(load(&c, 2, A_LINE), TEA_LEVEL_PEER_MODIFIED, modified_cycles(&c));
	assert_outcome(load(&c, 0, A_LINE), TEA_LEVEL_LLC, llc_cycles(&c));
	cluster_deinit(&c);
}

static void lines_go_to_and_fro(void **state)
{
	struct cluster c;

	(void)state;
	cluster_init(&c, knobs);
	store(&c, 0, A_LINE);
	for (unsigned int i = 1; i < 20; i++)
		assert_outcome(store(&c, i % 2, A_LINE + i), TEA_LEVEL_PEER_MODIFIED,
			       modified_cycles(&c));
	cluster_deinit(&c);
}

/* lr, sc and amo own the line first: what they write then, they write at once. */
static void atomics_own_before_they_write(void **state)
{
	struct cluster c;

	(void)state;
	cluster_init(&c, knobs);
	store(&c, 0, A_LINE);
	assert_outcome(own(&c, 1, A_LINE), TEA_LEVEL_PEER_MODIFIED, modified_cycles(&c));
	assert_outcome(store(&c, 1, A_LINE), TEA_LEVEL_L1, l1_cycles(&c));
	load(&c, 0, A_LINE);
	assert_outcome(own(&c, 0, A_LINE), TEA_LEVEL_LLC, llc_cycles(&c) + PROBE);
	assert_outcome(load(&c, 1, A_LINE), TEA_LEVEL_PEER_CLEAN, llc_cycles(&c) + PROBE);
	cluster_deinit(&c);
}

/* A line changes hands once at a time; a request earlier by the clock waits for none. */
static void a_reader_waits_for_the_writer(void **state)
{
	struct cluster c;
	struct tea_access written, read;

	(void)state;
	cluster_init(&c, knobs);
	load(&c, 0, A_LINE);
	written = store_at(&c.cores[1], A_LINE, 5000);
	read = load_at(&c.cores[0], A_LINE, 5010);
	assert_int_equal(written.ready, 5000 + llc_cycles(&c) + PROBE);	/* of a clean copy */
	assert_true(read.ready >= written.ready + PROBE);
	assert_int_equal(read.level, TEA_LEVEL_PEER_MODIFIED);
	store_at(&c.cores[1], A_LINE, 9000);
	read = load_at(&c.cores[0], A_LINE, 8000);
	assert_int_equal(read.ready, 8000 + modified_cycles(&c));
	cluster_deinit(&c);
}

/* A core whose clock is behind that of the others by what it slept sees the same. */
static void clocks_differ(void **state)
{
	const cycle_t slept = 123456;
	struct cluster c;

	(void)state;
	cluster_init(&c, knobs);
	tea_memory_wake(c.cores[1].memory, slept);
	store_at(&c.cores[0], A_LINE, slept + 1000);
	c.now = 2000 - LONG;
	assert_outcome(load(&c, 1, A_LINE), TEA_LEVEL_PEER_MODIFIED, modified_cycles(&c));
	assert_outcome(store(&c, 1, A_LINE), TEA_LEVEL_LLC, llc_cycles(&c) + PROBE);
	c.now += slept;
	assert_outcome(load(&c, 0, A_LINE), TEA_LEVEL_PEER_MODIFIED, modified_cycles(&c));
	cluster_deinit(&c);
}

static void nothing_is_anothers(void **state)
{
	struct cluster c;

	(void)state;
	cluster_init(&c, perfect_knobs);
	store(&c, 0, A_LINE);
	assert_outcome(load(&c, 1, A_LINE), TEA_LEVEL_LLC, llc_cycles(&c));
	for (unsigned int i = 0; i < 2; i++)
		assert_outcome(store(&c, i, A_LINE), TEA_LEVEL_L1, l1_cycles(&c));
	cluster_deinit(&c);
}

static void each_has_an_llc(void **state)
{
	struct cluster c;

	(void)state;
	cluster_init(&c, llc_knobs);
	store(&c, 0, A_LINE);
	assert_outcome(load(&c, 1, A_LINE), TEA_LEVEL_DRAM, load_cycles_row_hit(&c.cores[0]));
	assert_outcome(store(&c, 0, A_LINE), TEA_LEVEL_L1, l1_cycles(&c));
	cluster_deinit(&c);
}

/* Core 0 has many reads under way, by the other LLC bank: when is one line of core 1 there? */
static cycle_t cycles_beside_a_thief(const struct knob *with)
{
	struct cluster c;
	cycle_t cycles;

	cluster_init(&c, with);
	for (unsigned int i = 0; i < 10; i++)
		load_at(&c.cores[0], (1 << 20) + (2 * i + 1) * LINE, LONG);
	cycles = load_at(&c.cores[1], A_LINE, LONG).ready - LONG;
	cluster_deinit(&c);
	return cycles;
}

static void each_has_dram(void **state)
{
	struct hierarchy alone;
	cycle_t cycles;

	(void)state;
	hierarchy_init(&alone, dram_knobs);
	cycles = load_at(&alone, A_LINE, LONG).ready - LONG;
	hierarchy_deinit(&alone);
	assert_int_equal(cycles_beside_a_thief(dram_knobs), cycles);
	/* 64 bytes take 205 cycles of 3.2 GHz at 1 GB/s */
	assert_in_range(cycles_beside_a_thief(narrow_knobs) - cycles, 9 * 205, 10 * 205);
}

/* Core 0 reads more than the LLC holds, twice, and core 1 nothing: nobody took its lines. */
static void own_victims_are_not_taken(void **state)
{
	struct cluster c;
	unsigned int again = 0;

	(void)state;
	cluster_init(&c, small_knobs);
	for (unsigned int i = 0; i < 4096; i++)
		again += load(&c, 0, (1 << 20) + i % 2048 * LINE).level == TEA_LEVEL_DRAM;
	assert_int_equal(again, 4096);
	cluster_deinit(&c);
}

/* It is taken once: the next miss on it is of the core's own making. */
static void a_line_is_taken_once(void **state)
{
	struct cluster c;

	(void)state;
	cluster_init(&c, small_knobs);
	store(&c, 0, A_LINE);
	for (unsigned int i = 0; i < 1024; i++)
		load(&c, 1, (1 << 20) + i * LINE);
	assert_int_equal(load(&c, 0, A_LINE).level, TEA_LEVEL_TAKEN);
	for (unsigned int i = 0; i < 1024; i++)
		load(&c, 0, (1 << 21) + i * LINE);
	assert_int_equal(load(&c, 0, A_LINE).level, TEA_LEVEL_DRAM);
	cluster_deinit(&c);
}

/* What one core reads pushes another's line out of the LLC, and so out of its L1D. */
static void a_victim_leaves_all_cores(void **state)
{
	struct cluster c;

	(void)state;
	cluster_init(&c, small_knobs);
	store(&c, 0, A_LINE);
	for (unsigned int i = 0; i < 1024; i++)
		load(&c, 1, (1 << 20) + i * LINE);
	assert_int_equal(load(&c, 0, A_LINE).level, TEA_LEVEL_TAKEN);
	/* and nobody is probed for the line that has its place in the directory */
	assert_int_equal(load(&c, 0, (1 << 20) + 1000 * LINE).level, TEA_LEVEL_PEER_CLEAN);
	assert_int_equal(load(&c, 2, (1 << 21)).level, TEA_LEVEL_DRAM);
	cluster_deinit(&c);
}

/* Who has a line that never leaves by itself. */
struct naive {
	bool has[CORES], owned, dirty, known;
};

static enum tea_level naive_access(struct naive *line, unsigned int core, bool write)
{
	bool others = false, own_it;
	enum tea_level level = TEA_LEVEL_L1;

	for (unsigned int i = 0; i < CORES; i++)
		others |= i != core && line->has[i];
	own_it = line->has[core] && !others;
	if (!line->known)
		level = TEA_LEVEL_DRAM;
	else if (!line->has[core])
		level = !line->owned ? TEA_LEVEL_LLC :
			line->dirty ? TEA_LEVEL_PEER_MODIFIED : TEA_LEVEL_PEER_CLEAN;
	else if (write && !own_it)
		level = TEA_LEVEL_LLC;
	if (write)
		memset(line->has, 0, sizeof(line->has));
	line->dirty = write || (line->dirty && own_it);
	line->owned = write || (!others && (line->owned || !line->has[core] || own_it));
	line->known = line->has[core] = true;
	return level;
}

static void random_accesses_find_what_was_left(void **state)
{
	enum { LINES = 8, ACCESSES = 20000 };
	struct naive lines[LINES] = { { .known = false } };
	uint64_t random = random_seed();
	struct cluster c;

	(void)state;
	cluster_init(&c, knobs);
	for (unsigned int i = 0; i < ACCESSES; i++) {
		const unsigned int core = (unsigned int)random_below(&random, CORES);
		const unsigned int number = (unsigned int)random_below(&random, LINES);
		const bool write = random_below(&random, 3) == 0;
		const uint64_t paddr = A_LINE + number * LINE;
		struct outcome found = write ? store(&c, core, paddr) : load(&c, core, paddr);

		assert_int_equal(found.level, naive_access(&lines[number], core, write));
	}
	cluster_deinit(&c);
}

/* Three cores read lines of their own and common ones: what an LRU of all their misses has, line by line. */
struct naive_lru {
	uint64_t *lines;		/* [set][way], the latest first */
	unsigned int sets, ways, misses;
};

static bool naive_lru_read(struct naive_lru *lru, uint64_t line)
{
	uint64_t *set = &lru->lines[line % lru->sets * lru->ways];
	unsigned int at = 0;
	bool found;

	while (at < lru->ways - 1 && set[at] != line)
		at++;
	found = set[at] == line;
	lru->misses += !found;
	memmove(&set[1], &set[0], at * sizeof(*set));
	set[0] = line;
	return found;
}

static void misses_are_those_of_merged_streams(void **state)
{
	enum { ACCESSES = 60000, OWN = 900, COMMON = 400, SETS = 256, WAYS = 4 };
	uint64_t lines[SETS * WAYS] = { 0 }, random = random_seed();
	struct naive_lru lru = { .lines = lines, .sets = SETS, .ways = WAYS };
	unsigned int misses = 0;
	struct cluster c;

	(void)state;
	cluster_init(&c, lru_knobs);
	for (unsigned int i = 0; i < ACCESSES; i++) {
		const unsigned int core = (unsigned int)random_below(&random, CORES);
		const uint64_t own = (core + 1) * 16384 + random_below(&random, OWN);
		const uint64_t common = 4096 + random_below(&random, COMMON);
		const uint64_t line = random_below(&random, 4) ? own : common;
		const enum tea_level level = load(&c, core, line * LINE).level;
		const bool missed = level == TEA_LEVEL_DRAM || level == TEA_LEVEL_TAKEN;

		misses += missed;
		if (level != TEA_LEVEL_L1)
			assert_int_equal(!missed, naive_lru_read(&lru, line));
	}
	assert_int_equal(misses, lru.misses);
	assert_in_range(misses, ACCESSES / 4, ACCESSES * 3 / 4);
	cluster_deinit(&c);
}

/* Cycles in which @cores read @lines each, one after the other, with so many under way as they can have. */
static cycle_t cycles_of_streams(const struct knob *with, unsigned int cores, unsigned int lines)
{
	enum { UNDER_WAY = 8, APART = (1 << 24) + 11 * 8192 };	/* in banks of their own */
	cycle_t next[CORES] = { 0 }, ready[CORES][UNDER_WAY] = { { 0 } }, end = 0;
	unsigned int read[CORES] = { 0 };
	struct cluster c;

	cluster_init(&c, with);
	for (unsigned int i = 0; i < cores * lines; i++) {
		unsigned int core = 0, slot;

		for (unsigned int at = 1; at < cores; at++)
			if (read[core] == lines || (read[at] < lines && next[at] < next[core]))
				core = at;
		slot = read[core] % UNDER_WAY;
		ready[core][slot] = load_at(&c.cores[core], core * APART + read[core] * LINE,
					    next[core]).ready;
		end = ready[core][slot] > end ? ready[core][slot] : end;
		read[core]++;
		next[core] = cycle_max(next[core] + 1, ready[core][read[core] % UNDER_WAY]);
	}
	cluster_deinit(&c);
	return end;
}

/* Several cores read as many lines as the bus can carry, and hardly less. */
static void streams_get_what_the_bandwidth_allows(void **state)
{
	enum { LINES = 3000, MHZ = 3200 };
	static const char *const mbps[] = { "1000", "2000", "4000", "8000" };

	(void)state;
	for (size_t i = 0; i < sizeof(mbps) / sizeof(mbps[0]); i++) {
		const struct knob with[] = {
			{ "l1d_prefetch", "0" }, { "dram_mbps", mbps[i] }, { NULL, NULL },
		};

		for (unsigned int cores = 2; cores <= CORES; cores++) {
			const cycle_t bus = cores * LINES * LINE * MHZ / strtoul(mbps[i], NULL, 10);

			assert_in_range(cycles_of_streams(with, cores, LINES), bus, bus * 105 / 100);
		}
	}
}

/*
 * Two wait for what a third writes, as for a lock that is handed over: they have copies of the line, lose
 * them when it is written, and ask for it meanwhile. The line goes from one to the next, in the order in which
 * they ask; the look-up in the L1D is not repeated.
 */
static void a_lock_is_handed_over(void **state)
{
	struct tea_access written, first, second;
	struct cluster c;
	cycle_t again;

	(void)state;
	cluster_init(&c, knobs);
	again = l1_cycles(&c);
	for (unsigned int i = 0; i < CORES; i++)
		load(&c, i, A_LINE);
	written = store_at(&c.cores[0], A_LINE, 10002);	/* then the bank's turns are exact */
	first = load_at(&c.cores[1], A_LINE, 10010);
	second = load_at(&c.cores[2], A_LINE, 10020);
	assert_int_equal(written.ready, 10002 + llc_cycles(&c) + PROBE);
	assert_int_equal(first.ready, written.ready + modified_cycles(&c) - again);
	assert_int_equal(second.ready, first.ready + llc_cycles(&c) - again);
	c.now = 20000;
	assert_outcome(own(&c, 1, A_LINE), TEA_LEVEL_LLC, llc_cycles(&c) + PROBE);
	cluster_deinit(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_reader_owns),
		cmocka_unit_test(a_modified_line_is_fetched_and_shared),
		cmocka_unit_test(an_owned_clean_line_is_probed),
		cmocka_unit_test(a_store_to_a_shared_line_upgrades),
		cmocka_unit_test(lines_go_to_and_fro),
		cmocka_unit_test(atomics_own_before_they_write),
		cmocka_unit_test(a_reader_waits_for_the_writer),
		cmocka_unit_test(clocks_differ),
		cmocka_unit_test(nothing_is_anothers),
		cmocka_unit_test(each_has_an_llc),
		cmocka_unit_test(each_has_dram),
		cmocka_unit_test(own_victims_are_not_taken),
		cmocka_unit_test(a_line_is_taken_once),
		cmocka_unit_test(a_victim_leaves_all_cores),
		cmocka_unit_test(random_accesses_find_what_was_left),
		cmocka_unit_test(misses_are_those_of_merged_streams),
		cmocka_unit_test(streams_get_what_the_bandwidth_allows),
		cmocka_unit_test(a_lock_is_handed_over),
	};

	return cmocka_run_group_tests_name("uncore", tests, NULL, NULL);
}
