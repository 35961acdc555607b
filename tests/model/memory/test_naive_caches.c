// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_naive_caches.c - random streams against caches and a TLB written as lists
 *
 * The naive ones keep each set as a list in order of use. Accesses are far apart in time, so that
 * nothing is on its way: only the level that serves remains.
 */
#include "memory/hierarchy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ACCESSES	200000
#define WAYS_MAX	64

struct list {
	uint64_t keys[WAYS_MAX];	/* used last first; 0: none */
};

struct naive_cache {
	struct list *sets;
	unsigned int ways, count;
};

static void naive_init(struct naive_cache *cache, unsigned int lines, unsigned int ways)
{
	cache->ways = ways;
	cache->count = lines / ways;
	cache->sets = test_calloc(cache->count, sizeof(*cache->sets));
}

static bool list_remove(struct list *list, unsigned int ways, uint64_t key)
{
	for (unsigned int i = 0; i < ways; i++) {
		if (list->keys[i] != key)
			continue;
		memmove(&list->keys[i], &list->keys[i + 1], (ways - 1 - i) * sizeof(key));
		list->keys[ways - 1] = 0;
		return true;
	}
	return false;
}

/* Move to the front, or put there. Returns whether it was there; @victim fell off. */
static bool naive_access(struct naive_cache *cache, uint64_t key, uint64_t *victim)
{
	struct list *list = &cache->sets[key % cache->count];
	bool hit = list_remove(list, cache->ways, key);

	*victim = list->keys[cache->ways - 1];
	memmove(&list->keys[1], &list->keys[0], (cache->ways - 1) * sizeof(key));
	list->keys[0] = key;
	return hit;
}

static void naive_forget(struct naive_cache *cache, uint64_t key)
{
	list_remove(&cache->sets[key % cache->count], cache->ways, key);
}

struct naive_hierarchy {
	struct naive_cache l1[2], llc;
};

/* The level that serves; misses look into the LLC, whose victims leave the L1s. */
static enum tea_level naive_level(struct naive_hierarchy *naive, enum tea_side side, uint64_t key,
				  uint8_t *dirty)
{
	uint64_t victim;
	bool llc_hit;

	if (list_remove(&naive->l1[side].sets[key % naive->l1[side].count], naive->l1[side].ways,
			key)) {
		naive_access(&naive->l1[side], key, &victim);
		return TEA_LEVEL_L1;
	}
	llc_hit = naive_access(&naive->llc, key, &victim);
	if (!llc_hit && victim) {
		naive_forget(&naive->l1[0], victim);
		naive_forget(&naive->l1[1], victim);
		dirty[victim] = 0;
	}
	naive_access(&naive->l1[side], key, &victim);
	/* A dirty victim is written back, which uses the LLC's line. */
	if (victim && side == TEA_SIDE_DATA && dirty[victim]) {
		dirty[victim] = 0;
		naive_access(&naive->llc, victim, &victim);
	}
	return llc_hit ? TEA_LEVEL_LLC : TEA_LEVEL_DRAM;
}

/* Half of the accesses go to a hot eighth. Lines from 1 on: 0 is "none". */
static uint64_t random_line(uint64_t *seed, uint64_t lines)
{
	uint64_t limit = random_below(seed, 2) ? lines : lines / 8;

	return 1 + random_below(seed, limit);
}

static void levels_agree(const struct knob *knobs, uint64_t lines)
{
	uint8_t *dirty = test_calloc(lines + 1, 1);
	unsigned int served[TEA_LEVEL_DRAM + 1] = { 0 };
	struct naive_hierarchy naive;
	struct hierarchy h;
	uint64_t seed = random_seed();

	hierarchy_init(&h, knobs);
	naive_init(&naive.l1[TEA_SIDE_INSN], h.params.l1i_kib * 16, h.params.l1i_ways);
	naive_init(&naive.l1[TEA_SIDE_DATA], h.params.l1d_kib * 16, h.params.l1d_ways);
	naive_init(&naive.llc, h.params.llc_kib * 16, h.params.llc_ways);
	for (cycle_t i = 0; i < ACCESSES; i++) {
		uint64_t line = random_line(&seed, lines), paddr = line * LINE + 8 * (i % 8);
		unsigned int kind = (unsigned int)random_below(&seed, 4);
		enum tea_side side = kind == 0 ? TEA_SIDE_INSN : TEA_SIDE_DATA;
		struct tea_access access = kind == 0 ? fetch_at(&h, paddr, i * 2000) :
					   kind == 1 ? store_at(&h, paddr, i * 2000) :
						       load_at(&h, paddr, i * 2000);

		assert_int_equal(access.accepted, i * 2000);
		assert_int_equal(access.level, naive_level(&naive, side, line, dirty));
		dirty[line] |= kind == 1;
		served[access.level]++;
	}
	assert_true(served[TEA_LEVEL_L1] > ACCESSES / 100);
	assert_true(served[TEA_LEVEL_LLC] > ACCESSES / 100);
	assert_true(served[TEA_LEVEL_DRAM] > ACCESSES / 100);
	test_free(naive.l1[0].sets);
	test_free(naive.l1[1].sets);
	test_free(naive.llc.sets);
	test_free(dirty);
	hierarchy_deinit(&h);
}

static void default_caches_agree(void **state)
{
	static const struct knob knobs[] = { { "l1d_prefetch", "0" }, { NULL, NULL } };

	(void)state;
	levels_agree(knobs, 60000);
}

