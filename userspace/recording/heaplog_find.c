// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * heaplog_find.c - the block at an address and a time; see heaplog.h
 *
 * A tree of points in time: a node has the blocks that are there at its point, of which no two
 * overlap, sorted by address. Blocks that end before it are below it on one side, those that begin
 * after it on the other. So each block is in one node, and looking up takes the square of the
 * logarithm of their number, however often addresses were used again.
 */
#include "heaplog_parts.h"

#include <errno.h>
#include <stdlib.h>

#define FORKS_MOST	64		/* of each other */

static int compare_times(const void *left, const void *right)
{
	const struct heaplog_block *a = left, *b = right;

	if (a->since_ns != b->since_ns)
		return a->since_ns < b->since_ns ? -1 : 1;
	return a->start < b->start ? -1 : a->start > b->start;
}

static int compare_starts(const void *left, const void *right)
{
	const struct heaplog_block *a = left, *b = right;

	return a->start < b->start ? -1 : a->start > b->start;
}

/*
 * Moves those of [first, end) that are there at @time_ns behind the others, which keep their order.
 * Returns how many others there are.
 */
static size_t split(struct heaplog_block *blocks, struct heaplog_block *spare, size_t count,
		    uint64_t time_ns)
{
	size_t others = 0, here = 0;

	for (size_t i = 0; i < count; i++) {
		if (blocks[i].until_ns > time_ns)
			spare[here++] = blocks[i];
		else
			blocks[others++] = blocks[i];
	}
	for (size_t i = 0; i < here; i++)
		blocks[others + i] = spare[i];
	return others;
}

/* Blocks, by the time when they begin. @spare: as many. The depth is the logarithm of their number. */
static int grow(struct heaplog *log, struct heaplog_block *spare, size_t first, size_t end, uint32_t *number)
{
	struct heaplog_block *blocks = log->blocks + first;
	size_t count = end - first, begun = count / 2 + 1, before;
	struct heaplog_node *grown, node;
	int error;

	*number = KEYINDEX_NONE;
	if (!count)
		return 0;
	node = (struct heaplog_node){ .time_ns = blocks[count / 2].since_ns };
	while (begun < count && blocks[begun].since_ns == node.time_ns)
		begun++;
	before = split(blocks, spare, begun, node.time_ns);
	node.first = first + before;
	node.count = begun - before;
	qsort(blocks + before, node.count, sizeof(*blocks), compare_starts);
	error = grow(log, spare, first, first + before, &node.before);
	if (!error)
		error = grow(log, spare, first + begun, end, &node.after);
	if (error)
		return error;
	grown = array_grow(log->nodes, log->nodes_count, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	log->nodes = grown;
	*number = (uint32_t)log->nodes_count++;
	grown[*number] = node;
	return 0;
}

int heaplog_grow_tree(struct heaplog *log, size_t first, size_t end, uint32_t *root)
{
	struct heaplog_block *spare = calloc(end - first + 1, sizeof(*spare));
	int error;

	if (!spare)
		return -ENOMEM;
	qsort(log->blocks + first, end - first, sizeof(*spare), compare_times);
	error = grow(log, spare, first, end, root);
	free(spare);
	return error;
}

/* Of a node: the last block that begins at or before the address, if it has that. */
static const struct heaplog_block *find_in_node(const struct heaplog *log, const struct heaplog_node *node,
						uint64_t address)
{
	size_t low = node->first, high = node->first + node->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (log->blocks[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low > node->first && address < log->blocks[low - 1].end ? &log->blocks[low - 1] : NULL;
}

static const struct heaplog_block *find_own(const struct heaplog *log, const struct heaplog_process *process,
					    uint64_t address, uint64_t time_ns)
{
	uint32_t at = process->root;

	while (at != KEYINDEX_NONE) {
		const struct heaplog_node *node = &log->nodes[at];
		const struct heaplog_block *block = find_in_node(log, node, address);

		if (block && block->since_ns <= time_ns && time_ns < block->until_ns)
			return block;
		at = time_ns < node->time_ns ? node->before : node->after;
	}
	return NULL;
}

/* The process gave the block, which is its parent's, back before that time. */
static bool is_freed(const struct heaplog *log, const struct heaplog_process *process, uint64_t address,
		     uint64_t time_ns)
{
	const size_t end = process->first_freed + process->freed_count;
	size_t low = process->first_freed, high = end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (log->freed[middle].address < address)
			low = middle + 1;
		else
			high = middle;
	}
	return low < end && log->freed[low].address == address && log->freed[low].time_ns <= time_ns;
}

/* The process that had the pid at that time. */
static const struct heaplog_process *find_process(const struct heaplog *log, uint32_t pid, uint64_t time_ns)
{
	size_t low = 0, high = log->processes_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct heaplog_process *process = &log->processes[middle];

		if (process->pid < pid || (process->pid == pid && process->begin_ns <= time_ns))
			low = middle + 1;
		else
			high = middle;
	}
	return low && log->processes[low - 1].pid == pid ? &log->processes[low - 1] : NULL;
}

bool heaplog_has(const struct heaplog *log, uint32_t pid)
{
	return find_process(log, pid, UINT64_MAX);
}

/* A forked process has what its parent had then, but for what it gave back. */
static const struct heaplog_block *find_at(const struct heaplog *log, const struct heaplog_process *process,
					   uint64_t address, uint64_t time_ns, unsigned int forks)
{
	const struct heaplog_block *block = find_own(log, process, address, time_ns);

	if (time_ns >= process->lost_ns)
		return NULL;
	if (block || process->parent == KEYINDEX_NONE || forks == FORKS_MOST)
		return block;
	block = find_at(log, &log->processes[process->parent], address, process->begin_ns, forks + 1);
	return block && !is_freed(log, process, block->start, time_ns) ? block : NULL;
}

const struct heaplog_block *heaplog_find(const struct heaplog *log, uint32_t pid, uint64_t address,
					 uint64_t time_ns)
{
	const struct heaplog_process *process = find_process(log, pid, time_ns);

	return process ? find_at(log, process, address, time_ns, 0) : NULL;
}
