// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * maps.c - address spaces over time; see maps.h
 *
 * Pids come back: one struct maps_process stands for all processes that had the pid, and its births
 * separate them. maps_find.c looks them up.
 */
#include "maps.h"

#include <errno.h>
#include <stdlib.h>

static struct key key_of(uint32_t id)
{
	return (struct key){ .low = id };
}

/* The struct of @id, which is to change, added when new; or NULL when memory runs out. */
static struct maps_process *process_of(struct maps *maps, uint32_t pid)
{
	uint32_t at = keyindex_get(&maps->pids, key_of(pid));

	maps->sealed = false;
	if (at == KEYINDEX_NONE)
		at = KEYINDEX_APPEND(&maps->pids, key_of(pid), maps->processes,
				     maps->processes_count);
	else
		maps->processes[at].sealed = false;
	return at == KEYINDEX_NONE ? NULL : &maps->processes[at];
}

static struct maps_thread *thread_of(struct maps *maps, uint32_t tid)
{
	uint32_t at = keyindex_get(&maps->tids, key_of(tid));

	maps->sealed = false;
	if (at == KEYINDEX_NONE)
		at = KEYINDEX_APPEND(&maps->tids, key_of(tid), maps->threads,
				     maps->threads_count);
	else
		maps->threads[at].sealed = false;
	return at == KEYINDEX_NONE ? NULL : &maps->threads[at];
}

