// SPDX-License-Identifier: GPL-2.0-or-later
/* cache.c - a set-associative store of lines: see cache.h */
#include "cache.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "time/cycles.h"

#define HOST_LINE_BYTES	64
#define EACH		0x0101010101010101U	/* in each byte of the ages of a group */
#define HIGH_BITS	(0x80 * EACH)

static size_t cache_sets(const struct tea_cache *cache)
{
	return (size_t)cache->set_mask + 1;
}

/* All zeros, at the beginning of a line of the host's caches. */
static void *array_alloc(size_t bytes)
{
	void *array;

	bytes = divide_up(bytes, HOST_LINE_BYTES) * HOST_LINE_BYTES;
	array = aligned_alloc(HOST_LINE_BYTES, bytes);
	return array ? memset(array, 0, bytes) : NULL;
}

static void lines_init(struct tea_cache *cache)
{
	for (size_t i = 0; i < cache_sets(cache) * cache->ways; i++)
		cache->lines[i].address = TEA_LINE_INVALID;
}

/* No line is valid; each way has an age of its own. */
static void sets_init(struct tea_cache *cache)
{
	for (size_t i = 0; i < cache_sets(cache) * cache->groups; i++) {
		size_t first = i % cache->groups * TEA_CACHE_GROUP;
		struct tea_ways *group = &cache->sets[i];

		*group = (struct tea_ways){ .ages = 0 };
		for (size_t way = first; way < first + TEA_CACHE_GROUP; way++) {
			group->ages |= (uint64_t)way << way % TEA_CACHE_GROUP * 8;
			if (way >= cache->ways)
				group->valid |= (uint8_t)(1U << way % TEA_CACHE_GROUP);
		}
	}
}

int tea_cache_init(struct tea_cache *cache, unsigned int kib, unsigned int ways,
		   enum tea_replacement replacement)
{
	size_t lines = (size_t)kib * 1024 / TEA_LINE_BYTES;
	size_t sets = lines / ways;

	assert(is_power_of_two(sets) && sets * ways == lines && ways <= 64);
	cache->set_mask = sets - 1;
	cache->set_bits = log2_exact(sets);
	cache->ways = ways;
	cache->groups = (unsigned int)divide_up(ways, TEA_CACHE_GROUP);
	cache->stamp = 0;
	cache->shift_register = 1;
	cache->invalidated = 0;
	cache->replacement = replacement;
	cache->lines = array_alloc(lines * sizeof(*cache->lines));
	cache->sets = array_alloc(sets * cache->groups * sizeof(*cache->sets));
	cache->used = NULL;
	if (replacement == TEA_REPLACE_STAMPS)
		cache->used = array_alloc(lines * sizeof(*cache->used));
	if (!cache->lines || !cache->sets || (replacement == TEA_REPLACE_STAMPS && !cache->used))
		return -ENOMEM;
	lines_init(cache);
	sets_init(cache);
	return 0;
}

void tea_cache_deinit(struct tea_cache *cache)
{
	free(cache->used);
	free(cache->sets);
	free(cache->lines);
}

/* Made of the bits in which the lines of a set differ. */
static uint16_t mark_of(const struct tea_cache *cache, uint64_t address)
{
	uint64_t bits = address >> cache->set_bits;

	return (uint16_t)(bits ^ bits >> 16);
}

/* The set of @address: its groups. */
static struct tea_ways *find_set(const struct tea_cache *cache, uint64_t address)
{
	return &cache->sets[(size_t)(address & cache->set_mask) * cache->groups];
}

/* And its first line. */
static struct tea_line *find_lines(const struct tea_cache *cache, uint64_t address)
{
	return &cache->lines[(size_t)(address & cache->set_mask) * cache->ways];
}

/*
 * The numbers, from 1, of the ways with @mark, ORed: as a rule there is one at most, so no
 * branch depends on which it is.
 */
static unsigned int marks_find(const struct tea_ways *set, unsigned int groups, uint16_t mark)
{
	tea_marks numbers = { 1, 2, 3, 4, 5, 6, 7, 8 }, found = { 0 };
	uint64_t parts[2], both;

	for (; groups; groups--, set++, numbers += TEA_CACHE_GROUP)
		found |= numbers & (tea_marks)(set->marks == mark);
	memcpy(parts, &found, sizeof(parts));
	both = parts[0] | parts[1];
	both |= both >> 32;
	return (both | both >> 16) & UINT16_MAX;
}

static struct tea_line *lines_find(struct tea_line *lines, unsigned int ways,
				   uint64_t address)
{
	for (unsigned int way = 0; way < ways; way++)
		if (lines[way].address == address)
			return &lines[way];
	return NULL;
}

struct tea_line *tea_cache_find(const struct tea_cache *cache, uint64_t address)
{
	unsigned int way = marks_find(find_set(cache, address), cache->groups,
				      mark_of(cache, address));
	struct tea_line *lines = find_lines(cache, address);

