// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * heaplog.c - reading a log of allocations; see heaplog.h
 *
 * Events are sorted by process, address and time, which pairs each allocation with its end. heaplog_find.c
 * looks blocks up.
 */
#include "heaplog_parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WORD		sizeof(uint64_t)
#define SITES_EACH	512U		/* of a chunk, at most */
#define KIND(word)	((word) & 0xff)

/* An allocation, or, with site KEYINDEX_NONE, its end. */
struct event {
	uint32_t process, site;
	uint64_t address, bytes, time_ns;
	uint32_t order;			/* in the file */
};

/* A chunk on its way. */
struct chunk {
	const uint64_t *words;
	size_t count, at;
	uint32_t process;
	uint32_t sites[SITES_EACH];	/* of the log, by number in the chunk */
};

struct reader {
	struct heaplog *log;
	struct event *events;
	size_t count;
	struct fault *fault;
};

static int damaged(struct fault *fault, uint64_t offset)
{
	return fault_set(fault, -EINVAL, "damaged at byte %llu: record again with 'tea record --heap', or "
			 "remove it", (unsigned long long)offset);
}

static int no_memory(struct fault *fault)
{
	return fault_no_memory(fault, "its allocations");
}

static int add_event(struct reader *reader, const struct event *event)
{
	struct event *grown = reader->count < UINT32_MAX ?
		array_grow(reader->events, reader->count, sizeof(*grown)) : NULL;

	if (!grown)
		return no_memory(reader->fault);
	reader->events = grown;
	grown[reader->count] = *event;
	grown[reader->count].order = (uint32_t)reader->count;
	reader->count++;
	return 0;
}

static uint64_t hash_of(const struct heaplog_site *site)
{
	uint64_t hash = site->function + 1;

	for (uint32_t i = 0; i < site->count; i++)
		hash = ((hash ^ site->callers[i]) * 0x9e3779b97f4a7c15ULL) ^ hash >> 29;
	return hash;
}

static bool is_same(const struct heaplog_site *a, const struct heaplog_site *b)
{
	return a->function == b->function && a->count == b->count &&
	       !memcmp(a->callers, b->callers, a->count * WORD);
}

/* The site's number, the same for the same one of a process; KEYINDEX_NONE: out of memory. */
static uint32_t number_site(struct heaplog *log, uint32_t process, const struct heaplog_site *site)
{
	struct key key = { .high = process, .low = hash_of(site) };
	uint32_t at;

	while ((at = keyindex_get(&log->site_index, key)) != KEYINDEX_NONE) {
		if (is_same(&log->sites[at], site))
			return at;
		key.low++;
	}
	at = KEYINDEX_APPEND(&log->site_index, key, log->sites, log->sites_count);
	if (at != KEYINDEX_NONE)
		log->sites[at] = *site;
	return at;
}

/* Records return how many words they have, 0 where they are damaged, or a negative errno. */

static int read_site(struct reader *reader, struct chunk *chunk, const uint64_t *words, size_t left)
{
	struct heaplog_site site = {
		.function = words[0] >> 8 & 0xff, .count = words[0] >> 16 & 0xffff,
	};
	const uint64_t number = words[0] >> 32;

	if (site.function >= HEAPFORMAT_FUNCTIONS_COUNT || site.count > HEAPFORMAT_CALLERS ||
	    number >= SITES_EACH || left < 1 + site.count)
		return 0;
	memcpy(site.callers, words + 1, site.count * WORD);
	chunk->sites[number] = number_site(reader->log, chunk->process, &site);
	return chunk->sites[number] == KEYINDEX_NONE ? no_memory(reader->fault) : 1 + (int)site.count;
}

static int read_alloc(struct reader *reader, struct chunk *chunk, const uint64_t *words, size_t left)
{
	struct event event = { .process = chunk->process, .time_ns = words[0] >> 8 };
	int error;

	if (left < 4 || words[3] >= SITES_EACH || chunk->sites[words[3]] == KEYINDEX_NONE ||
	    words[2] > UINT64_MAX - words[1])
		return 0;
	event.address = words[1];
	event.bytes = words[2];
	event.site = chunk->sites[words[3]];
	error = add_event(reader, &event);
	return error ? error : 4;
}

static int read_free(struct reader *reader, struct chunk *chunk, const uint64_t *words, size_t left)
{
	struct event event = {
		.process = chunk->process, .site = KEYINDEX_NONE, .time_ns = words[0] >> 8,
	};
	int error;

	if (left < 2)
		return 0;
	event.address = words[1];
	error = add_event(reader, &event);
	return error ? error : 2;
}

/* 0, or a negative errno. -EINVAL without words: damaged at chunk->at. */
static int read_records(struct reader *reader, struct chunk *chunk)
{
	static int (*const readers[])(struct reader *, struct chunk *, const uint64_t *, size_t) = {
		[HEAPFORMAT_SITE] = read_site, [HEAPFORMAT_ALLOC] = read_alloc,
		[HEAPFORMAT_FREE] = read_free,
	};

	while (chunk->at < chunk->count && KIND(chunk->words[chunk->at]) != HEAPFORMAT_END) {
		const uint64_t *words = chunk->words + chunk->at;
		int read = KIND(words[0]) <= HEAPFORMAT_FREE ?
			   readers[KIND(words[0])](reader, chunk, words, chunk->count - chunk->at) : 0;

		if (read <= 0)
			return read ? read : -EINVAL;
		chunk->at += (size_t)read;
	}
	return 0;
}

