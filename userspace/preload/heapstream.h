/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * heapstream.h - records of allocations into the log, from any thread of any process
 *
 * Each thread has a stream with a chunk of the log (base/heapformat.h), so that a record is a few
 * stores: no lock, no system call but for the next chunk. There is no memory from malloc, errno
 * stays, and what finds a stream in use, such as a signal's handler, leaves its record out. A
 * forked child, by whichever call, notices that it is one and begins streams of its own.
 */
#ifndef HEAPSTREAM_H
#define HEAPSTREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/heapformat.h"

struct heapstream;

/* An allocation: where, of what size, and by whom. */
struct heapstream_block {
	const void *address;
	size_t bytes;
	enum heapformat_function function;
	uint64_t callers[HEAPFORMAT_CALLERS];	/* behind the calls, innermost first */
	unsigned int count;
};

/* Begins, if the environment names a log. Called once, before there are threads. */
void heapstream_init(void);
/* Is there a log? */
bool heapstream_works(void);
/* Nanoseconds of the log's clock. */
uint64_t heapstream_now(void);

/* The thread's own, taken; NULL: its record is left out. To be given back. */
struct heapstream *heapstream_take(void);
void heapstream_give(struct heapstream *stream);

/* What there is no room for is counted. */
void heapstream_alloc(struct heapstream *stream, const struct heapstream_block *block);
void heapstream_free(struct heapstream *stream, const void *address, uint64_t time_ns);

#endif /* HEAPSTREAM_H */
