// SPDX-License-Identifier: GPL-2.0-or-later
/* test_tlbs.c - reach, page sizes, address spaces, walks and their costs */
#include "memory/hierarchy.h"

#define KNOBS(...)	((const struct knob[]){ __VA_ARGS__, { NULL, NULL } })
#define MIB		(1ULL << 20)
#define GIB		(1ULL << 30)

static bool misses_at(struct hierarchy *h, uint64_t vaddr, cycle_t now)
{
	return translate_at(h, vaddr, now).l1_miss;
}

/* Cycles that a translation takes. */
static cycle_t cost_at(struct hierarchy *h, uint64_t vaddr, cycle_t now)
{
	return translate_at(h, vaddr, now).ready - now;
}

static void l1_reaches_its_pages(void **state)
{
	struct hierarchy h;
	cycle_t now = 0;

	(void)state;
	hierarchy_init(&h, NULL);
	for (unsigned int i = 0; i < 32; i++, now += 1000)
		assert_true(misses_at(&h, i * PAGE, now));
	for (unsigned int i = 0; i < 64; i++, now += 1000)
		assert_int_equal(cost_at(&h, i % 32 * PAGE + 8 * i, now), 0);
	assert_int_equal(h.tables.walks, 32);
	assert_true(misses_at(&h, 32 * PAGE, now));	/* replaces pages 0 to 3 */
	assert_false(misses_at(&h, 4 * PAGE, now + 1000));
	assert_int_equal(cost_at(&h, 3 * PAGE, now + 2000), h.params.l2_tlb_latency);
	assert_int_equal(h.tables.walks, 33);
	hierarchy_deinit(&h);
}

/* Neighbours share an entry, from a multiple of four on, whichever comes first. */
static void entries_are_of_neighbours(void **state)
{
	struct hierarchy h;
	cycle_t now = 0;

	(void)state;
	hierarchy_init(&h, KNOBS({ "l1_tlb", "8" }));
	for (unsigned int i = 0; i < 8; i++, now += 1000)
		assert_true(misses_at(&h, (11 - i) * PAGE, now));
	for (unsigned int i = 4; i < 12; i++)
		assert_false(misses_at(&h, i * PAGE, now));
	assert_true(misses_at(&h, 3 * PAGE, now));	/* in place of 4 to 7, used before 8 to 11 */
	for (unsigned int i = 8; i < 12; i++)
		assert_false(misses_at(&h, i * PAGE, now + 1000));
	for (unsigned int i = 4; i < 8; i++)
		assert_true(misses_at(&h, i * PAGE, now + 2000));
	hierarchy_deinit(&h);
}

/* Pages that are apart have an entry each; a tree of bits selects the victim, also among three. */
static void entries_go_by_a_tree(void **state)
{
	static const struct {
		unsigned int page;
		bool misses;
	} accesses[] = {
		{ 1, true }, { 2, true }, { 3, true },	/* the third is alone in its half */
		{ 4, true },				/* of the other half the older: 1 */
		{ 2, false }, { 4, false },
		{ 5, true },				/* 3 */
		{ 2, false }, { 4, false }, { 3, true },	/* 5 */
		{ 1, true },				/* 2 */
		{ 4, false }, { 3, false },
	};
	struct hierarchy h;

	(void)state;
	hierarchy_init(&h, KNOBS({ "l1_tlb", "12" }));
	for (unsigned int i = 0; i < sizeof(accesses) / sizeof(accesses[0]); i++)
		assert_int_equal(misses_at(&h, accesses[i].page * 16 * PAGE, 1000 * i),
				 accesses[i].misses);
	hierarchy_deinit(&h);
}

static struct tea_translation fetch_translation(struct hierarchy *h, uint64_t vaddr, cycle_t now);

static void fetch_has_its_own_size(void **state)
{
	struct hierarchy h;
	cycle_t now = 0;

	(void)state;
	hierarchy_init(&h, KNOBS({ "l1i_tlb", "16" }, { "l1_tlb", "4" }));
	for (unsigned int i = 0; i < 32; i++, now += 1000)
		assert_int_equal(fetch_translation(&h, i % 16 * PAGE, now).l1_miss, i < 16);
	for (unsigned int i = 0; i < 32; i++, now += 1000)
		assert_true(misses_at(&h, i % 16 * PAGE, now));
	hierarchy_deinit(&h);
}

