// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * heapstream.c - streams of records; see heapstream.h
 *
 * A chunk's bytes are written as zeros before they are mapped: without room on the disk, that fails,
 * and no store to it. A record's first word is stored last, so that half a record is none.
 */
#include "heapstream.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define SITES		512U		/* slots; a power of two */
#define SITES_MOST	384U		/* of them in use: then all are forgotten */
#define NS_PER_S	1000000000ULL

struct stream_site {
	uint64_t hash;			/* of function and callers; 0: free */
	uint32_t number;
};

struct heapstream {
	struct heapstream *next;	/* idle ones */
	uint32_t process;		/* that it is of */
	bool taken;
	bool closed;			/* there is no room any more */
	uint64_t *at, *end;		/* in the chunk; NULL: there is none */
	void *chunk;
	uint32_t bytes;			/* of the chunk */
	uint32_t sites_count;
	struct stream_site sites[SITES];
};

/* The kernel gives a forked child zeros in its place. */
struct process {
	uint32_t number;		/* 0: it has not begun */
	uint32_t pid, parent;
	uint64_t begin_ns;
	struct heapformat_chunk *home;	/* its first chunk, which stays mapped */
	struct heapstream *idle;	/* of threads that ended */
	atomic_flag locked;		/* that list: whoever finds it so does without */
};

static struct heapformat_header *header;
static struct process *process;
static uint32_t last_number;		/* of this process, and then of its child's parent */
static char path[PATH_MAX];
static pthread_key_t ending;
static __thread struct heapstream *own __attribute__((tls_model("initial-exec")));

bool heapstream_works(void)
{
	return header;
}

uint64_t heapstream_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

/* There is no room: the process's first chunk says since when. One without that is not in the log. */
static void lose(void)
{
	uint64_t none = 0;

	atomic_fetch_add((_Atomic uint64_t *)&header->lost, 1);
	if (process->home)
		atomic_compare_exchange_strong((_Atomic uint64_t *)&process->home->lost_ns, &none,
					       heapstream_now());
}

/* Gives @bytes at @offset of the file room on the disk. */
static bool make_room(int fd, uint64_t offset, uint32_t bytes)
{
	static const char zeros[HEAPFORMAT_PAGE];
	struct rlimit limit;

	/* behind the limit a signal would end the program */
	if (getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur < offset + bytes)
		return false;
	for (uint64_t at = offset; at < offset + bytes; at += sizeof(zeros))
		if (pwrite(fd, zeros, sizeof(zeros), (off_t)at) != sizeof(zeros))
			return false;
	return true;
}

static void *map_chunk(uint64_t offset, uint32_t bytes)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);
	void *chunk = MAP_FAILED;

	if (fd < 0)
		return NULL;
	if (make_room(fd, offset, bytes))
		chunk = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)offset);
	close(fd);
	return chunk == MAP_FAILED ? NULL : chunk;
}

/* The next chunk, twice as long as the last. */
static bool begin_chunk(struct heapstream *stream)
{
	uint32_t bytes = !stream->bytes ? HEAPFORMAT_PAGE : stream->bytes < HEAPFORMAT_CHUNK_MOST ?
			 2 * stream->bytes : stream->bytes;
	struct heapformat_chunk *chunk;
	uint64_t offset;

	if (header->used + bytes > header->most)
		return false;
	offset = atomic_fetch_add((_Atomic uint64_t *)&header->used, bytes);
	chunk = offset + bytes > header->most ? NULL : map_chunk(offset, bytes);
	if (!chunk)
		return false;
	*chunk = (struct heapformat_chunk){
		.bytes = bytes, .process = process->number, .pid = process->pid,
		.parent = process->parent, .begin_ns = process->begin_ns,
	};
	atomic_store_explicit((_Atomic uint64_t *)&chunk->magic, HEAPFORMAT_CHUNK, memory_order_release);
	if (!process->home)
		process->home = chunk;
	if (stream->chunk && stream->chunk != process->home)
		munmap(stream->chunk, stream->bytes);
	stream->chunk = chunk;
	stream->bytes = bytes;
	stream->at = (uint64_t *)(chunk + 1);
	stream->end = (uint64_t *)((char *)chunk + bytes);
	memset(stream->sites, 0, sizeof(stream->sites));
	stream->sites_count = 0;
	return true;
}

/* Room for so many words. */
static bool has_room(struct heapstream *stream, size_t words)
{
	int error = errno;
	bool room;

	if ((size_t)(stream->end - stream->at) >= words)
		return true;
	room = !stream->closed && begin_chunk(stream);
	stream->closed |= !room;
	errno = error;
	return room;
}

/* The other words are stored already. */
static void put(struct heapstream *stream, uint64_t first, size_t words)
{
	atomic_store_explicit((_Atomic uint64_t *)stream->at, first, memory_order_release);
	stream->at += words;
}

static uint64_t hash_of(const struct heapstream_block *block)
{
	uint64_t hash = block->function + 1;

	for (unsigned int i = 0; i < block->count; i++) {
		hash = (hash ^ block->callers[i]) * 0x9e3779b97f4a7c15ULL;
		hash ^= hash >> 29;
	}
	return hash ? hash : 1;
}

/* The slot of the site, or the free one where it belongs. */
static struct stream_site *find_site(struct heapstream *stream, uint64_t hash)
{
	size_t at = hash % SITES;

