/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * heapformat.h - the log of a run's allocations, as the preloaded recorder writes it
 *
 * A header of a page, and chunks of whole pages, which are mapped and written by one thread at a
 * time: what was written before a process died is there. Numbers are of 64 bits, little endian. A
 * chunk has records up to its end, or to a word of zeros, and sites of its own:
 *
 *	SITE	kind | function << 8 | count << 16 | number << 32, and count callers, innermost first
 *	ALLOC	kind | time << 8, address, bytes, number of its site
 *	FREE	kind | time << 8, address
 *
 * Times are CLOCK_MONOTONIC's, in nanoseconds: before the memory is given back, and after it was
 * taken, so that at no time two have the same. Pages of zeros between chunks are of processes that
 * came to an end there, or had no room on the disk.
 */
#ifndef HEAPFORMAT_H
#define HEAPFORMAT_H

#include <stdint.h>

#define HEAPFORMAT_SUFFIX	".heap"	/* behind the recording's path */
#define HEAPFORMAT_VARIABLE	"TEA_HEAP_LOG"	/* names the log to the recorder */

#define HEAPFORMAT_MAGIC	0x31474f4c50414548ULL	/* "HEAPLOG1" */
#define HEAPFORMAT_CHUNK	0x4b4e554843504148ULL	/* "HAPCHUNK" */
#define HEAPFORMAT_PAGE		4096U
#define HEAPFORMAT_CHUNK_MOST	(256U << 10)
#define HEAPFORMAT_BYTES_MOST	(512ULL << 20)	/* of a log: ten million blocks that come and go */
#define HEAPFORMAT_CALLERS	8

struct heapformat_header {
	uint64_t magic;
	uint64_t most;			/* bytes that the log may have */
	uint64_t used;			/* bytes given away, or a few more */
	uint64_t lost;			/* records without room */
	uint64_t nested;		/* of a signal's handler, that came while a record was written */
	uint32_t processes;		/* that began */
	uint32_t skipped;		/* pid of the process that is not recorded: perf's; 0: none */
};

struct heapformat_chunk {
	uint64_t magic;
	uint32_t bytes;			/* of all of it */
	uint32_t process;		/* its number, from 1 */
	uint32_t pid;
	uint32_t parent;		/* number of the process that it is a copy of; 0: none, by exec */
	uint64_t begin_ns;		/* of the process */
	uint64_t lost_ns;		/* from then on there was no room behind it; 0: there was */
};

enum heapformat_kind {
	HEAPFORMAT_END, HEAPFORMAT_SITE, HEAPFORMAT_ALLOC, HEAPFORMAT_FREE
};

/* X(identifier, name). */
#define HEAPFORMAT_FUNCTIONS(X) \
	X(MALLOC, "malloc") \
	X(CALLOC, "calloc") \
	X(REALLOC, "realloc") \
	X(REALLOCARRAY, "reallocarray") \
	X(ALIGNED_ALLOC, "aligned_alloc") \
	X(MEMALIGN, "memalign") \
	X(POSIX_MEMALIGN, "posix_memalign") \
	X(VALLOC, "valloc") \
	X(PVALLOC, "pvalloc")

enum heapformat_function {
#define HEAPFORMAT_X(id, name) HEAPFORMAT_##id,
	HEAPFORMAT_FUNCTIONS(HEAPFORMAT_X)
#undef HEAPFORMAT_X
	HEAPFORMAT_FUNCTIONS_COUNT
};

#endif /* HEAPFORMAT_H */