static void addresses_are_translated(void **state)
{
	static const unsigned int shifts[] = { 12, 21, 30 };
	struct hierarchy h;

	(void)state;
	for (unsigned int i = 0; i < 3; i++) {
		hierarchy_init(&h, NULL);
		h.tables.page_shift = shifts[i];
		h.tables.offset = 5ULL << 30;
		for (unsigned int j = 0; j < 2; j++) {
			assert_int_equal(translate_at(&h, 0xffffffc012345678, 1000 * j).paddr,
					 0xffffffc012345678 + h.tables.offset);
			assert_int_equal(h.tables.walks, 1);
		}
		hierarchy_deinit(&h);
	}
}

static void sides_are_apart(void **state)
{
	struct hierarchy h;
	struct tea_translation translation;

	(void)state;
	hierarchy_init(&h, NULL);
	translate_at(&h, 0x1000, 0);
	tea_memory_translate(h.memory, TEA_SIDE_INSN, 0x1000, TEA_PRIV_U, 1000, &translation);
	assert_true(translation.l1_miss);
	assert_int_equal(translation.ready, 1000 + h.params.l2_tlb_latency);
	hierarchy_deinit(&h);
}

static void l2_is_direct_mapped(void **state)
{
	struct hierarchy h;
	cycle_t now = 0;

	(void)state;
	hierarchy_init(&h, KNOBS({ "tlb_sector", "1" }, { "l1_tlb", "1" }));
	for (unsigned int i = 0; i < 1024; i++, now += 1000)
		translate_at(&h, i * PAGE, now);
	for (unsigned int i = 0; i < 1024; i++, now += 1000)
		assert_int_equal(cost_at(&h, i * PAGE, now), h.params.l2_tlb_latency);
	assert_int_equal(h.tables.walks, 1024);
	translate_at(&h, 1024 * PAGE, now);		/* page 0's place */
	translate_at(&h, 0, now + 1000);
	translate_at(&h, PAGE, now + 2000);
	assert_int_equal(h.tables.walks, 1026);
	hierarchy_deinit(&h);
}

static void superpages_cover_and_stay_out_of_l2(void **state)
{
	struct hierarchy h;
	cycle_t now = 0;

	(void)state;
	hierarchy_init(&h, NULL);
	h.tables.page_shift = 21;
	for (unsigned int i = 0; i < 4; i++, now += 1000)
		assert_true(misses_at(&h, i * 2 * MIB, now));
	for (unsigned int i = 0; i < 4 * 512; i++)
		assert_false(misses_at(&h, i * PAGE, now));
	assert_int_equal(h.tables.walks, 4);
	translate_at(&h, 4 * 2 * MIB, now);
	translate_at(&h, 0, now + 1000);
	assert_int_equal(h.tables.walks, 6);
	h.tables.page_shift = 12;			/* takes none of their entries */
	translate_at(&h, 64 * MIB, now + 2000);
	assert_false(misses_at(&h, 0, now + 3000));
	h.tables.page_shift = 30;
	assert_true(misses_at(&h, 7 * GIB, now + 4000));
	assert_false(misses_at(&h, 8 * GIB - 1, now + 5000));
	hierarchy_deinit(&h);
}

static void spaces_are_tagged(void **state)
{
	struct hierarchy h;

	(void)state;
	hierarchy_init(&h, NULL);
	tea_memory_set_asid(h.memory, 1);
	translate_at(&h, 0x1000, 0);
	tea_memory_set_asid(h.memory, 2);
	h.tables.offset = GIB;
	assert_true(misses_at(&h, 0x1000, 1000));
	assert_int_equal(translate_at(&h, 0x1000, 2000).paddr, GIB + 0x1000);
	tea_memory_set_asid(h.memory, 1);
	assert_false(misses_at(&h, 0x1000, 3000));
	assert_int_equal(translate_at(&h, 0x1000, 3000).paddr, 0x1000);
	assert_int_equal(h.tables.walks, 2);
	hierarchy_deinit(&h);
}

