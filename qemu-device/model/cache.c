// SPDX-License-Identifier: GPL-2.0-or-later
/* cache.c - a set-associative store of lines with true LRU: see cache.h */
#include "cache.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cycles.h"
#include "memory.h"

static size_t cache_sets(const struct tea_cache *cache)
{
	return (size_t)cache->set_mask + 1;
}

int tea_cache_init(struct tea_cache *cache, unsigned int kib, unsigned int ways)
{
	size_t lines = (size_t)kib * 1024 / TEA_LINE_BYTES;
	size_t sets = lines / ways;

	assert(is_power_of_two(sets) && sets * ways == lines && lines <= UINT32_MAX);
	cache->set_mask = sets - 1;
	cache->ways = ways;
	cache->stamp = 0;
	cache->tags = calloc(lines, sizeof(*cache->tags));
	cache->lines = calloc(lines, sizeof(*cache->lines));
	cache->last = calloc(sets, sizeof(*cache->last));
	return cache->tags && cache->lines && cache->last ? 0 : -ENOMEM;
}

void tea_cache_deinit(struct tea_cache *cache)
{
	free(cache->last);
	free(cache->lines);
	free(cache->tags);
}

struct tea_line *tea_cache_search(struct tea_cache *cache, uint64_t address)
{
	uint64_t set = address & cache->set_mask;
	uint64_t tag = address | TEA_CACHE_VALID;
	size_t first = (size_t)set * cache->ways;

	for (size_t i = first; i < first + cache->ways; i++) {
		if (cache->tags[i] == tag) {
			cache->last[set] = (uint32_t)i;
			return &cache->lines[i];
		}
	}
	return NULL;
}

/* An invalid way if there is one, else the least recently used. */
static size_t set_victim(const struct tea_cache *cache, size_t first)
{
	size_t victim = first;

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
	uint64_t set = address & cache->set_mask;
	size_t i = set_victim(cache, (size_t)set * cache->ways);
	struct tea_line *line = &cache->lines[i];

	victim->valid = cache->tags[i] != 0;
	victim->address = cache->tags[i] & ~TEA_CACHE_VALID;
	victim->dirty = victim->valid && line->dirty;
	cache->tags[i] = address | TEA_CACHE_VALID;
	cache->last[set] = (uint32_t)i;
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
	memset(cache->tags, 0, cache_sets(cache) * cache->ways * sizeof(*cache->tags));
}