	if (!way)
		return NULL;
	/* more than one, far apart, can have the same mark, and so can those that are not valid */
	if (--way < cache->ways && lines[way].address == address)
		return &lines[way];
	return lines_find(lines, cache->ways, address);
}

/* x^16 + x^14 + x^13 + x^11 + 1: all numbers of 16 bits but 0, in turn. */
static unsigned int shift(unsigned int bits)
{
	return (bits << 1 & 0xffff) | ((bits >> 15 ^ bits >> 13 ^ bits >> 12 ^ bits >> 10) & 1);
}

/* The first invalid way of @set, or the number of ways. */
static unsigned int set_find_invalid(const struct tea_cache *cache, const struct tea_ways *set)
{
	for (unsigned int i = 0; i < cache->groups; i++)
		if (set[i].valid != UINT8_MAX)
			return i * TEA_CACHE_GROUP +
			       (unsigned int)__builtin_ctz(~(unsigned int)set[i].valid);
	return cache->ways;
}

/* The way with the greatest age, that of all but itself. Each byte is less than 128. */
static unsigned int set_find_oldest(const struct tea_cache *cache, const struct tea_ways *set)
{
	unsigned int first = 0;
	uint64_t found;

	for (;; set++, first += TEA_CACHE_GROUP) {
		found = HIGH_BITS & ~((set->ages ^ (cache->ways - 1) * EACH) + 0x7f * EACH);
		if (found)
			return first + (unsigned int)__builtin_ctzll(found) / 8;
	}
}

static unsigned int set_find_unused(const struct tea_cache *cache, uint64_t address)
{
	const uint64_t *used = &cache->used[(size_t)(address & cache->set_mask) * cache->ways];
	unsigned int victim = 0;

	for (unsigned int way = 1; way < cache->ways; way++)
		victim = used[way] < used[victim] ? way : victim;
	return victim;
}

/* The next way to replace, with the shift register shifted. */
static unsigned int set_victim(const struct tea_cache *cache, uint64_t address)
{
	const struct tea_ways *set = find_set(cache, address);
	unsigned int way;

	if (cache->replacement == TEA_REPLACE_RANDOM)
		return shift(cache->shift_register) % cache->ways;
	way = set_find_invalid(cache, set);
	if (way < cache->ways)
		return way;
	return cache->used ? set_find_unused(cache, address) : set_find_oldest(cache, set);
}

void tea_cache_age(struct tea_cache *cache, const struct tea_line *line)
{
	unsigned int way = (unsigned int)(line - find_lines(cache, line->address));
	unsigned int shift_by = way % TEA_CACHE_GROUP * 8;
	struct tea_ways *set = find_set(cache, line->address), *group = &set[way / TEA_CACHE_GROUP];
	uint64_t age = (group->ages >> shift_by & 0xff) * EACH;

	if (!age)
		return;
	/* all that are younger age by one: no byte takes from the next, with its high bit set */
	for (unsigned int i = 0; i < cache->groups; i++)
		set[i].ages += (((age | HIGH_BITS) - EACH - set[i].ages) & HIGH_BITS) >> 7;
	group->ages &= ~(UINT64_C(0xff) << shift_by);
}

void tea_cache_expect_find(const struct tea_cache *cache, uint64_t address)
{
	__builtin_prefetch(find_set(cache, address), 1);
}

void tea_cache_expect_replace(const struct tea_cache *cache, uint64_t address)
{
	__builtin_prefetch(find_lines(cache, address) + set_victim(cache, address), 1);
}

struct tea_line *tea_cache_replace(struct tea_cache *cache, uint64_t address,
				   struct tea_victim *victim)
{
	unsigned int way = set_victim(cache, address);
	struct tea_line *line = find_lines(cache, address) + way;
	struct tea_ways *group = find_set(cache, address) + way / TEA_CACHE_GROUP;

	if (cache->replacement == TEA_REPLACE_RANDOM)
		cache->shift_register = shift(cache->shift_register);
	victim->valid = line->address != TEA_LINE_INVALID;
	victim->address = line->address;
	victim->dirty = victim->valid && line->dirty;
	line->address = address;
	line->dirty = false;
	group->marks[way % TEA_CACHE_GROUP] = mark_of(cache, address);
	group->valid |= (uint8_t)(1U << way % TEA_CACHE_GROUP);
	tea_cache_use(cache, line);
	return line;
}

bool tea_cache_invalidate(struct tea_cache *cache, uint64_t address)
{
	struct tea_line *line = tea_cache_find(cache, address);
	unsigned int way;

	if (!line)
		return false;
	way = (unsigned int)(line - find_lines(cache, address));
	find_set(cache, address)[way / TEA_CACHE_GROUP].valid &=
		(uint8_t)~(1U << way % TEA_CACHE_GROUP);
	line->address = TEA_LINE_INVALID;
	cache->invalidated++;
	return line->dirty;
}

void tea_cache_clear(struct tea_cache *cache)
{
	lines_init(cache);
	sets_init(cache);
}