static void global_pages_are_in_all_spaces(void **state)
{
	struct hierarchy h;

	(void)state;
	hierarchy_init(&h, KNOBS({ "tlb_sector", "1" }, { "l1_tlb", "2" }));
	h.tables.global = true;
	translate_at(&h, 0x1000, 0);
	tea_memory_set_asid(h.memory, 7);
	assert_false(misses_at(&h, 0x1000, 1000));
	translate_at(&h, 0x2000, 2000);
	translate_at(&h, 0x3000, 3000);
	tea_memory_set_asid(h.memory, 8);
	assert_int_equal(cost_at(&h, 0x1000, 4000), h.params.l2_tlb_latency);
	assert_int_equal(h.tables.walks, 3);
	hierarchy_deinit(&h);
}

static void flush_forgets_everything(void **state)
{
	struct hierarchy h;

	(void)state;
	hierarchy_init(&h, NULL);
	h.tables.global = true;
	for (unsigned int i = 0; i < 3; i++) {
		assert_true(misses_at(&h, 0x1000, 2000 * i));
		assert_false(misses_at(&h, 0x1000, 2000 * i + 1000));
		assert_int_equal(h.tables.walks, i + 1);
		tea_memory_flush_tlb(h.memory);
	}
	hierarchy_deinit(&h);
}

/* Three PTEs that come from DRAM, one after the other, from three rows of a bank. */
static void walks_go_through_the_caches(void **state)
{
	struct hierarchy h;
	cycle_t cold, hit;

	(void)state;
	hierarchy_init(&h, KNOBS({ "l1d_prefetch", "0" }, { "ptw_cache", "0" }));
	hit = h.params.l1d_latency;
	cold = cost_at(&h, 0x1000, 0);
	assert_int_equal(cold, h.params.l2_tlb_latency + load_cycles_closed(&h) +
			       2 * load_cycles_conflict(&h));
	assert_int_equal(cost_at(&h, 0x2000, 1000), h.params.l2_tlb_latency + 3 * hit);
	/* The leaf PTE of the 9th page is in another line, of the same row. */
	assert_int_equal(cost_at(&h, 0x8000, 2000),
			 h.params.l2_tlb_latency + 2 * hit + load_cycles_row_hit(&h));
	h.tables.page_shift = 21;
	assert_int_equal(cost_at(&h, 2 * MIB, 3000), h.params.l2_tlb_latency + 2 * hit);
	hierarchy_deinit(&h);
}

static void walker_caches_upper_levels(void **state)
{
	struct hierarchy h;
	cycle_t hit;

	(void)state;
	hierarchy_init(&h, KNOBS({ "ptw_cache", "2" }));
	hit = h.params.l1d_latency;
	translate_at(&h, 0x1000, 0);
	assert_int_equal(cost_at(&h, 0x2000, 1000), h.params.l2_tlb_latency + 2 + hit);
	translate_at(&h, GIB, 2000);		/* two other upper PTEs */
	tea_memory_load(h.memory, 0, 3000, &(struct tea_access){ 0 });
	assert_int_equal(cost_at(&h, 0x3000, 4000), h.params.l2_tlb_latency + 3 * hit);
	hierarchy_deinit(&h);
}

static void one_walk_at_a_time(void **state)
{
	struct hierarchy h;
	cycle_t first, second;

	(void)state;
	hierarchy_init(&h, NULL);
	translate_at(&h, 0, 0);
	first = translate_at(&h, 0x10000, 2000).ready;
	second = translate_at(&h, 0x20000, 2000).ready;
	assert_true(second > first);
	assert_true(second - first >= h.params.l1d_latency);
	/* And one that is earlier in time does not wait for those. */
	assert_true(translate_at(&h, 0x1000, 1000).ready < 2000);
	hierarchy_deinit(&h);
}

/* Misses of eight pages that are in the L2 TLB, asked for in one cycle: when the last ends. */
static cycle_t cost_of_eight(const char *at_once)
{
	struct hierarchy h;
	cycle_t last = 0;

	hierarchy_init(&h, KNOBS({ "tlb_sector", "1" }, { "l1_tlb", "1" }, { "dtlb_misses", at_once }));
	for (unsigned int i = 0; i <= 8; i++)
		translate_at(&h, i * PAGE, 1000 * i);
	for (unsigned int i = 0; i < 8; i++)
		last = translate_at(&h, i * PAGE, 20000).ready;
	/* hits do not wait for misses, nor do accesses earlier in time */
	assert_int_equal(cost_at(&h, 7 * PAGE, 30000), 0);
	assert_int_equal(cost_at(&h, PAGE, 10000), h.params.l2_tlb_latency);
	assert_int_equal(h.tables.walks, 9);
	hierarchy_deinit(&h);
	return last - 20000;
}

