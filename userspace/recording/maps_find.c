// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * maps_find.c - what was mapped, and who was called what, at a moment; see maps.h
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
};

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

	for (int depth = 0; depth < FORK_DEPTH_MAX; depth++) {
		uint32_t at = keyindex_get(&maps->pids, (struct key){ .low = pid });
		const struct maps_process *process;
		const struct maps_entry *entry;
		const struct maps_birth *birth;

		if (at == KEYINDEX_NONE)
			return NULL;
		process = &maps->processes[at];
		question.process = process;
		question.time = time;
		birth = last_birth(process->births, process->births_count, time);
		entry = newest(&question, 0, process->entries_count, NULL);
		if (entry && !(birth && entry->since.time < birth->since.time))
			return entry;
		if (!birth || !birth->has_parent)
			return NULL;
		pid = birth->parent;
		time = birth->since.time;
	}
	return NULL;
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
