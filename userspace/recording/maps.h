/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * maps.h - mappings by process and time
 *
 * Every mapping, fork, exec and thread name is collected with its time, and maps_seal() sorts them;
 * lookups then ask for a moment, and cost the logarithm of their number. More may come, and be
 * sealed again: that changes nothing for moments before it. A forked process starts with its
 * parent's mappings of that moment; an exec drops them; a newer mapping hides the older ones below
 * it. Time is any number that grows: nanoseconds, or the place in the file.
 */
#ifndef MAPS_H
#define MAPS_H

#include <stdbool.h>

#include "base/keyindex.h"

#define MAPS_KERNEL	UINT32_MAX	/* pid of the kernel's mappings */

/* When something became true: by time, then by its place among changes of the same time. */
struct maps_moment {
	uint64_t time;
	uint64_t order;
};

static inline int maps_compare(const struct maps_moment *a, const struct maps_moment *b)
{
	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

struct maps_entry {
	struct maps_moment since;	/* order is set by maps_add() */
	uint64_t start, end;
	uint64_t offset;		/* of start, in the object */
	uint32_t object;		/* a number of the caller's */
	bool code;			/* of a file, and mapped to be executed */
};

/* A process or thread begins (again): by fork, or, without parent, by exec. */
struct maps_birth {
	struct maps_moment since;
	uint32_t parent;
	bool has_parent;
};

struct maps_name {
	struct maps_moment since;
	const char *comm;		/* the caller's, for as long as the maps */
};

struct maps_process {
	struct maps_entry *entries;	/* sealed: by start */
	uint64_t *reaches;		/* sealed: the last end in the subtree of an entry */
	struct maps_birth *births;
	size_t entries_count, births_count;
	bool sealed;
};

struct maps_thread {
	struct maps_name *names;
	struct maps_birth *births;
	size_t names_count, births_count;
	bool sealed;
};

/* Zeroed memory is empty maps. */
struct maps {
	struct keyindex pids, tids;	/* of the arrays below */
	struct maps_process *processes;
	struct maps_thread *threads;
	size_t processes_count, threads_count;
	uint64_t *changes;		/* sealed: all times at which anything changed */
	size_t changes_count;
	size_t epoch;			/* found last */
	bool sealed;			/* nothing came since */
	uint64_t sorted;		/* changes that were, so far */
	uint64_t hidden;		/* mappings that lookups met below newer ones, so far */
};

struct maps_task {
	uint32_t pid, tid, parent_pid, parent_tid;
};

/* All return 0 or -ENOMEM. */
int maps_add(struct maps *maps, uint32_t pid, const struct maps_entry *entry);
int maps_fork(struct maps *maps, const struct maps_task *task, uint64_t time);
int maps_exec(struct maps *maps, uint32_t pid, uint64_t time);
int maps_rename(struct maps *maps, uint32_t tid, const char *comm, uint64_t time);
int maps_seal(struct maps *maps);
void maps_deinit(struct maps *maps);

/* The mapping of @address in @pid at @time, or NULL. */
const struct maps_entry *maps_find(struct maps *maps, uint32_t pid, uint64_t address,
				   uint64_t time);
/*
 * The mapping of code nearest to @address, at or below it: of @object, then above it, too; of any,
 * if that is MAPS_ANY. Or NULL.
 */
#define MAPS_ANY	UINT32_MAX
const struct maps_entry *maps_code(struct maps *maps, uint32_t pid, uint64_t address, uint64_t time,
				   uint32_t object);
/* Does @address lie behind all mappings that @pid ever had, and those it began with? */
bool maps_ends_before(const struct maps *maps, uint32_t pid, uint64_t address, uint64_t time);
/* The name of thread @tid at @time, or NULL. */
const char *maps_comm(const struct maps *maps, uint32_t tid, uint64_t time);
/* A number that is the same for all times between which nothing changed, anywhere. */
size_t maps_epoch(struct maps *maps, uint64_t time);

#endif /* MAPS_H */
