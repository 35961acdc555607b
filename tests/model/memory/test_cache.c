// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_cache.c - contents of a cache, whatever it replaces, against a list
 *
 * Two of the sets, and lines of which many have the same mark: bits from the 16th on are folded
 * onto those below.
 */
#include "memory/hierarchy.h"

#include <string.h>

#include "memory/cache.h"

#define ACCESSES	20000
#define SETS		16	/* as many KiB as ways */
#define SETS_USED	2
#define WAYS_MAX	64
#define FOLDED		16	/* two parts of as many bits each make a mark */

struct list {
	uint64_t addresses[WAYS_MAX];	/* used last first */
	unsigned int count;
};

static bool list_take(struct list *list, uint64_t address)
{
	for (unsigned int i = 0; i < list->count; i++) {
		if (list->addresses[i] != address)
			continue;
		list->count--;
		memmove(&list->addresses[i], &list->addresses[i + 1],
			(list->count - i) * sizeof(address));
		return true;
	}
	return false;
}

static void list_put(struct list *list, uint64_t address)
{
	memmove(&list->addresses[1], &list->addresses[0], list->count++ * sizeof(address));
	list->addresses[0] = address;
}

static uint64_t random_address(uint64_t *seed, unsigned int ways)
{
	uint64_t high = random_below(seed, ways > 16 ? 16 : 4), low = random_below(seed, 16);

	return (high << FOLDED | low) * SETS + random_below(seed, SETS_USED);
}

/* Some lines are written to as soon as they are there. */
static bool is_dirty(uint64_t address)
{
	return address & SETS;
}

static void list_replace(struct list *list, struct tea_cache *cache, uint64_t address)
{
	struct tea_victim victim;
	bool full = list->count == cache->ways;
	struct tea_line *line = tea_cache_replace(cache, address, &victim);

	assert_ptr_equal(tea_cache_find(cache, address), line);
	assert_false(line->dirty);
	line->dirty = is_dirty(address);
	if (cache->replacement == TEA_REPLACE_RANDOM) {
		assert_int_equal(victim.valid, victim.valid && list_take(list, victim.address));
	} else {
		assert_int_equal(victim.valid, full);
		if (full)
			assert_int_equal(victim.address, list->addresses[--list->count]);
	}
	if (victim.valid)
		assert_int_equal(victim.dirty, is_dirty(victim.address));
	list_put(list, address);
}

static void lists_agree(enum tea_replacement replacement, unsigned int ways)
{
	struct list lists[SETS_USED] = { 0 };
	struct tea_cache cache;
	uint64_t seed = random_seed();
	unsigned int hits = 0;

	assert_int_equal(tea_cache_init(&cache, ways, ways, replacement), 0);
	for (unsigned int i = 0; i < ACCESSES; i++) {
		uint64_t address = random_address(&seed, ways);
		struct list *list = &lists[address % SETS];
		struct tea_line *line = tea_cache_find(&cache, address);
		bool there = list_take(list, address);

		assert_int_equal(line != NULL, there);
		hits += there;
		if (random_below(&seed, 40) == 0) {
			assert_int_equal(tea_cache_invalidate(&cache, address),
					 there && is_dirty(address));
		} else if (there) {
			tea_cache_use(&cache, line);
			list_put(list, address);
		} else {
			list_replace(list, &cache, address);
		}
		if (random_below(&seed, 4000) == 0) {
			tea_cache_clear(&cache);
			memset(lists, 0, sizeof(lists));
		}
	}
	assert_true(hits > ACCESSES / 100);
	tea_cache_deinit(&cache);
}

static void all_ways_agree(enum tea_replacement replacement)
{
	static const unsigned int ways[] = { 1, 6, 8, 12, 16, 33, 64 };

	for (unsigned int i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		lists_agree(replacement, ways[i]);
}

static void stamps_agree(void **state)
{
	(void)state;
	all_ways_agree(TEA_REPLACE_STAMPS);
}

static void ages_agree(void **state)
{
	(void)state;
	all_ways_agree(TEA_REPLACE_AGES);
}

static void random_agrees(void **state)
{
	(void)state;
	all_ways_agree(TEA_REPLACE_RANDOM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stamps_agree),
		cmocka_unit_test(ages_agree),
		cmocka_unit_test(random_agrees),
	};

	return cmocka_run_group_tests_name("cache", tests, NULL, NULL);
}
