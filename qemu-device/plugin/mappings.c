// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * mappings.c - which file the code of a user program came from: see mappings.h
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mappings.h"

const struct mapping *mappings_find(const struct mappings *mappings, uint64_t pc)
{
	for (size_t i = 0; i < mappings->count; i++) {
		const struct mapping *at = &mappings->list[i];

		if (pc >= at->start && pc < at->end)
			return at;
	}
	return NULL;
}

/* Fill @found, host addresses, from the line that covers @address. */
static int parse_line(const char *line, uint64_t address, struct mapping *found)
{
	int path = 0;

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64 " %*s %*s %n", &found->start,
		   &found->end, &found->offset, &path) < 3)
		return -EINVAL;
	if (address < found->start || address >= found->end)
		return -ENOENT;
	if (path && line[path] == '/') {
		found->path = strndup(line + path, strcspn(line + path, "\n"));
		if (!found->path)
			return -ENOMEM;
	}
	return 0;
}

static int look_up(uint64_t address, struct mapping *found)
{
	FILE *maps = fopen("/proc/thread-self/maps", "re");
	char *line = NULL;
	size_t size = 0;
	int err = -ENOENT;

	memset(found, 0, sizeof(*found));
	if (!maps)
		return -errno;
	while (err == -ENOENT && getline(&line, &size, maps) > 0)
		err = parse_line(line, address, found);
	free(line);
	fclose(maps);
	return err;
}

static int append(struct mappings *mappings, const struct mapping *mapping)
{
	if (mappings->count == mappings->capacity) {
		size_t capacity = mappings->capacity ? 2 * mappings->capacity : 32;
		struct mapping *list = realloc(mappings->list, capacity * sizeof(*list));

		if (!list)
			return -ENOMEM;
		mappings->list = list;
		mappings->capacity = capacity;
	}
	mappings->list[mappings->count++] = *mapping;
	return 0;
}

static int same_file(const struct mapping *a, const struct mapping *b)
{
	if (!a->path || !b->path)
		return a->path == b->path;
	return !strcmp(a->path, b->path) && a->offset - a->start == b->offset - b->start;
}

/* Remove mappings that overlap @now, the program's newest; count those of another file. */
static void give_way(struct mappings *mappings, struct mapping *now)
{
	size_t kept = 0;

	for (size_t i = 0; i < mappings->count; i++) {
		struct mapping *at = &mappings->list[i];

		if (at->end <= now->start || at->start >= now->end) {
			mappings->list[kept++] = *at;
			continue;
		}
		if (at->path && !same_file(at, now))
			mappings->reused++;
		else if (at->path)
			now->id = at->id;
		free(at->path);
	}
	mappings->count = kept;
}

int mappings_note(struct mappings *mappings, uint64_t pc, const void *host)
{
	unsigned int generation = __atomic_load_n(&mappings->generation, __ATOMIC_RELAXED);
	const struct mapping *known = mappings_find(mappings, pc);
	struct mapping now;
	uint64_t base = (uint64_t)(uintptr_t)host - pc;
	int err;

	if (known && known->generation == generation)
		return 0;
	err = look_up((uint64_t)(uintptr_t)host, &now);
	if (err)
		return err;
	now.start -= base;
	now.end -= base;
	now.generation = generation;
	give_way(mappings, &now);
	if (now.path && !*now.id.text)
		buildid_read(&now.id, now.path);
	err = append(mappings, &now);
	if (err)
		free(now.path);
	return err;
}

void mappings_changed(struct mappings *mappings)
{
	__atomic_fetch_add(&mappings->generation, 1, __ATOMIC_RELAXED);
}
