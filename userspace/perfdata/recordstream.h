/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recordstream.h - the data of a perf.data file, record by record, unpacked
 *
 * Reads windows of the file into a buffer; a record is handed out whole, and lives until the next
 * one; unwanted ones cost a look at their header. COMPRESSED records are unpacked on the way, a
 * buffer at a time: memory does not depend on the file. Data that unpack to far more than any
 * recording are refused.
 */
#ifndef RECORDSTREAM_H
#define RECORDSTREAM_H

#include "base/cursor.h"
#include "base/fault.h"
#include "base/input.h"
#include "base/progress.h"
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
	const uint8_t *begin, *end;	/* the rest to be read */
	bool swap;			/* not in this machine's byte order */
	bool quick;			/* it is, and nothing was compressed so far */
	bool cut;			/* the last part ended within a record */
	uint64_t wanted;		/* types below 64, as bits; others are passed over unread */
	uint64_t offset;		/* unpacked bytes handed out or passed over */
	uint64_t done, total;		/* bytes of the file; total of all passes */
	struct unpacker unpacker;
	const struct progress *progress;	/* NULL: no reports */
};

int stream_init(struct stream *stream, bool big);
void stream_deinit(struct stream *stream);
/* Behind those that are there. 0 or -ENOMEM. */
int stream_add_part(struct stream *stream, const struct stream_part *part);
void stream_rewind(struct stream *stream, uint64_t wanted);

/* Returns 1 with @record filled, 0 at the end, or a negative errno with @fault filled. */
static inline int stream_next(struct stream *stream, struct stream_record *record,
			      struct fault *fault);
/* Passes over bytes that no record's size covers. */
void stream_skip(struct stream *stream, uint64_t size);
/* The place in the present file, for messages. */
uint64_t stream_place(const struct stream *stream);

/*
 * Below: the quick way of stream_next(), in line with its caller.
 */
#define STREAM_KERNEL_TYPES	64	/* those from here on are perf's own */

/* The header of the record at the begin of @bytes, of which @left are there. */
static inline void stream_head(struct stream_record *record, const uint8_t *bytes, size_t left,
			       bool swap)
{
	struct cursor cursor = { .at = bytes, .end = bytes + left, .swap = swap };

	record->type = cursor_peek_u32(&cursor, 0);
	record->misc = cursor_peek_u16(&cursor, 4);
	record->size = cursor_peek_u16(&cursor, 6);
	record->packed = false;
	record->payload = bytes + STREAM_HEADER_BYTES;
}

/* Passes over unwanted records. Returns whether @record is the next wanted one. */
static inline bool stream_next_quick(struct stream *stream, struct stream_record *record)
{
	const uint8_t *at = stream->begin, *end = stream->end;
	struct stream_record found;
	bool wanted = false;

	while (!wanted && end - at >= STREAM_HEADER_BYTES) {
		stream_head(&found, at, (size_t)(end - at), false);
		if (found.size < STREAM_HEADER_BYTES || found.size > end - at ||
		    found.type >= STREAM_KERNEL_TYPES)
			break;
		at += found.size;
		wanted = stream->wanted >> found.type & 1;
	}
	stream->offset += (uint64_t)(at - stream->begin);
	stream->begin = at;
	if (wanted) {
		found.offset = stream->offset - found.size;
		*record = found;
	}
	return wanted;
}

/* The next record, wanted or not. */
int stream_next_any(struct stream *stream, struct stream_record *record, struct fault *fault);

static inline int stream_next(struct stream *stream, struct stream_record *record,
			      struct fault *fault)
{
	int more = 1;

	while (more > 0) {
		if (stream->quick && stream_next_quick(stream, record))
			return 1;
		more = stream_next_any(stream, record, fault);
		if (more > 0 && (record->type >= STREAM_KERNEL_TYPES ||
				 stream->wanted >> record->type & 1))
			return 1;
	}
	return more;
}

#endif /* RECORDSTREAM_H */
