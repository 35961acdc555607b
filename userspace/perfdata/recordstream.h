/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recordstream.h - the data of a perf.data file, record by record, unpacked
 *
 * Reads windows of the file into a buffer; a record is handed out whole, and lives
 * until the next one. COMPRESSED records are unpacked on the way, a buffer at a time:
 * memory does not depend on the file. What unpacks to far more than a recording ever
 * would is refused.
 */
#ifndef RECORDSTREAM_H
#define RECORDSTREAM_H

#include "base/cursor.h"
#include "base/fault.h"
#include "base/input.h"
#include "unpacker.h"

#define STREAM_HEADER_BYTES	8

struct stream_record {
	uint32_t type;
	uint16_t misc, size;		/* size: with the header */
	bool packed;			/* came out of a COMPRESSED record */
	uint64_t offset;		/* in the unpacked data */
	const uint8_t *payload;		/* size - STREAM_HEADER_BYTES */
};

/* A part of the data: bytes [begin, end) of a file, records only. */
struct stream_part {
	const struct input *input;
	uint64_t begin, end;
};

struct stream {
	struct stream_part *parts;
	size_t parts_count, part;
	uint64_t at;			/* place in the part's file, behind the buffer */
	uint8_t *buffer;
	size_t begin, end;		/* what is still to be read of it */
	bool big;
	bool cut;			/* the last part ended within a record */
	uint64_t offset;		/* unpacked bytes handed out */
	uint64_t done, total;		/* bytes of the file; total of all passes */
	struct unpacker unpacker;
	void (*progress)(void *context, uint64_t done, uint64_t total);
	void *progress_context;
};

int stream_init(struct stream *stream, bool big);
void stream_deinit(struct stream *stream);
/* Behind those that are there. 0 or -ENOMEM. */
int stream_add_part(struct stream *stream, const struct stream_part *part);
void stream_rewind(struct stream *stream);

/* Returns 1 with @record filled, 0 at the end, or a negative errno with @fault filled. */
int stream_next(struct stream *stream, struct stream_record *record, struct fault *fault);
/* Passes over bytes that no record's size covers. */
void stream_skip(struct stream *stream, uint64_t size);
/* The place in the present file, for messages. */
uint64_t stream_place(const struct stream *stream);

#endif /* RECORDSTREAM_H */
