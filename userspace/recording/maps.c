// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * maps.c - address spaces over time; see maps.h
 *
 * Pids come back: one struct maps_process stands for all processes that had the pid,
 * and its births tell them apart.
 */
#include "maps.h"

#include <errno.h>
#include <stdlib.h>

#define FORK_DEPTH_MAX	256

static struct key key_of(uint32_t id)
{
	return (struct key){ .low = id };
}

/* The struct of @id, added when new, or NULL when memory runs out. */
static struct maps_process *process_of(struct maps *maps, uint32_t pid)
{
	uint32_t at = keyindex_get(&maps->pids, key_of(pid));
	struct maps_process *grown;

	if (at != KEYINDEX_NONE)
		return &maps->processes[at];
	grown = array_grow(maps->processes, maps->processes_count, sizeof(*grown));
	if (!grown)
		return NULL;
	maps->processes = grown;
	if (keyindex_put(&maps->pids, key_of(pid), (uint32_t)maps->processes_count))
		return NULL;
	grown[maps->processes_count] = (struct maps_process){ 0 };
	return &grown[maps->processes_count++];
}

static struct maps_thread *thread_of(struct maps *maps, uint32_t tid)
{
	uint32_t at = keyindex_get(&maps->tids, key_of(tid));
	struct maps_thread *grown;

	if (at != KEYINDEX_NONE)
		return &maps->threads[at];
	grown = array_grow(maps->threads, maps->threads_count, sizeof(*grown));
	if (!grown)
		return NULL;
	maps->threads = grown;
	if (keyindex_put(&maps->tids, key_of(tid), (uint32_t)maps->threads_count))
		return NULL;
	grown[maps->threads_count] = (struct maps_thread){ 0 };
	return &grown[maps->threads_count++];
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
	const struct maps_moment *a = left, *b = right;

	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

static void sort(void *items, size_t count, size_t item_bytes)
{
	if (count)
		qsort(items, count, item_bytes, compare_moments);
}

void maps_seal(struct maps *maps)
{
	for (size_t i = 0; i < maps->processes_count; i++) {
		struct maps_process *process = &maps->processes[i];

		sort(process->entries, process->entries_count, sizeof(*process->entries));
		sort(process->births, process->births_count, sizeof(*process->births));
	}
	for (size_t i = 0; i < maps->threads_count; i++) {
		struct maps_thread *thread = &maps->threads[i];

		sort(thread->names, thread->names_count, sizeof(*thread->names));
		sort(thread->births, thread->births_count, sizeof(*thread->births));
	}
}

void maps_deinit(struct maps *maps)
{
	for (size_t i = 0; i < maps->processes_count; i++) {
		free(maps->processes[i].entries);
		free(maps->processes[i].births);
	}
	for (size_t i = 0; i < maps->threads_count; i++) {
		free(maps->threads[i].names);
		free(maps->threads[i].births);
	}
	free(maps->processes);
	free(maps->threads);
	keyindex_deinit(&maps->pids);
	keyindex_deinit(&maps->tids);
	*maps = (struct maps){ 0 };
}

/* The last birth at or before @time, or NULL. */
static const struct maps_birth *last_birth(const struct maps_birth *births, size_t count,
					   uint64_t time)
{
	while (count && births[count - 1].since.time > time)
		count--;
	return count ? &births[count - 1] : NULL;
}

const struct maps_entry *maps_find(const struct maps *maps, uint32_t pid, uint64_t address,
				   uint64_t time)
{
	for (int depth = 0; depth < FORK_DEPTH_MAX; depth++) {
		uint32_t at = keyindex_get(&maps->pids, key_of(pid));
		const struct maps_process *process;
		const struct maps_birth *birth;

		if (at == KEYINDEX_NONE)
			return NULL;
		process = &maps->processes[at];
		birth = last_birth(process->births, process->births_count, time);
		for (size_t i = process->entries_count; i--;) {
			const struct maps_entry *entry = &process->entries[i];

			if (entry->since.time > time || address < entry->start || address >= entry->end)
				continue;
			if (birth && entry->since.time < birth->since.time)
				break;
			return entry;
		}
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
		uint32_t at = keyindex_get(&maps->tids, key_of(tid));
		const struct maps_thread *thread;
		const struct maps_birth *birth;

		if (at == KEYINDEX_NONE)
			return NULL;
		thread = &maps->threads[at];
		birth = last_birth(thread->births, thread->births_count, time);
		for (size_t i = thread->names_count; i--;) {
			if (thread->names[i].since.time > time)
				continue;
			if (birth && thread->names[i].since.time < birth->since.time)
				break;
			return thread->names[i].comm;
		}
		if (!birth)
			return NULL;
		tid = birth->parent;
		time = birth->since.time;
	}
	return NULL;
}