/* An LLC little larger than the L1s: inclusion matters all the time. */
static void small_caches_agree(void **state)
{
	static const struct knob knobs[] = {
		{ "l1d_prefetch", "0" }, { "l1d_kib", "4" }, { "l1d_ways", "4" },
		{ "l1i_kib", "2" }, { "l1i_ways", "32" }, { "llc_kib", "16" }, { "llc_ways", "4" },
		{ NULL, NULL },
	};

	(void)state;
	levels_agree(knobs, 1000);
}

/*
 * Ways of a TLB: the pages of its tag that each has, and rocket's PseudoLRU, as it is written
 * there.
 */
#define TLB_WAYS_MAX	6

struct naive_ways {
	unsigned int count;
	uint64_t tags[TLB_WAYS_MAX], pages[TLB_WAYS_MAX];
	bool left_older[TLB_WAYS_MAX - 1];
};

static unsigned int right_half(unsigned int count)
{
	unsigned int right = 1;

	while (2 * right < count)
		right *= 2;
	return right;
}

static void naive_touch(bool *left_older, unsigned int count, unsigned int way)
{
	unsigned int right = right_half(count);

	if (count == 1)
		return;
	left_older[count - 2] = way < right;
	if (way < right)
		naive_touch(left_older, right, way);
	else
		naive_touch(left_older + right - 1, count - right, way - right);
}

static unsigned int naive_victim(const bool *left_older, unsigned int count)
{
	unsigned int right = right_half(count);

	if (count == 1)
		return 0;
	return left_older[count - 2] ?
	       right + naive_victim(left_older + right - 1, count - right) :
	       naive_victim(left_older, right);
}

/* Whether it had @page of @tag; it does from now on. */
static bool naive_translate(struct naive_ways *ways, uint64_t tag, unsigned int page)
{
	unsigned int way = 0;
	bool hit;

	while (way < ways->count && (ways->tags[way] != tag || !ways->pages[way]))
		way++;
	if (way == ways->count) {
		for (way = 0; way < ways->count && ways->pages[way]; )
			way++;
		if (way == ways->count)
			way = naive_victim(ways->left_older, ways->count);
		ways->pages[way] = 0;
	}
	hit = ways->pages[way] >> page & 1;
	ways->tags[way] = tag;
	ways->pages[way] |= 1ULL << page;
	naive_touch(ways->left_older, ways->count, way);
	return hit;
}

/* Pages of all sizes in two address spaces: the lower 64 GiB 4 KiB, then 2 MiB, then 1 GiB. */
static void tlb_agrees(void **state)
{
	static const unsigned int shifts[] = { 12, 21, 30 };
	static const struct knob knobs[] = {
		{ "l1_tlb", "24" }, { "tlb_superpages", "5" }, { NULL, NULL },
	};
	struct naive_ways small = { .count = 6 }, large = { .count = 5 };
	struct hierarchy h;
	uint64_t seed = random_seed(), asid = 0;
	unsigned int misses = 0;

	(void)state;
	hierarchy_init(&h, knobs);
	for (cycle_t i = 0; i < ACCESSES; i++) {
		uint64_t size = random_below(&seed, 3), near = random_line(&seed, 24);
		uint64_t page = near / 8 * 0x12345 % (1ULL << (34 - shifts[size])) * 4 + near % 4;
		uint64_t vaddr = (size << 36) + (page << shifts[size]) +
				 random_below(&seed, 1ULL << shifts[size]);
		struct tea_translation translation;
		bool hit;

		if (random_below(&seed, 100) == 0)
			asid = random_below(&seed, 2);
		tea_memory_set_asid(h.memory, (uint16_t)asid);
		h.tables.page_shift = shifts[size];
		translation = translate_at(&h, vaddr, i * 5000);
		hit = size ? naive_translate(&large, (size << 36 | page) << 1 | asid, 0) :
			     naive_translate(&small, (page / 4) << 1 | asid, page % 4);
		assert_int_equal(translation.l1_miss, !hit);
		assert_int_equal(translation.paddr, vaddr);
		misses += !hit;
	}
	assert_in_range(misses, ACCESSES / 10, ACCESSES / 2);
	hierarchy_deinit(&h);
}

/* The same stream twice, times and all: no state outside, nothing random. */
static void streams_repeat_to_the_bit(void **state)
{
	uint64_t hash[2] = { 0, 0 };

	(void)state;
	for (unsigned int run = 0; run < 2; run++) {
		struct hierarchy h;
		uint64_t seed = 42;

		hierarchy_init(&h, NULL);
		for (cycle_t i = 0; i < ACCESSES; i++) {
			uint64_t vaddr = random_line(&seed, 60000) * LINE;
			cycle_t now = 1000 + 4 * i + random_below(&seed, 500);
			struct tea_translation translation = translate_at(&h, vaddr, now);
			struct tea_access access = i % 3 ? load_at(&h, vaddr, translation.ready)
							 : store_at(&h, vaddr, translation.ready);

			hash[run] = (hash[run] ^ access.ready ^ access.accepted << 20) *
				    0x100000001b3ULL + access.level;
		}
		hierarchy_deinit(&h);
	}
	assert_int_equal(hash[0], hash[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(default_caches_agree),
		cmocka_unit_test(small_caches_agree),
		cmocka_unit_test(tlb_agrees),
		cmocka_unit_test(streams_repeat_to_the_bit),
	};

	return cmocka_run_group_tests_name("naive_caches", tests, NULL, NULL);
}
