// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cursor.c - bounds-checked reads; see cursor.h
 */
#include "cursor.h"

#include <endian.h>
#include <string.h>

void cursor_init(struct cursor *cursor, const void *bytes, size_t size)
{
	cursor->at = bytes;
	cursor->end = cursor->at + size;
	cursor->failed = false;
}

const void *cursor_bytes(struct cursor *cursor, uint64_t size)
{
	const uint8_t *bytes = cursor->at;

	if (cursor->failed || size > cursor_left(cursor)) {
		cursor->failed = true;
		return NULL;
	}
	cursor->at += size;
	return bytes;
}

/* Zero is what a failed read gives. */
static void cursor_copy(struct cursor *cursor, void *to, size_t size)
{
	const void *bytes = cursor_bytes(cursor, size);

	if (bytes)
		memcpy(to, bytes, size);
}

uint8_t cursor_u8(struct cursor *cursor)
{
	uint8_t value = 0;

	cursor_copy(cursor, &value, sizeof(value));
	return value;
}

uint16_t cursor_u16(struct cursor *cursor)
{
	uint16_t value = 0;

	cursor_copy(cursor, &value, sizeof(value));
	return le16toh(value);
}

uint32_t cursor_u32(struct cursor *cursor)
{
	uint32_t value = 0;

	cursor_copy(cursor, &value, sizeof(value));
	return le32toh(value);
}

uint64_t cursor_u64(struct cursor *cursor)
{
	uint64_t value = 0;

	cursor_copy(cursor, &value, sizeof(value));
	return le64toh(value);
}

void cursor_skip(struct cursor *cursor, uint64_t size)
{
	cursor_bytes(cursor, size);
}

const char *cursor_text(struct cursor *cursor, uint64_t size)
{
	const char *text = cursor_bytes(cursor, size);

	if (text && (!size || !memchr(text, '\0', size))) {
		cursor->failed = true;
		return NULL;
	}
	return text;
}

struct cursor cursor_take(struct cursor *cursor, uint64_t size)
{
	const uint8_t *bytes = cursor_bytes(cursor, size);
	struct cursor part = { .failed = true };

	if (bytes)
		cursor_init(&part, bytes, size);
	return part;
}

struct cursor cursor_window(const struct cursor *cursor, uint64_t offset, uint64_t size)
{
	struct cursor copy = *cursor;

	cursor_skip(&copy, offset);
	return cursor_take(&copy, size);
}