static void data_misses_take_turns(void **state)
{
	struct tea_params params;
	cycle_t turn, latency;

	(void)state;
	tea_params_init(&params);
	latency = params.l2_tlb_latency;
	turn = latency + params.dtlb_refill;
	assert_int_equal(params.dtlb_misses, 1);
	assert_int_equal(cost_of_eight("1"), 7 * turn + latency);
	assert_int_equal(cost_of_eight("2"), 3 * turn + latency);
	assert_int_equal(cost_of_eight("8"), latency);
}

/* Fetch alone has one miss at a time. */
static void data_misses_do_not_hold_up_fetch(void **state)
{
	struct hierarchy h;
	struct tea_translation translation;

	(void)state;
	hierarchy_init(&h, KNOBS({ "tlb_sector", "1" }, { "l1_tlb", "1" }));
	for (unsigned int i = 0; i < 4; i++)
		translate_at(&h, i * PAGE, 1000 * i);
	translate_at(&h, 0, 20000);
	tea_memory_translate(h.memory, TEA_SIDE_INSN, PAGE, TEA_PRIV_U, 20000, &translation);
	assert_int_equal(translation.ready, 20000 + h.params.l2_tlb_latency);
	hierarchy_deinit(&h);
}

static void misses_to_a_page_merge(void **state)
{
	struct hierarchy h;
	struct tea_translation first, second;

	(void)state;
	hierarchy_init(&h, NULL);
	first = translate_at(&h, 0x1000, 100);
	second = translate_at(&h, 0x1ff8, 110);
	assert_true(second.l1_miss);
	assert_int_equal(second.ready, first.ready);
	second = translate_at(&h, 0x1ff8, 90);		/* before: its own walk */
	assert_int_equal(second.ready, first.ready - 10);
	assert_false(misses_at(&h, 0x1000, first.ready));
	assert_int_equal(h.tables.walks, 1);
	hierarchy_deinit(&h);
}

static void broken_mappings_leave_nothing(void **state)
{
	struct hierarchy h;
	struct tea_translation translation;

	(void)state;
	hierarchy_init(&h, NULL);
	h.tables.broken = true;
	translation = translate_at(&h, 0x12345, 100);
	assert_false(translation.l1_miss);
	assert_int_equal(translation.ready, 100);
	assert_int_equal(translation.paddr, 0x12345);
	h.tables.broken = false;
	assert_true(misses_at(&h, 0x12345, 200));
	assert_int_equal(h.tables.walks, 2);
	hierarchy_deinit(&h);
}

/* Bare translation is asked for once; machine mode never sees the TLB's entries. */
static void bare_is_asked_for_once(void **state)
{
	struct hierarchy h;
	struct tea_translation translation;

	(void)state;
	hierarchy_init(&h, NULL);
	h.tables.offset = GIB;
	translate_at(&h, 0x1000, 0);
	for (unsigned int i = 0; i < 3; i++) {
		tea_memory_translate(h.memory, TEA_SIDE_DATA, 0x1000, TEA_PRIV_M, 1000,
				     &translation);
		assert_int_equal(translation.paddr, 0x1000);
		assert_int_equal(translation.ready, 1000);
		assert_false(translation.l1_miss);
	}
	assert_int_equal(h.tables.walks, 2);
	assert_int_equal(translate_at(&h, 0x1000, 2000).paddr, GIB + 0x1000);
	h.tables.bare = true;
	tea_memory_flush_tlb(h.memory);
	for (unsigned int i = 0; i < 3; i++)
		assert_int_equal(translate_at(&h, 0x1000 * i, 3000).paddr, 0x1000 * i);
	assert_int_equal(h.tables.walks, 3);
	h.tables.bare = false;
	tea_memory_set_asid(h.memory, 1);
	assert_true(misses_at(&h, 0x1000, 4000));
	hierarchy_deinit(&h);
}

