// SPDX-License-Identifier: GPL-2.0-or-later
/* cache.c - a set-associative store of lines: see cache.h */
#include "cache.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "time/cycles.h"

#define HINTS_MAX	4096	/* of a large cache: 16 KiB of the host's own */

static size_t cache_lines(const struct tea_cache *cache)
{
	return (size_t)(cache->set_mask + 1) * cache->ways;
}

static size_t hints_for(size_t lines)
{
	size_t hints = 1;

	while (hints < 2 * lines && hints < HINTS_MAX)
		hints *= 2;
	return hints;
}

int tea_cache_init(struct tea_cache *cache, unsigned int kib, unsigned int ways, bool random)
{
	size_t lines = (size_t)kib * 1024 / TEA_LINE_BYTES;
	size_t sets = lines / ways;

	assert(is_power_of_two(sets) && sets * ways == lines && ways <= 64);
	cache->set_mask = sets - 1;
	cache->ways = ways;
	cache->groups = (unsigned int)divide_up(ways, TEA_CACHE_GROUP);
	cache->stamp = 0;
	cache->shift_register = 1;
	cache->tags = calloc(lines, sizeof(*cache->tags));
	cache->lines = calloc(lines, sizeof(*cache->lines));
	cache->used = random ? NULL : calloc(lines, sizeof(*cache->used));
	cache->marks = calloc(sets * cache->groups * TEA_CACHE_GROUP, sizeof(*cache->marks));
	cache->hint_mask = hints_for(lines) - 1;
	cache->hints = calloc(hints_for(lines), sizeof(*cache->hints));
	if (!cache->tags || !cache->lines || !cache->marks || !cache->hints)
		return -ENOMEM;
	return random || cache->used ? 0 : -ENOMEM;
}

void tea_cache_deinit(struct tea_cache *cache)
{
	free(cache->hints);
	free(cache->marks);
	free(cache->used);
	free(cache->lines);
	free(cache->tags);
}

static uint32_t mark_of(uint64_t address)
{
	return (uint32_t)address | 1U << 31;
}

/* The marks of a set. */
static uint32_t *set_marks(const struct tea_cache *cache, uint64_t address)
{
	return &cache->marks[(size_t)(address & cache->set_mask) * cache->groups *
			     TEA_CACHE_GROUP];
}

static unsigned int tags_find(const uint64_t *tags, unsigned int ways, uint64_t tag)
{
	unsigned int way = 0;

	while (way < ways && tags[way] != tag)
		way++;
	return way;
}

/*
 * The numbers, from 1, of the ways with @mark, ORed: as a rule there is one at most, so no
 * branch depends on which it is.
 */
static unsigned int marks_find(const uint32_t *marks, unsigned int groups, uint32_t mark)
{
	uint32_t found = 0;

	for (uint32_t way = 1; groups; groups--, marks += TEA_CACHE_GROUP, way += TEA_CACHE_GROUP)
		for (uint32_t i = 0; i < TEA_CACHE_GROUP; i++)
			found |= marks[i] == mark ? way + i : 0;
	return found;
}

struct tea_line *tea_cache_search(struct tea_cache *cache, uint64_t address)
{
	size_t first = (size_t)(address & cache->set_mask) * cache->ways;
	unsigned int way = marks_find(set_marks(cache, address), cache->groups, mark_of(address));
	uint64_t tag = address | TEA_CACHE_VALID;

	if (!way)
		return NULL;
	/* more than one, far apart, can have the same mark */
	if (--way >= cache->ways || cache->tags[first + way] != tag) {
		way = tags_find(&cache->tags[first], cache->ways, tag);
		if (way == cache->ways)
			return NULL;
	}
	first += way;
	cache->hints[address & cache->hint_mask] = (uint32_t)first;
	return &cache->lines[first];
}

/* x^16 + x^14 + x^13 + x^11 + 1: all numbers of 16 bits but 0, in turn. */
static unsigned int shift(unsigned int bits)
{
	return (bits << 1 & 0xffff) | ((bits >> 15 ^ bits >> 13 ^ bits >> 12 ^ bits >> 10) & 1);
}

/* At random; or the one used least recently, which any invalid way is. */
static unsigned int set_victim(struct tea_cache *cache, size_t first)
{
	unsigned int victim = 0;
	const uint64_t *used;

	if (!cache->used) {
		cache->shift_register = shift(cache->shift_register);
		return cache->shift_register % cache->ways;
	}
	used = &cache->used[first];
	for (unsigned int way = 1; way < cache->ways; way++)
		victim = used[way] < used[victim] ? way : victim;
	return victim;
}

struct tea_line *tea_cache_replace(struct tea_cache *cache, uint64_t address,
				   struct tea_victim *victim)
{
	size_t first = (size_t)(address & cache->set_mask) * cache->ways;
	unsigned int way = set_victim(cache, first);
	struct tea_line *line = &cache->lines[first + way];
	uint64_t *tag = &cache->tags[first + way];

	victim->valid = *tag != 0;
	victim->address = *tag & ~TEA_CACHE_VALID;
	victim->dirty = victim->valid && line->dirty;
	*tag = address | TEA_CACHE_VALID;
	set_marks(cache, address)[way] = mark_of(address);
	cache->hints[address & cache->hint_mask] = (uint32_t)(first + way);
	line->dirty = false;
	tea_cache_use(cache, line);
	return line;
}

bool tea_cache_invalidate(struct tea_cache *cache, uint64_t address)
{
	struct tea_line *line = tea_cache_find(cache, address);
	size_t i, first = (size_t)(address & cache->set_mask) * cache->ways;

	if (!line)
		return false;
	i = (size_t)(line - cache->lines);
	cache->tags[i] = 0;
	set_marks(cache, address)[i - first] = 0;
	if (cache->used)
		cache->used[i] = 0;
	return line->dirty;
}

void tea_cache_clear(struct tea_cache *cache)
{
	memset(cache->tags, 0, cache_lines(cache) * sizeof(*cache->tags));
	memset(cache->marks, 0, (cache->set_mask + 1) * cache->groups * TEA_CACHE_GROUP *
				sizeof(*cache->marks));
	if (cache->used)
		memset(cache->used, 0, cache_lines(cache) * sizeof(*cache->used));
}
