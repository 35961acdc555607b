// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * heaprecorder.c - libtea-heap.so: the C library's allocations, each with a record in a log
 *
 * tea record --heap preloads it. It defines the functions by which a program allocates; each calls
 * the one that would have been called without it, and records its result (heapstream.h). C++'s new
 * and the C library's own allocations, such as strdup's, call malloc. Without a log, or before its
 * time, it only passes calls on.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "heapstream.h"
#include "heapwalk.h"

#define EXPORTED	__attribute__((visibility("default")))
#define EARLY_BYTES	4096U

/* The functions behind these. */
static struct {
	void *(*malloc)(size_t);
	void *(*calloc)(size_t, size_t);
	void *(*realloc)(void *, size_t);
	void *(*reallocarray)(void *, size_t, size_t);
	void *(*aligned_alloc)(size_t, size_t);
	void *(*memalign)(size_t, size_t);
	int (*posix_memalign)(void **, size_t, size_t);
	void *(*valloc)(size_t);
	void *(*pvalloc)(size_t);
	void (*free)(void *);
	int (*dlclose)(void *);
} real;

/* What is allocated while those are looked for: never freed. */
static alignas(16) char early[EARLY_BYTES];
static size_t early_used;

static void *early_alloc(size_t bytes)
{
	size_t begin = early_used;

	bytes = (bytes + 15) & ~(size_t)15;
	if (bytes > EARLY_BYTES - begin) {
		errno = ENOMEM;
		return NULL;
	}
	early_used += bytes;
	return early + begin;
}

static bool is_early(const void *block)
{
	return (const char *)block >= early && (const char *)block < early + EARLY_BYTES;
}

static void resolve(void)
{
	static bool begun;

	if (begun)
		return;
	begun = true;
	real.free = (void (*)(void *))dlsym(RTLD_NEXT, "free");
	real.calloc = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "calloc");
	real.realloc = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
	real.reallocarray = (void *(*)(void *, size_t, size_t))dlsym(RTLD_NEXT, "reallocarray");
	real.aligned_alloc = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "aligned_alloc");
	real.memalign = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "memalign");
	real.posix_memalign = (int (*)(void **, size_t, size_t))dlsym(RTLD_NEXT, "posix_memalign");
	real.valloc = (void *(*)(size_t))dlsym(RTLD_NEXT, "valloc");
	real.pvalloc = (void *(*)(size_t))dlsym(RTLD_NEXT, "pvalloc");
	real.dlclose = (int (*)(void *))dlsym(RTLD_NEXT, "dlclose");
	real.malloc = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
}

static __attribute__((constructor)) void begin(void)
{
	resolve();
	heapstream_init();
}

/* @frame: of the function that the program called. */
static void *record(enum heapformat_function function, void *address, size_t bytes, const void *frame)
{
	struct heapstream_block block = { .address = address, .bytes = bytes, .function = function };
	struct heapstream *stream;

	if (!address || !heapstream_works())
		return address;
	stream = heapstream_take();
	if (!stream)
		return address;
	block.count = heapwalk_callers(frame, block.callers);
	heapstream_alloc(stream, &block);
	heapstream_give(stream);
	return address;
}

static void record_free(const void *address, uint64_t time_ns)
{
	struct heapstream *stream;

	if (!address || !heapstream_works())
		return;
	stream = heapstream_take();
	if (!stream)
		return;
	heapstream_free(stream, address, time_ns);
	heapstream_give(stream);
}

/* The old block is free from before the call on: none is at its place then. */
static void *record_moved(enum heapformat_function function, void *old, void *address, size_t bytes,
			  uint64_t before_ns, const void *frame)
{
	if (address || !bytes)
		record_free(old, before_ns);
	return record(function, address, bytes, frame);
}

static uint64_t now(void)
{
	return heapstream_works() ? heapstream_now() : 0;
}

