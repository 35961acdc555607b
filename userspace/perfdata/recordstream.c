// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * recordstream.c - windows of a file to whole records; see recordstream.h
 */
#include "recordstream.h"

#include <errno.h>
#include <stdlib.h>

#include "base/keyindex.h"

/* A few records of the largest size, and within a core's own cache. */
#define BUFFER_BYTES	(256 << 10)

#define RECORD_COMPRESSED	81
#define RECORD_COMPRESSED2	83	/* with the size before its padding */

int stream_init(struct stream *stream, bool big)
{
	struct cursor cursor;

	cursor_set_big(&cursor, big);
	*stream = (struct stream){ .swap = cursor.swap, .quick = !cursor.swap };
	stream->begin = stream->end = stream->buffer = malloc(BUFFER_BYTES);
	return stream->buffer ? 0 : -ENOMEM;
}

void stream_deinit(struct stream *stream)
{
	unpacker_deinit(&stream->unpacker);
	free(stream->parts);
	free(stream->buffer);
	*stream = (struct stream){ 0 };
}

int stream_add_part(struct stream *stream, const struct stream_part *part)
{
	struct stream_part *grown = array_grow(stream->parts, stream->parts_count,
					       sizeof(*grown));

	if (!grown)
		return -ENOMEM;
	stream->parts = grown;
	grown[stream->parts_count++] = *part;
	return 0;
}

static void enter_part(struct stream *stream, size_t part)
{
	stream->part = part;
	stream->at = part < stream->parts_count ? stream->parts[part].begin : 0;
	stream->begin = stream->end = stream->buffer;
	unpacker_restart(&stream->unpacker);
}

void stream_rewind(struct stream *stream, uint64_t wanted)
{
	enter_part(stream, 0);
	stream->wanted = wanted;
	stream->offset = 0;
	stream->cut = false;
	stream->unpacker.packed = stream->unpacker.unpacked = 0;
}

uint64_t stream_place(const struct stream *stream)
{
	return stream->at - (uint64_t)(stream->end - stream->begin);
}

void stream_skip(struct stream *stream, uint64_t size)
{
	size_t left = (size_t)(stream->end - stream->begin);
	uint64_t room;

	if (size <= left) {
		stream->begin += size;
		return;
	}
	room = stream->parts[stream->part].end - stream->at;
	stream->cut |= size - left > room;
	stream->at += size - left < room ? size - left : room;
	stream->begin = stream->end = stream->buffer;
}

/* Reads on behind the buffered bytes. Returns how many bytes came, or -errno. */
static ssize_t fill(struct stream *stream, struct fault *fault)
{
	const struct stream_part *part = &stream->parts[stream->part];
	size_t left = (size_t)(stream->end - stream->begin), room = BUFFER_BYTES - left;
	ssize_t size;

	memmove(stream->buffer, stream->begin, left);
	stream->begin = stream->buffer;
	stream->end = stream->buffer + left;
	if (room > part->end - stream->at)
		room = (size_t)(part->end - stream->at);
	size = input_read(part->input, stream->at, stream->buffer + left, room);
	if (size < 0)
		return fault_set(fault, (int)size, "cannot be read: %s", strerror((int)-size));
	stream->end += size;
	stream->at += (uint64_t)size;
	stream->done += (uint64_t)size;
	if (stream->progress)
		progress_tell(stream->progress, "reading", stream->done, stream->total);
	return size;
}

/*
 * The record at the begin of @bytes. Returns its size, 0 if it is not there as a whole,
 * or -EINVAL if it cannot be one.
 */
static int read_record(const struct stream *stream, const uint8_t *bytes, size_t left,
		       struct stream_record *record)
{
	if (left < STREAM_HEADER_BYTES)
		return 0;
	stream_head(record, bytes, left, stream->swap);
	if (record->size < STREAM_HEADER_BYTES)
		return -EINVAL;
	return record->size <= left ? record->size : 0;
}

static int damaged(const struct stream *stream, const struct stream_record *record,
		   struct fault *fault)
{
	return fault_set(fault, -EINVAL, "damaged %s byte %llu: a record of %u bytes; record again",
			 stream->unpacker.begin != stream->unpacker.end ? "in what is compressed before" : "at",
			 (unsigned long long)stream_place(stream), record->size);
}

static int next_unpacked(struct stream *stream, struct stream_record *record,
			 struct fault *fault)
{
	struct unpacker *unpacker = &stream->unpacker;
	int size, more = 1;

	while (more > 0) {
		size = read_record(stream, unpacker->buffer + unpacker->begin,
				   unpacker->end - unpacker->begin, record);
		if (size < 0)
			return damaged(stream, record, fault);
		if (size) {
			record->packed = true;
			unpacker->begin += (size_t)size;
			return size;
		}
		more = unpacker_more(unpacker, fault);
	}
	return more;
}

static int next_plain(struct stream *stream, struct stream_record *record, struct fault *fault)
{
	ssize_t more = 1;
	int size;

	while (more > 0) {
		size = read_record(stream, stream->begin, (size_t)(stream->end - stream->begin),
				   record);
		if (size < 0)
			return damaged(stream, record, fault);
		if (size) {
			stream->begin += size;
			return size;
		}
		more = fill(stream, fault);
	}
	return (int)more;
}

static int feed(struct stream *stream, const struct stream_record *record, struct fault *fault)
{
	struct cursor cursor;
	uint64_t size;

	cursor_init(&cursor, record->payload, record->size - STREAM_HEADER_BYTES);
	cursor.swap = stream->swap;
	size = record->type == RECORD_COMPRESSED2 ? cursor_u64(&cursor) : cursor_left(&cursor);
	if (cursor.failed || size > cursor_left(&cursor))
		return damaged(stream, record, fault);
	stream->quick = false;
	return unpacker_feed(&stream->unpacker, cursor.at, (size_t)size, fault);
}

static bool is_packed(uint32_t type)
{
	return type == RECORD_COMPRESSED || type == RECORD_COMPRESSED2;
}

/* The end of a part: nothing may be left over of a record. */
static void leave_part(struct stream *stream)
{
	if (stream->begin != stream->end || stream->unpacker.begin != stream->unpacker.end)
		stream->cut = true;
	enter_part(stream, stream->part + 1);
}

int stream_next_any(struct stream *stream, struct stream_record *record, struct fault *fault)
{
	while (stream->part < stream->parts_count) {
		int size = stream->unpacker.buffer ? next_unpacked(stream, record, fault) : 0;

		if (!size)
			size = next_plain(stream, record, fault);
		if (size < 0)
			return size;
		if (!size) {
			leave_part(stream);
			continue;
		}
		if (!is_packed(record->type)) {
			record->offset = stream->offset;
			stream->offset += record->size;
			return 1;
		}
		if (record->packed)
			return damaged(stream, record, fault);
		size = feed(stream, record, fault);
		if (size)
			return size;
	}
	return 0;
}
