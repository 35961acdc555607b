// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cursor.c - bounds-checked reads; see cursor.h
 */
#include "cursor.h"

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
	struct cursor part = { .failed = true, .swap = cursor->swap };

	if (bytes)
		part = (struct cursor){ .at = bytes, .end = bytes + size, .swap = cursor->swap };
	return part;
}

struct cursor cursor_window(const struct cursor *cursor, uint64_t offset, uint64_t size)
{
	struct cursor copy = *cursor;

	cursor_skip(&copy, offset);
	return cursor_take(&copy, size);
}