/* Other code may be loaded where that was. */
EXPORTED int dlclose(void *handle)
{
	int result;

	resolve();
	result = real.dlclose(handle);
	heapwalk_forget();
	return result;
}

EXPORTED void *malloc(size_t bytes)
{
	resolve();
	if (!real.malloc)
		return early_alloc(bytes);
	return record(HEAPFORMAT_MALLOC, real.malloc(bytes), bytes, __builtin_frame_address(0));
}

EXPORTED void free(void *block)
{
	if (is_early(block))
		return;
	resolve();
	if (block)
		record_free(block, now());
	if (real.free)
		real.free(block);
}

EXPORTED void *calloc(size_t count, size_t bytes)
{
	size_t all;

	resolve();
	if (__builtin_mul_overflow(count, bytes, &all)) {
		errno = ENOMEM;
		return NULL;
	}
	if (!real.calloc)
		return early_alloc(all);	/* zeros */
	return record(HEAPFORMAT_CALLOC, real.calloc(count, bytes), all, __builtin_frame_address(0));
}

/* An early block goes on in memory of the others'. */
static void *move_early(void *old, size_t bytes)
{
	size_t rest = (size_t)(early + EARLY_BYTES - (char *)old);
	void *moved = real.malloc ? real.malloc(bytes) : early_alloc(bytes);

	if (moved)
		memmove(moved, old, bytes < rest ? bytes : rest);
	return moved;
}

EXPORTED void *realloc(void *old, size_t bytes)
{
	uint64_t before_ns = now();
	void *block;

	resolve();
	if (is_early(old) || !real.realloc)
		return old ? move_early(old, bytes) : early_alloc(bytes);
	block = real.realloc(old, bytes);
	return record_moved(HEAPFORMAT_REALLOC, old, block, bytes, before_ns, __builtin_frame_address(0));
}

EXPORTED void *reallocarray(void *old, size_t count, size_t bytes)
{
	uint64_t before_ns = now();
	void *block;
	size_t all;

	resolve();
	if (__builtin_mul_overflow(count, bytes, &all)) {
		errno = ENOMEM;
		return NULL;
	}
	if (is_early(old) || !real.reallocarray)
		return old ? move_early(old, all) : early_alloc(all);
	block = real.reallocarray(old, count, bytes);
	return record_moved(HEAPFORMAT_REALLOCARRAY, old, block, all, before_ns, __builtin_frame_address(0));
}

EXPORTED void *aligned_alloc(size_t alignment, size_t bytes)
{
	resolve();
	if (!real.aligned_alloc)
		return NULL;
	return record(HEAPFORMAT_ALIGNED_ALLOC, real.aligned_alloc(alignment, bytes), bytes,
		      __builtin_frame_address(0));
}

EXPORTED void *memalign(size_t alignment, size_t bytes)
{
	resolve();
	if (!real.memalign)
		return NULL;
	return record(HEAPFORMAT_MEMALIGN, real.memalign(alignment, bytes), bytes,
		      __builtin_frame_address(0));
}

EXPORTED int posix_memalign(void **block, size_t alignment, size_t bytes)
{
	int error;

	resolve();
	if (!real.posix_memalign)
		return ENOMEM;
	error = real.posix_memalign(block, alignment, bytes);
	if (!error)
		record(HEAPFORMAT_POSIX_MEMALIGN, *block, bytes, __builtin_frame_address(0));
	return error;
}

EXPORTED void *valloc(size_t bytes)
{
	resolve();
	if (!real.valloc)
		return NULL;
	return record(HEAPFORMAT_VALLOC, real.valloc(bytes), bytes, __builtin_frame_address(0));
}

EXPORTED void *pvalloc(size_t bytes)
{
	resolve();
	if (!real.pvalloc)
		return NULL;
	return record(HEAPFORMAT_PVALLOC, real.pvalloc(bytes), bytes, __builtin_frame_address(0));
}
