// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * region.c - the part of a user program's run that its profile is of: see region.h
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "region.h"
#include "spares.h"

int region_set_place(struct region *region, const char *text, bool to)
{
	struct spares_rule *rule = calloc(1, sizeof(*rule));

	if (!rule || spares_parse(rule, text)) {
		fprintf(stderr, "tea: option '%s' cannot be '%s': give BEGIN-END@FILE\n",
			to ? "to" : "from", text);
		free(rule);
		return -1;
	}
	region->asked = true;
	*(to ? &region->to : &region->from) = rule;
	return 0;
}

int region_set_count(struct region *region, const char *text, bool limit)
{
	unsigned long long count;
	char *end;

	errno = 0;
	count = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || (limit && !count)) {
		fprintf(stderr, "tea: option '%s' cannot be '%s': give a number of instructions\n",
			limit ? "limit" : "skip", text);
		return -1;
	}
	region->asked = true;
	*(limit ? &region->limit : &region->skip) = count;
	return 0;
}

int region_set_warm(struct region *region, const char *text)
{
	char *end;

	errno = 0;
	region->warm = strcmp(text, "all") ? strtoull(text, &end, 10) : REGION_WARM_ALL;
	if (!strcmp(text, "all") || (*text >= '0' && *text <= '9' && !*end && !errno))
		return 0;
	fprintf(stderr, "tea: option 'warm' cannot be '%s': give all, or a number of instructions\n", text);
	return -1;
}

void region_begin(struct region *region)
{
	region->phase = region->from ? REGION_AWAITED : REGION_SKIPPING;
}

static bool begins(const struct spares_rule *rule, const char *path, uint64_t offset)
{
	if (!rule || strcmp(rule->path, path))
		return false;
	for (size_t i = 0; i < rule->count; i++)
		if (rule->ranges[i].begin == offset)
			return true;
	return false;
}

uint8_t region_mark(const struct region *region, const char *path, uint64_t offset)
{
	return (begins(region->from, path, offset) ? REGION_FROM : 0) |
	       (begins(region->to, path, offset) ? REGION_TO : 0);
}

static void end(struct region *region, enum region_end why)
{
	region->end = why;
	__atomic_store_n(&region->phase, REGION_OVER, __ATOMIC_RELEASE);
}

/* Of @count instructions that are skipped those that warm: the last ones, where it is near. */
static uint32_t warm(const struct region *region, uint32_t count)
{
	const uint64_t left = region->skip - region->skipped;	/* behind these */

	if (region->warm == REGION_WARM_ALL)
		return count;
	if (region->phase == REGION_AWAITED || left >= region->warm)
		return 0;
	return count < region->warm - left ? count : (uint32_t)(region->warm - left);
}

/* Whether so few are left to be skipped, as far as is known, that wrong paths matter. */
static bool is_near(const struct region *region)
{
	return region->phase == REGION_AWAITED || region->skip - region->skipped <= WINDOWS_STRAYS;
}

/* Of @count instructions those that come before the region. */
static uint32_t skip(struct region *region, uint32_t count)
{
	uint64_t left = region->skip - region->skipped;

	if (region->phase == REGION_SKIPPING && left < count) {
		count = (uint32_t)left;
		region->phase = REGION_OPEN;
	}
	if (region->phase == REGION_SKIPPING || region->phase == REGION_OPEN)
		region->skipped += count;
	region->before += count;
	return count;
}

struct region_part region_take(struct region *region, uint32_t count, uint8_t mark)
{
	struct region_part part = { .skip = 0 };
	bool opens = region->phase != REGION_OPEN;
	uint64_t room;

	if (region->phase == REGION_AWAITED && mark & REGION_FROM)
		region->phase = REGION_SKIPPING;
	if (opens)
		part.skip = skip(region, count);
	part.warm = warm(region, part.skip);
	part.strays = is_near(region);
	if (region->phase != REGION_OPEN)
		return part;
	if (mark & REGION_TO && !opens) {
		end(region, REGION_END_TO);
		part.over = true;
		return part;
	}
	part.open = true;
	part.take = count - part.skip;
	room = region->limit ? region->limit - region->taken : UINT64_MAX;
	if (part.take > room) {
		part.take = (uint32_t)room;
		end(region, REGION_END_LIMIT);
		part.over = true;
	}
	region->taken += part.take;
	return part;
}