	while (stream->sites[at].hash && stream->sites[at].hash != hash)
		at = (at + 1) % SITES;
	return &stream->sites[at];
}

/* Its number in this chunk, which has room for it. Two with one hash are taken for one. */
static uint32_t number_site(struct heapstream *stream, const struct heapstream_block *block)
{
	uint64_t hash = hash_of(block);
	struct stream_site *site = find_site(stream, hash);

	if (site->hash)
		return site->number;
	if (stream->sites_count == SITES_MOST) {
		memset(stream->sites, 0, sizeof(stream->sites));
		stream->sites_count = 0;
		site = find_site(stream, hash);
	}
	*site = (struct stream_site){ .hash = hash, .number = stream->sites_count++ };
	memcpy(stream->at + 1, block->callers, block->count * sizeof(block->callers[0]));
	put(stream, HEAPFORMAT_SITE | (uint64_t)block->function << 8 | (uint64_t)block->count << 16 |
	    (uint64_t)site->number << 32, 1 + block->count);
	return site->number;
}

void heapstream_alloc(struct heapstream *stream, const struct heapstream_block *block)
{
	uint64_t number;

	if (!has_room(stream, 1 + HEAPFORMAT_CALLERS + 4)) {
		lose();
		return;
	}
	number = number_site(stream, block);
	stream->at[1] = (uintptr_t)block->address;
	stream->at[2] = block->bytes;
	stream->at[3] = number;
	put(stream, HEAPFORMAT_ALLOC | heapstream_now() << 8, 4);
}

void heapstream_free(struct heapstream *stream, const void *address, uint64_t time_ns)
{
	if (!has_room(stream, 2)) {
		lose();
		return;
	}
	stream->at[1] = (uintptr_t)address;
	put(stream, HEAPFORMAT_FREE | time_ns << 8, 2);
}

/* This process, which is new, or a copy of the one before. */
static void begin_process(void)
{
	process->pid = (uint32_t)getpid();
	process->parent = last_number;
	process->begin_ns = heapstream_now();
	process->number = last_number = 1 + atomic_fetch_add((_Atomic uint32_t *)&header->processes, 1);
}

static struct heapstream *take_idle(void)
{
	struct heapstream *stream;

	if (atomic_flag_test_and_set(&process->locked))
		return NULL;
	stream = process->idle;
	if (stream)
		process->idle = stream->next;
	atomic_flag_clear(&process->locked);
	return stream;
}

/* At a thread's end. */
static void retire(void *stream)
{
	struct heapstream *retired = stream;

	own = NULL;
	if (retired->process != process->number || atomic_flag_test_and_set(&process->locked))
		return;
	retired->next = process->idle;
	process->idle = retired;
	atomic_flag_clear(&process->locked);
}

static struct heapstream *begin_stream(void)
{
	struct heapstream *stream = take_idle();
	int error = errno;

	if (!stream)
		stream = mmap(NULL, sizeof(*stream), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			      -1, 0);
	errno = error;
	if (stream == MAP_FAILED)
		return NULL;
	stream->process = process->number;
	stream->taken = true;	/* the next line may allocate */
	own = stream;
	pthread_setspecific(ending, stream);
	stream->taken = false;
	return stream;
}

struct heapstream *heapstream_take(void)
{
	struct heapstream *stream = own;

	if (!process->number)
		begin_process();
	if (!stream || stream->process != process->number)
		stream = begin_stream();
	if (!stream || stream->taken) {
		atomic_fetch_add((_Atomic uint64_t *)&header->nested, 1);
		return NULL;
	}
	stream->taken = true;
	return stream;
}

void heapstream_give(struct heapstream *stream)
{
	stream->taken = false;
}

/* A child is in the log from its begin on, even if it allocates nothing. */
static void begin_child(void)
{
	struct heapstream *stream = heapstream_take();

	if (!stream)
		return;
	has_room(stream, 1);
	heapstream_give(stream);
}

/* The log's header; NULL: it is none, or this process is not to be recorded. */
static struct heapformat_header *map_header(void)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);
	struct heapformat_header *mapped;

	if (fd < 0)
		return NULL;
	mapped = mmap(NULL, HEAPFORMAT_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (mapped == MAP_FAILED)
		return NULL;
	if (mapped->magic == HEAPFORMAT_MAGIC && mapped->skipped != (uint32_t)getpid())
		return mapped;
	munmap(mapped, HEAPFORMAT_PAGE);
	return NULL;
}

static struct process *map_process(void)
{
	void *mapped = mmap(NULL, HEAPFORMAT_PAGE, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (mapped == MAP_FAILED)
		return NULL;
	if (!madvise(mapped, HEAPFORMAT_PAGE, MADV_WIPEONFORK))
		return mapped;
	munmap(mapped, HEAPFORMAT_PAGE);
	return NULL;
}

void heapstream_init(void)
{
	const char *named = getenv(HEAPFORMAT_VARIABLE);
	struct heapformat_header *mapped;
	int error = errno;

	if (named && strlen(named) < sizeof(path) && !pthread_key_create(&ending, retire)) {
		strcpy(path, named);
		process = map_process();
		mapped = process ? map_header() : NULL;
		if (mapped && !pthread_atfork(NULL, NULL, begin_child)) {
			header = mapped;
			begin_process();
			begin_child();
		}
	}
	errno = error;
}