static int add_birth(struct maps_birth **births, size_t *count, struct maps_birth birth)
{
	struct maps_birth *grown = array_grow(*births, *count, sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	*births = grown;
	birth.since.order = *count;
	grown[(*count)++] = birth;
	return 0;
}

int maps_add(struct maps *maps, uint32_t pid, const struct maps_entry *entry)
{
	struct maps_process *process = process_of(maps, pid);
	struct maps_entry *grown;

	if (!process)
		return -ENOMEM;
	grown = array_grow(process->entries, process->entries_count, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	process->entries = grown;
	grown[process->entries_count] = *entry;
	grown[process->entries_count].since.order = process->entries_count;
	process->entries_count++;
	return 0;
}

/* A thread of the same process shares its mappings and takes its maker's name. */
int maps_fork(struct maps *maps, const struct maps_task *task, uint64_t time)
{
	struct maps_birth birth = { .since.time = time, .has_parent = true };
	struct maps_process *process;
	struct maps_thread *thread;

	if (task->pid != task->parent_pid) {
		birth.parent = task->parent_pid;
		process = process_of(maps, task->pid);
		if (!process || add_birth(&process->births, &process->births_count, birth))
			return -ENOMEM;
	}
	if (task->tid != task->parent_tid) {
		birth.parent = task->parent_tid;
		thread = thread_of(maps, task->tid);
		if (!thread || add_birth(&thread->births, &thread->births_count, birth))
			return -ENOMEM;
	}
	return 0;
}

int maps_exec(struct maps *maps, uint32_t pid, uint64_t time)
{
	struct maps_process *process = process_of(maps, pid);

	if (!process)
		return -ENOMEM;
	return add_birth(&process->births, &process->births_count,
			 (struct maps_birth){ .since.time = time });
}

int maps_rename(struct maps *maps, uint32_t tid, const char *comm, uint64_t time)
{
	struct maps_thread *thread = thread_of(maps, tid);
	struct maps_name *grown;

	if (!thread)
		return -ENOMEM;
	grown = array_grow(thread->names, thread->names_count, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	thread->names = grown;
	grown[thread->names_count] = (struct maps_name){
		.since = { .time = time, .order = thread->names_count }, .comm = comm,
	};
	thread->names_count++;
	return 0;
}

/* Every sorted item begins with its moment. */
static int compare_moments(const void *left, const void *right)
{
	return maps_compare(left, right);
}

static int compare_starts(const void *left, const void *right)
{
	const struct maps_entry *a = left, *b = right;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return compare_moments(left, right);
}

static int compare_times(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return *a < *b ? -1 : *a > *b;
}

static void sort(void *items, size_t count, size_t item_bytes,
		 int (*compare)(const void *, const void *))
{
	if (count)
		qsort(items, count, item_bytes, compare);
}

/* Entries are a balanced tree: the middle of a range is its root. */
static uint64_t fill_reaches(struct maps_process *process, size_t low, size_t high)
{
	size_t middle = low + (high - low) / 2;
	uint64_t reach, below;

	if (low == high)
		return 0;
	reach = process->entries[middle].end;
	below = fill_reaches(process, low, middle);
	reach = below > reach ? below : reach;
	below = fill_reaches(process, middle + 1, high);
	reach = below > reach ? below : reach;
	process->reaches[middle] = reach;
	return reach;
}

/* Appends the times of @count items of @item_bytes, which begin with their moment. */
static size_t add_changes(uint64_t *changes, size_t at, const void *items, size_t count,
			  size_t item_bytes)
{
	for (size_t i = 0; i < count; i++) {
		const void *item = (const char *)items + i * item_bytes;

		changes[at++] = ((const struct maps_moment *)item)->time;
	}
	return at;
}

#define ADD_CHANGES(changes, at, owner, member) \
	add_changes(changes, at, (owner)->member, (owner)->member##_count, \
		    sizeof(*(owner)->member))

static int seal_changes(struct maps *maps)
{
	size_t count = 0, distinct = 0;

	for (size_t i = 0; i < maps->processes_count; i++)
		count += maps->processes[i].entries_count + maps->processes[i].births_count;
	for (size_t i = 0; i < maps->threads_count; i++)
		count += maps->threads[i].names_count + maps->threads[i].births_count;
	free(maps->changes);
	maps->changes = calloc(count + 1, sizeof(*maps->changes));
	if (!maps->changes)
		return -ENOMEM;
	maps->sorted += count;
	count = 0;
	for (size_t i = 0; i < maps->processes_count; i++) {
		count = ADD_CHANGES(maps->changes, count, &maps->processes[i], entries);
		count = ADD_CHANGES(maps->changes, count, &maps->processes[i], births);
	}
	for (size_t i = 0; i < maps->threads_count; i++) {
		count = ADD_CHANGES(maps->changes, count, &maps->threads[i], names);
		count = ADD_CHANGES(maps->changes, count, &maps->threads[i], births);
	}
	sort(maps->changes, count, sizeof(*maps->changes), compare_times);
	for (size_t i = 0; i < count; i++)
		if (!distinct || maps->changes[distinct - 1] != maps->changes[i])
			maps->changes[distinct++] = maps->changes[i];
	maps->changes_count = distinct;
	return 0;
}

static int seal_process(struct maps_process *process)
{
	size_t count = process->entries_count;

	sort(process->births, process->births_count, sizeof(*process->births), compare_moments);
	sort(process->entries, count, sizeof(*process->entries), compare_starts);
	free(process->reaches);
	process->reaches = calloc(count + 1, sizeof(*process->reaches));
	if (!process->reaches)
		return -ENOMEM;
	fill_reaches(process, 0, count);
	process->sealed = true;
	return 0;
}

static void seal_thread(struct maps_thread *thread)
{
	sort(thread->names, thread->names_count, sizeof(*thread->names), compare_moments);
	sort(thread->births, thread->births_count, sizeof(*thread->births), compare_moments);
	thread->sealed = true;
}

int maps_seal(struct maps *maps)
{
	int error = 0;

	for (size_t i = 0; !error && i < maps->processes_count; i++)
		if (!maps->processes[i].sealed)
			error = seal_process(&maps->processes[i]);
	for (size_t i = 0; i < maps->threads_count; i++)
		if (!maps->threads[i].sealed)
			seal_thread(&maps->threads[i]);
	if (!error)
		error = seal_changes(maps);
	maps->sealed = !error;
	return error;
}

void maps_deinit(struct maps *maps)
{
	for (size_t i = 0; i < maps->processes_count; i++) {
		free(maps->processes[i].entries);
		free(maps->processes[i].reaches);
		free(maps->processes[i].births);
	}
	for (size_t i = 0; i < maps->threads_count; i++) {
		free(maps->threads[i].names);
		free(maps->threads[i].births);
	}
	free(maps->processes);
	free(maps->threads);
	free(maps->changes);
	keyindex_deinit(&maps->pids);
	keyindex_deinit(&maps->tids);
	*maps = (struct maps){ 0 };
}