static struct tea_translation fetch_translation(struct hierarchy *h, uint64_t vaddr, cycle_t now)
{
	struct tea_translation translation;

	tea_memory_translate(h->memory, TEA_SIDE_INSN, vaddr, TEA_PRIV_U, now, &translation);
	return translation;
}

/* Far more pages than any TLB has, back and forth in time: known at once, and truly. */
static void check_perfect(struct hierarchy *h,
			  struct tea_translation (*translate)(struct hierarchy *, uint64_t, cycle_t))
{
	h->tables.offset = GIB;
	for (unsigned int i = 0; i < 4096; i++) {
		struct tea_translation translation = translate(h, i * PAGE + 8, 5000 - i);

		assert_int_equal(translation.paddr, GIB + i * PAGE + 8);
		assert_int_equal(translation.ready, 5000 - i);
		assert_false(translation.l1_miss);
	}
	tea_memory_set_asid(h->memory, 1);
	h->tables.offset = 2 * GIB;
	assert_int_equal(translate(h, 8, 5000).paddr, 2 * GIB + 8);
	h->tables.offset = 3 * GIB;
	tea_memory_flush_tlb(h->memory);
	assert_int_equal(translate(h, 8, 5000).paddr, 3 * GIB + 8);
	h->tables.broken = true;
	assert_int_equal(translate(h, GIB, 5000).paddr, GIB);
	h->tables.broken = false;
}

/* Neither the L2 TLB nor the PTEs' lines are touched: the other side has to walk, from DRAM. */
static void perfect_tlbs_hit(void **state)
{
	struct hierarchy h;
	cycle_t walk;

	(void)state;
	hierarchy_init(&h, KNOBS({ "ptw_cache", "0" }));
	walk = cost_at(&h, PAGE, 10000);
	hierarchy_deinit(&h);

	hierarchy_init(&h, KNOBS({ "itlb_perfect", "1" }, { "ptw_cache", "0" }));
	check_perfect(&h, fetch_translation);
	assert_int_equal(cost_at(&h, PAGE, 10000), walk);
	hierarchy_deinit(&h);

	hierarchy_init(&h, KNOBS({ "dtlb_perfect", "1" }, { "ptw_cache", "0" }));
	check_perfect(&h, translate_at);
	assert_int_equal(fetch_translation(&h, PAGE, 10000).ready, 10000 + walk);
	assert_true(fetch_translation(&h, PAGE, 10000).l1_miss);
	hierarchy_deinit(&h);
}

/* PTEs are data: with a perfect data cache each of a walk's three takes a hit's latency. */
static void walks_hit_a_perfect_cache(void **state)
{
	struct hierarchy h;

	(void)state;
	hierarchy_init(&h, KNOBS({ "l1d_perfect", "1" }, { "ptw_cache", "0" }));
	assert_int_equal(cost_at(&h, 0x1000, 0),
			 h.params.l2_tlb_latency + 3 * h.params.l1d_latency);
	hierarchy_deinit(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(l1_reaches_its_pages),
		cmocka_unit_test(entries_are_of_neighbours),
		cmocka_unit_test(entries_go_by_a_tree),
		cmocka_unit_test(fetch_has_its_own_size),
		cmocka_unit_test(addresses_are_translated),
		cmocka_unit_test(sides_are_apart),
		cmocka_unit_test(l2_is_direct_mapped),
		cmocka_unit_test(superpages_cover_and_stay_out_of_l2),
		cmocka_unit_test(spaces_are_tagged),
		cmocka_unit_test(global_pages_are_in_all_spaces),
		cmocka_unit_test(flush_forgets_everything),
		cmocka_unit_test(walks_go_through_the_caches),
		cmocka_unit_test(walker_caches_upper_levels),
		cmocka_unit_test(one_walk_at_a_time),
		cmocka_unit_test(data_misses_take_turns),
		cmocka_unit_test(data_misses_do_not_hold_up_fetch),
		cmocka_unit_test(misses_to_a_page_merge),
		cmocka_unit_test(broken_mappings_leave_nothing),
		cmocka_unit_test(bare_is_asked_for_once),
		cmocka_unit_test(perfect_tlbs_hit),
		cmocka_unit_test(walks_hit_a_perfect_cache),
	};

	return cmocka_run_group_tests_name("tlbs", tests, NULL, NULL);
}