/* Its chunks say the same of it. The number in processes, or KEYINDEX_NONE. */
static uint32_t number_process(struct heaplog *log, struct keyindex *index,
			       const struct heapformat_chunk *head)
{
	const struct key key = { .high = head->process, .low = (uint64_t)head->pid << 32 | head->parent };
	uint32_t at = keyindex_get(index, key);

	if (at != KEYINDEX_NONE)
		return at;
	at = KEYINDEX_APPEND(index, key, log->processes, log->processes_count);
	if (at != KEYINDEX_NONE)
		log->processes[at] = (struct heaplog_process){
			.number = head->process, .pid = head->pid, .parent = head->parent,
			.begin_ns = head->begin_ns, .lost_ns = UINT64_MAX, .root = KEYINDEX_NONE,
		};
	return at;
}

/* The chunk at @offset, or a page of zeros, into @bytes. Its size, or a negative errno. */
static int64_t load_chunk(const struct input *input, uint64_t offset, uint8_t *bytes, struct fault *fault)
{
	const struct heapformat_chunk *head = (const struct heapformat_chunk *)bytes;
	ssize_t size = input_read(input, offset, bytes, HEAPFORMAT_PAGE);

	if (size == (ssize_t)HEAPFORMAT_PAGE && !head->magic)
		return HEAPFORMAT_PAGE;
	if (size == (ssize_t)HEAPFORMAT_PAGE &&
	    (head->magic != HEAPFORMAT_CHUNK || head->bytes % HEAPFORMAT_PAGE || !head->bytes ||
	     head->bytes > HEAPFORMAT_CHUNK_MOST || head->bytes > input->size - offset))
		return damaged(fault, offset);
	if (size == (ssize_t)HEAPFORMAT_PAGE && head->bytes > HEAPFORMAT_PAGE)
		size = input_read(input, offset, bytes, head->bytes);
	return size >= (ssize_t)HEAPFORMAT_PAGE && size == (ssize_t)head->bytes ? size :
	       fault_set(fault, -EIO, "cannot be read at byte %llu: copy it again",
			 (unsigned long long)offset);
}

static void note_loss(struct heaplog *log, struct heaplog_process *process, uint64_t lost_ns)
{
	if (lost_ns && lost_ns < process->lost_ns)
		process->lost_ns = lost_ns;
	if (lost_ns && lost_ns < log->lost_ns)
		log->lost_ns = lost_ns;
}

static int read_chunk(struct reader *reader, struct keyindex *processes, const uint8_t *bytes,
		      uint64_t offset)
{
	const struct heapformat_chunk *head = (const struct heapformat_chunk *)bytes;
	struct chunk chunk = { .words = (const uint64_t *)(head + 1) };
	int error;

	if (!head->magic)
		return 0;
	chunk.count = (head->bytes - sizeof(*head)) / WORD;
	memset(chunk.sites, 0xff, sizeof(chunk.sites));
	chunk.process = number_process(reader->log, processes, head);
	if (chunk.process == KEYINDEX_NONE)
		return no_memory(reader->fault);
	note_loss(reader->log, &reader->log->processes[chunk.process], head->lost_ns);
	error = read_records(reader, &chunk);
	if (error == -EINVAL)
		return damaged(reader->fault, offset + sizeof(*head) + chunk.at * WORD);
	return error;
}

static int read_chunks(struct reader *reader, const struct input *input)
{
	uint8_t *bytes = aligned_alloc(HEAPFORMAT_PAGE, HEAPFORMAT_CHUNK_MOST);
	struct keyindex processes = { 0 };
	int error = bytes ? 0 : no_memory(reader->fault);
	int64_t size;

	for (uint64_t offset = HEAPFORMAT_PAGE; !error && offset + HEAPFORMAT_PAGE <= input->size;
	     offset += (uint64_t)size) {
		size = load_chunk(input, offset, bytes, reader->fault);
		error = size < 0 ? (int)size : read_chunk(reader, &processes, bytes, offset);
	}
	keyindex_deinit(&processes);
	free(bytes);
	return error;
}

