/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * heaplog.h - which allocation an address was in, at a time: the log beside a recording
 *
 * base/heapformat.h has the format. All of a log is read at once: 48 bytes for each allocation, and
 * as much again meanwhile.
 */
#ifndef HEAPLOG_H
#define HEAPLOG_H

#include "base/fault.h"
#include "base/heapformat.h"
#include "base/input.h"
#include "base/keyindex.h"

/* Who allocates: the same function, called by the same callers, of one process. */
struct heaplog_site {
	enum heapformat_function function;
	uint32_t count;			/* of callers */
	uint64_t callers[HEAPFORMAT_CALLERS];	/* in memory, behind the calls; innermost first */
};

struct heaplog_block {
	uint64_t start, end;
	uint64_t since_ns, until_ns;	/* [since, until) */
	uint32_t site;			/* of sites */
};

/* A point in time, and the blocks that are there then, by address; earlier ones, later ones. */
struct heaplog_node {
	uint64_t time_ns;
	size_t first, count;		/* of blocks */
	uint32_t before, after;		/* nodes, or KEYINDEX_NONE */
};

struct heaplog_process {
	uint32_t number, pid;
	uint32_t parent;		/* that it is a copy of: of processes, or KEYINDEX_NONE */
	uint64_t begin_ns;
	uint64_t lost_ns;		/* from then on records had no room; UINT64_MAX: all had */
	uint32_t root;			/* of nodes, or KEYINDEX_NONE */
	size_t first_freed, freed_count;	/* of freed */
};

/* A process gave back what it did not allocate: its parent's. */
struct heaplog_freed {
	uint64_t address, time_ns;
};

struct heaplog {
	struct heaplog_site *sites;
	size_t sites_count;
	struct heaplog_block *blocks;
	size_t blocks_count;
	struct heaplog_node *nodes;
	size_t nodes_count;
	struct heaplog_process *processes;	/* by pid, then by time */
	size_t processes_count;
	struct heaplog_freed *freed;
	size_t freed_count;
	uint64_t lost;			/* records without room */
	uint64_t nested;		/* and those of signals' handlers that came at a wrong time */
	uint64_t lost_ns;		/* of all processes, the first; UINT64_MAX: none */
	struct keyindex site_index;
};

/*
 * 1, or 0 where there is no file, or a negative errno with @fault filled. Zeroed memory has no
 * allocations.
 */
int heaplog_open(struct heaplog *log, const char *path, struct fault *fault);
/* The same of bytes that are there. 0 or a negative errno. */
int heaplog_read(struct heaplog *log, const struct input *input, struct fault *fault);
void heaplog_close(struct heaplog *log);

/* Is @pid in the log, if only later? */
bool heaplog_has(const struct heaplog *log, uint32_t pid);
/* The block with that byte, or NULL. After the process's records had no room none is known. */
const struct heaplog_block *heaplog_find(const struct heaplog *log, uint32_t pid, uint64_t address,
					 uint64_t time_ns);

#endif /* HEAPLOG_H */
