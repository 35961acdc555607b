// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * maps_find.c - mappings and names of threads at a moment; see maps.h
 */
#include "maps.h"

#define FORK_DEPTH_MAX	256

/* How many of @count sorted items, which begin with their moment, are not after @time. */
static size_t count_until(const void *items, size_t count, size_t item_bytes, uint64_t time)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const void *item = (const char *)items + middle * item_bytes;

		if (((const struct maps_moment *)item)->time <= time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The last birth at or before @time, or NULL. */
static const struct maps_birth *last_birth(const struct maps_birth *births, size_t count,
					   uint64_t time)
{
	size_t until = count_until(births, count, sizeof(*births), time);

	return until ? &births[until - 1] : NULL;
}

struct question {
	struct maps *maps;
	const struct maps_process *process;
	uint64_t address, time;
	uint32_t object;		/* of the code that is wanted, or MAPS_ANY */
};

/* A process that an address is looked for in: first the question's own, then its ancestors. */
struct ancestor {
	uint32_t pid;
	uint64_t time;			/* until which its mappings count */
	const struct maps_process *process;
	const struct maps_birth *birth;	/* the last before that; or NULL */
	int depth;
};

/* The next one, if there is one. */
static bool next_ancestor(const struct maps *maps, struct ancestor *ancestor)
{
	uint32_t at;

	if (ancestor->depth) {
		if (!ancestor->birth || !ancestor->birth->has_parent)
			return false;
		ancestor->pid = ancestor->birth->parent;
		ancestor->time = ancestor->birth->since.time;
	}
	if (ancestor->depth++ == FORK_DEPTH_MAX)
		return false;
	at = keyindex_get(&maps->pids, (struct key){ .low = ancestor->pid });
	if (at == KEYINDEX_NONE)
		return false;
	ancestor->process = &maps->processes[at];
	ancestor->birth = last_birth(ancestor->process->births, ancestor->process->births_count,
				     ancestor->time);
	return true;
}

/* The newest entry of [low, high) that has the address at the time; or @best. */
static const struct maps_entry *newest(const struct question *question, size_t low, size_t high,
				       const struct maps_entry *best)
{
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct maps_entry *entry = &question->process->entries[middle];

		if (question->process->reaches[middle] <= question->address)
			break;
		best = newest(question, low, middle, best);
		if (entry->start > question->address)
			break;
		if (question->address < entry->end) {
			question->maps->hidden++;
			if (entry->since.time <= question->time &&
			    (!best || maps_compare(&entry->since, &best->since) > 0))
				best = entry;
		}
		low = middle + 1;
	}
	return best;
}

const struct maps_entry *maps_find(struct maps *maps, uint32_t pid, uint64_t address,
				   uint64_t time)
{
	struct question question = { .maps = maps, .address = address };
	struct ancestor ancestor = { .pid = pid, .time = time };

	while (next_ancestor(maps, &ancestor)) {
		const struct maps_entry *entry;

		question.process = ancestor.process;
		question.time = ancestor.time;
		entry = newest(&question, 0, ancestor.process->entries_count, NULL);
		if (entry && !(ancestor.birth && entry->since.time < ancestor.birth->since.time))
			return entry;
	}
	return NULL;
}

/* How many of the process's entries begin at or before the address. */
static size_t count_before(const struct maps_process *process, uint64_t address)
{
	size_t low = 0, high = process->entries_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (process->entries[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_wanted_code(const struct question *question, const struct ancestor *ancestor,
			   const struct maps_entry *entry)
{
	question->maps->hidden++;
	return entry->code && entry->since.time <= ancestor->time &&
	       !(ancestor->birth && entry->since.time < ancestor->birth->since.time) &&
	       (question->object == MAPS_ANY || entry->object == question->object);
}

static const struct maps_entry *nearest_code(const struct question *question,
					     const struct ancestor *ancestor)
{
	const struct maps_process *process = ancestor->process;
	size_t before = count_before(process, question->address);

	for (size_t i = before; i--; )
		if (is_wanted_code(question, ancestor, &process->entries[i]))
			return &process->entries[i];
	for (size_t i = before; question->object != MAPS_ANY && i < process->entries_count; i++)
		if (is_wanted_code(question, ancestor, &process->entries[i]))
			return &process->entries[i];
	return NULL;
}

/* Below the address the last is nearest, and nearer than any above it. */
static bool is_nearer(uint64_t address, const struct maps_entry *entry, const struct maps_entry *best)
{
	bool below = entry->start <= address;

	if (!best || below != (best->start <= address))
		return !best || below;
	return below ? entry->start > best->start : entry->start < best->start;
}

const struct maps_entry *maps_code(struct maps *maps, uint32_t pid, uint64_t address, uint64_t time,
				   uint32_t object)
{
	struct question question = { .maps = maps, .address = address, .object = object };
	struct ancestor ancestor = { .pid = pid, .time = time };
	const struct maps_entry *best = NULL;

	while (next_ancestor(maps, &ancestor)) {
		const struct maps_entry *entry = nearest_code(&question, &ancestor);

		if (entry && is_nearer(address, entry, best))
			best = entry;
	}
	return best;
}

bool maps_ends_before(const struct maps *maps, uint32_t pid, uint64_t address, uint64_t time)
{
	struct ancestor ancestor = { .pid = pid, .time = time };

	while (next_ancestor(maps, &ancestor)) {
		size_t count = ancestor.process->entries_count;

		/* of the entry in the middle: that of all */
		if (count && ancestor.process->reaches[count / 2] > address)
			return false;
	}
	return true;
}

const char *maps_comm(const struct maps *maps, uint32_t tid, uint64_t time)
{
	for (int depth = 0; depth < FORK_DEPTH_MAX; depth++) {
		uint32_t at = keyindex_get(&maps->tids, (struct key){ .low = tid });
		const struct maps_thread *thread;
		const struct maps_birth *birth;
		size_t names;

		if (at == KEYINDEX_NONE)
			return NULL;
		thread = &maps->threads[at];
		birth = last_birth(thread->births, thread->births_count, time);
		names = count_until(thread->names, thread->names_count, sizeof(*thread->names),
				    time);
		if (names && !(birth && thread->names[names - 1].since.time < birth->since.time))
			return thread->names[names - 1].comm;
		if (!birth)
			return NULL;
		tid = birth->parent;
		time = birth->since.time;
	}
	return NULL;
}

/* Inline wherever it is called: for each sample. */
inline __attribute__((always_inline)) size_t maps_epoch(struct maps *maps, uint64_t time)
{
	size_t low = 0, high = maps->changes_count, last = maps->epoch;

	if ((!last || maps->changes[last - 1] <= time) &&
	    (last == maps->changes_count || time < maps->changes[last]))
		return last;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (maps->changes[middle] <= time)
			low = middle + 1;
		else
			high = middle;
	}
	maps->epoch = low;
	return low;
}