static int compare_events(const void *left, const void *right)
{
	const struct event *a = left, *b = right;

	if (a->process != b->process)
		return a->process < b->process ? -1 : 1;
	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	if (a->time_ns != b->time_ns)
		return a->time_ns < b->time_ns ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

static int add_freed(struct heaplog *log, const struct event *event)
{
	struct heaplog_freed *grown = array_grow(log->freed, log->freed_count, sizeof(*grown));
	struct heaplog_process *process = &log->processes[event->process];

	if (!grown)
		return -ENOMEM;
	log->freed = grown;
	if (!process->freed_count++)
		process->first_freed = log->freed_count;
	grown[log->freed_count++] = (struct heaplog_freed){ event->address, event->time_ns };
	return 0;
}

/* Events at one address and time: threads do not tell their order, which does not matter. */
struct instant {
	const struct event *end, *last;	/* last: that allocates, or NULL */
	size_t allocs, frees;
};

static struct instant take_instant(const struct event *events, const struct event *end)
{
	struct instant instant = { .end = events };

	while (instant.end < end && instant.end->address == events->address &&
	       instant.end->time_ns == events->time_ns) {
		if (instant.end->site == KEYINDEX_NONE) {
			instant.frees++;
		} else {
			instant.allocs++;
			instant.last = instant.end;
		}
		instant.end++;
	}
	return instant;
}

/* From events to @end, of one process. A block that is there at no time is none. */
static int pair_events(struct heaplog *log, const struct event *event, const struct event *end)
{
	struct heaplog_block *open = NULL;

	while (event < end) {
		const struct instant instant = take_instant(event, end);
		const bool was = open && open->start == event->address;

		if (was)
			open->until_ns = event->time_ns;
		if (!was && instant.frees > instant.allocs && add_freed(log, event))
			return -ENOMEM;
		open = NULL;
		if (instant.last && was + instant.allocs > instant.frees) {
			open = &log->blocks[log->blocks_count++];
			*open = (struct heaplog_block){
				.start = event->address, .end = event->address + instant.last->bytes,
				.since_ns = event->time_ns, .until_ns = UINT64_MAX, .site = instant.last->site,
			};
		}
		event = instant.end;
	}
	return 0;
}

static int make_blocks(struct reader *reader)
{
	struct heaplog *log = reader->log;
	struct event *events = reader->events;
	int error = 0;

	log->blocks = calloc(reader->count + 1, sizeof(*log->blocks));
	if (!log->blocks)
		return -ENOMEM;
	if (reader->count)
		qsort(events, reader->count, sizeof(*events), compare_events);
	for (size_t first = 0, end; !error && first < reader->count; first = end) {
		struct heaplog_process *process = &log->processes[events[first].process];
		const size_t begin = log->blocks_count;

		for (end = first; end < reader->count && events[end].process == events[first].process; end++)
			;
		error = pair_events(log, events + first, events + end);
		if (!error)
			error = heaplog_grow_tree(log, begin, log->blocks_count, &process->root);
	}
	return error;
}

static int compare_processes(const void *left, const void *right)
{
	const struct heaplog_process *a = left, *b = right;

	if (a->pid != b->pid)
		return a->pid < b->pid ? -1 : 1;
	if (a->begin_ns != b->begin_ns)
		return a->begin_ns < b->begin_ns ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

/* Sorts processes; their parents become positions among them. */
static int order_processes(struct heaplog *log)
{
	struct keyindex numbers = { 0 };
	int error = 0;

	if (log->processes_count)
		qsort(log->processes, log->processes_count, sizeof(*log->processes), compare_processes);
	for (size_t i = 0; !error && i < log->processes_count; i++) {
		const struct key key = { .low = log->processes[i].number };

		if (keyindex_get(&numbers, key) == KEYINDEX_NONE)
			error = keyindex_put(&numbers, key, (uint32_t)i);
	}
	for (size_t i = 0; !error && i < log->processes_count; i++) {
		struct heaplog_process *process = &log->processes[i];

		process->parent = process->parent ?
			keyindex_get(&numbers, (struct key){ .low = process->parent }) : KEYINDEX_NONE;
	}
	keyindex_deinit(&numbers);
	return error;
}

int heaplog_read(struct heaplog *log, const struct input *input, struct fault *fault)
{
	struct reader reader = { .log = log, .fault = fault };
	struct heapformat_header header;
	int error;

	*log = (struct heaplog){ 0 };
	if (input_read(input, 0, &header, sizeof(header)) != sizeof(header) ||
	    header.magic != HEAPFORMAT_MAGIC)
		return fault_set(fault, -EINVAL, "no log of allocations as 'tea record --heap' writes it: "
				 "record again, or remove it");
	log->lost = header.lost;
	log->nested = header.nested;
	log->lost_ns = UINT64_MAX;
	error = read_chunks(&reader, input);
	if (!error && (make_blocks(&reader) || order_processes(log)))
		error = no_memory(fault);
	free(reader.events);
	if (error)
		heaplog_close(log);
	return error;
}

int heaplog_open(struct heaplog *log, const char *path, struct fault *fault)
{
	static const struct progress quiet = { 0 };
	struct input input;
	struct fault plain;
	int error;

	*log = (struct heaplog){ 0 };
	if (access(path, F_OK))
		return 0;
	error = input_open(&input, path, &quiet, &plain);
	if (!error)
		error = heaplog_read(log, &input, &plain);
	input_close(&input);
	return error ? fault_set(fault, error, "the log '%.200s': %.250s", path, plain.text) : 1;
}

void heaplog_close(struct heaplog *log)
{
	free(log->sites);
	free(log->blocks);
	free(log->nodes);
	free(log->processes);
	free(log->freed);
	keyindex_deinit(&log->site_index);
	*log = (struct heaplog){ 0 };
}
