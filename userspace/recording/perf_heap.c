// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * perf_heap.c - who allocated the memory that samples access: by the log beside the recording
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "perf_reader.h"

#define NS_PER_S	1e9

/* The log, and the clock that both must have. */
static int open_log(struct perf_pass *pass, const char *path)
{
	const struct perfdata_attr *shown = pass->readers->shown;
	struct recording *recording = pass->recording;
	int found = heaplog_open(&pass->heap.log, path, pass->fault);

	if (found <= 0)
		return found;
	if (!shown->clocked || shown->clock != CLOCK_MONOTONIC || !recording->has_times) {
		notes_add(&recording->notes, "'%s' is of another recording, and left out: its times are not "
			  "on the clock of this one; 'tea record --heap' makes both, remove the log", path);
		return 0;
	}
	pass->heap.path = texts_intern(&recording->texts, path);
	return pass->heap.path ? 0 : fault_no_memory(pass->fault, "its allocations");
}

int perf_heap_open(struct perf_pass *pass)
{
	char *path;
	int error;

	if (!pass->readers->data)
		return 0;
	if (asprintf(&path, "%s" HEAPFORMAT_SUFFIX, pass->recording->path) < 0)
		return fault_no_memory(pass->fault, "its allocations");
	error = open_log(pass, path);
	free(path);
	return error;
}

int perf_heap_begin(struct perf_pass *pass)
{
	struct perf_heap *heap = &pass->heap;

	free(heap->sites);
	heap->samples = heap->strange = 0;
	heap->sites = calloc(heap->log.sites_count + 1, sizeof(*heap->sites));
	return heap->sites ? 0 : fault_no_memory(pass->fault, "its allocations");
}

/* The site at the end of the recording's, for the first time. The first of all is none. */
static int add_site(struct perf_reader *reader, const struct perf_moment *moment,
		    const struct heaplog_site *site, uint32_t *number)
{
	struct recording *recording = reader->recording;
	struct recording_site added = { .function = site->function, .count = site->count };
	struct recording_site *grown;

	for (uint32_t i = 0; i < site->count; i++) {
		struct recording_frame where;
		int error = perf_reader_locate(reader, moment, PERF_MODE_USER, site->callers[i] - 1, &where);

		if (error)
			return error;
		added.callers[i] = (struct recording_caller){ where.object, where.address };
	}
	for (int i = recording->sites_count ? 1 : 0; i < 2; i++) {
		grown = array_grow(recording->sites, recording->sites_count, sizeof(*grown));
		if (!grown)
			return perf_reader_no_memory(reader);
		recording->sites = grown;
		*number = (uint32_t)recording->sites_count++;
		grown[*number] = added;
	}
	return 0;
}

int perf_heap_site(struct perf_reader *reader, const struct perf_moment *moment, uint64_t address,
		   uint32_t *number)
{
	struct perf_heap *heap = &reader->pass->heap;
	const struct heaplog_block *block;
	uint32_t *known;

	if (!heap->path)
		return 0;
	heap->samples++;
	heap->strange += !heaplog_has(&heap->log, moment->pid);
	block = heaplog_find(&heap->log, moment->pid, address, moment->time);
	if (!block)
		return 0;
	known = &heap->sites[block->site];
	if (!*known) {
		int error = add_site(reader, moment, &heap->log.sites[block->site], known);

		if (error)
			return error;
	}
	*number = *known;
	return 0;
}

void perf_heap_finish(struct perf_pass *pass)
{
	const struct perf_heap *heap = &pass->heap;
	struct notes *notes = &pass->recording->notes;

	if (heap->path && heap->log.lost)
		notes_add(notes, "%llu allocations and frees had no room in '%s', or could not be written: of "
			  "processes to which that happened no allocating call is known from then on, %.6f s of its "
			  "clock or later", (unsigned long long)heap->log.lost, heap->path,
			  heap->log.lost_ns == UINT64_MAX ? 0 : (double)heap->log.lost_ns / NS_PER_S);
	if (heap->path && heap->log.nested)
		notes_add(notes, "%llu allocations and frees by signal handlers are not in '%s'",
			  (unsigned long long)heap->log.nested, heap->path);
	if (heap->path && heap->strange)
		notes_add(notes, "%llu of %llu accesses to memory of no file are of processes that are not in '%s': they "
			  "are linked statically, or run with other rights, or the log is of another recording",
			  (unsigned long long)heap->strange, (unsigned long long)heap->samples, heap->path);
}

void perf_heap_deinit(struct perf_pass *pass)
{
	heaplog_close(&pass->heap.log);
	free(pass->heap.sites);
	pass->heap = (struct perf_heap){ .path = NULL };
}
