/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cursor.h - the one way to read bytes of a file
 *
 * A cursor is a half-open range of bytes and the place in it. Every read is
 * checked against the end. A read that does not fit returns zero or NULL, moves
 * nothing and marks the cursor as failed; it stays failed, so a whole structure
 * can be read and checked once at its end. Numbers are little endian.
 */
#ifndef CURSOR_H
#define CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cursor {
	const uint8_t *at, *end;
	bool failed;
};

void cursor_init(struct cursor *cursor, const void *bytes, size_t size);

static inline size_t cursor_left(const struct cursor *cursor)
{
	return (size_t)(cursor->end - cursor->at);
}

/* The next @size bytes, or NULL. */
const void *cursor_bytes(struct cursor *cursor, uint64_t size);
uint8_t cursor_u8(struct cursor *cursor);
uint16_t cursor_u16(struct cursor *cursor);
uint32_t cursor_u32(struct cursor *cursor);
uint64_t cursor_u64(struct cursor *cursor);
void cursor_skip(struct cursor *cursor, uint64_t size);

/* Text up to its NUL, which must lie within @size bytes; moves over all @size. */
const char *cursor_text(struct cursor *cursor, uint64_t size);

/* A cursor over the next @size bytes (failed if there are fewer), and moves over them. */
struct cursor cursor_take(struct cursor *cursor, uint64_t size);

/* A cursor over [@offset, @offset + @size) of @cursor's remaining bytes. */
struct cursor cursor_window(const struct cursor *cursor, uint64_t offset, uint64_t size);

#endif /* CURSOR_H */
