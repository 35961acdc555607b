/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cursor.h - the one way to read bytes of a file
 *
 * A cursor is a half-open range of bytes and the place in it. Every read is
 * checked against the end. A read that does not fit returns zero or NULL, moves
 * nothing and marks the cursor as failed; it stays failed, so a whole structure
 * can be read and checked once at its end. Numbers are little endian, or big endian
 * after cursor_set_big(), whatever this machine is; parts of a cursor inherit that.
 */
#ifndef CURSOR_H
#define CURSOR_H

#include <byteswap.h>
#include <endian.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct cursor {
	const uint8_t *at, *end;
	bool failed;
	bool swap;			/* numbers are not in this machine's order */
};

static inline void cursor_set_big(struct cursor *cursor, bool big)
{
	cursor->swap = big != (__BYTE_ORDER == __BIG_ENDIAN);
}

static inline void cursor_init(struct cursor *cursor, const void *bytes, size_t size)
{
	cursor->at = bytes;
	cursor->end = cursor->at + size;
	cursor->failed = false;
	cursor_set_big(cursor, false);
}

static inline size_t cursor_left(const struct cursor *cursor)
{
	return (size_t)(cursor->end - cursor->at);
}

/* The next @size bytes, or NULL. */
static inline const void *cursor_bytes(struct cursor *cursor, uint64_t size)
{
	const uint8_t *bytes = cursor->at;

	if (cursor->failed || size > cursor_left(cursor)) {
		cursor->failed = true;
		return NULL;
	}
	cursor->at += size;
	return bytes;
}

static inline void cursor_skip(struct cursor *cursor, uint64_t size)
{
	cursor_bytes(cursor, size);
}

static inline uint8_t cursor_u8(struct cursor *cursor)
{
	const uint8_t *bytes = cursor_bytes(cursor, 1);

	return bytes ? *bytes : 0;
}

/* A branch that is never taken is quicker than to swap and choose. */
#define CURSOR_READ(bits) \
static inline uint##bits##_t cursor_order_##bits(const struct cursor *cursor, \
						 uint##bits##_t value) \
{ \
	return __builtin_expect(cursor->swap, false) ? bswap_##bits(value) : value; \
} \
 \
static inline uint##bits##_t cursor_u##bits(struct cursor *cursor) \
{ \
	const void *bytes = cursor_bytes(cursor, bits / 8); \
	uint##bits##_t value = 0; \
 \
	if (bytes) \
		memcpy(&value, bytes, sizeof(value)); \
	return cursor_order_##bits(cursor, value); \
} \
 \
/* The number @offset bytes on, which moves nothing; 0 if that is not inside. */ \
static inline uint##bits##_t cursor_peek_u##bits(const struct cursor *cursor, size_t offset) \
{ \
	uint##bits##_t value = 0; \
 \
	if (offset + sizeof(value) <= cursor_left(cursor)) \
		memcpy(&value, cursor->at + offset, sizeof(value)); \
	return cursor_order_##bits(cursor, value); \
}

CURSOR_READ(16)
CURSOR_READ(32)
CURSOR_READ(64)
#undef CURSOR_READ

/* Text up to its NUL, which must lie within @size bytes; moves over all @size. */
const char *cursor_text(struct cursor *cursor, uint64_t size);

/* A cursor over the next @size bytes (failed if there are fewer), and moves over them. */
struct cursor cursor_take(struct cursor *cursor, uint64_t size);

/* A cursor over [@offset, @offset + @size) of @cursor's remaining bytes. */
struct cursor cursor_window(const struct cursor *cursor, uint64_t offset, uint64_t size);

#endif /* CURSOR_H */
