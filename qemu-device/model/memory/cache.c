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
	cache->stamp = 0;
	cache->shift_register = random ? 1 : 0;
	cache->tags = calloc(lines, sizeof(*cache->tags));
	cache->lines = calloc(lines, sizeof(*cache->lines));
	cache->hint_mask = hints_for(lines) - 1;
	cache->hints = calloc(hints_for(lines), sizeof(*cache->hints));
	return cache->tags && cache->lines && cache->hints ? 0 : -ENOMEM;
}

void tea_cache_deinit(struct tea_cache *cache)
{
	free(cache->hints);
	free(cache->lines);
	free(cache->tags);
}

struct tea_line *tea_cache_search(struct tea_cache *cache, uint64_t address)
{
	size_t first = (size_t)(address & cache->set_mask) * cache->ways;
	const uint64_t *tags = &cache->tags[first];
	uint64_t tag = address | TEA_CACHE_VALID, found = 0;

	for (unsigned int way = 0; way < cache->ways; way++)
		found |= (uint64_t)(tags[way] == tag) << way;
	if (!found)
		return NULL;
	first += (unsigned int)__builtin_ctzll(found);
	cache->hints[address & cache->hint_mask] = (uint32_t)first;
	return &cache->lines[first];
}

/* x^16 + x^14 + x^13 + x^11 + 1: all numbers of 16 bits but 0, in turn. */
static unsigned int shift(unsigned int bits)
{
	return (bits << 1 & 0xffff) | ((bits >> 15 ^ bits >> 13 ^ bits >> 12 ^ bits >> 10) & 1);
}

/* At random, or an invalid way if there is one, else the least recently used. */
static size_t set_victim(struct tea_cache *cache, size_t first)
{
	size_t victim = first;

	if (cache->shift_register) {
		cache->shift_register = shift(cache->shift_register);
		return first + cache->shift_register % cache->ways;
	}
	for (size_t i = first; i < first + cache->ways; i++) {
		if (!cache->tags[i])
			return i;
		if (cache->lines[i].used < cache->lines[victim].used)
			victim = i;
	}
	return victim;
}

struct tea_line *tea_cache_replace(struct tea_cache *cache, uint64_t address,
				   struct tea_victim *victim)
{
	size_t i = set_victim(cache, (size_t)(address & cache->set_mask) * cache->ways);
	struct tea_line *line = &cache->lines[i];

	victim->valid = cache->tags[i] != 0;
	victim->address = cache->tags[i] & ~TEA_CACHE_VALID;
	victim->dirty = victim->valid && line->dirty;
	cache->tags[i] = address | TEA_CACHE_VALID;
	cache->hints[address & cache->hint_mask] = (uint32_t)i;
	line->dirty = false;
	tea_cache_use(cache, line);
	return line;
}

bool tea_cache_invalidate(struct tea_cache *cache, uint64_t address)
{
	struct tea_line *line = tea_cache_find(cache, address);

	if (!line)
		return false;
	cache->tags[line - cache->lines] = 0;
	return line->dirty;
}

void tea_cache_clear(struct tea_cache *cache)
{
	memset(cache->tags, 0, cache_lines(cache) * sizeof(*cache->tags));
}
