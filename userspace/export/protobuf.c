// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * protobuf.c - writing protocol buffers; see protobuf.h
 */
#include "protobuf.h"

#include <stdlib.h>
#include <string.h>

#define WIRE_VARINT	0
#define WIRE_BYTES	2
#define ROOM_LEAST	256

static void put(struct protobuf *message, const void *bytes, size_t size)
{
	if (message->failed || !size)
		return;
	if (size > message->room - message->size) {
		size_t room = 2 * (message->size + size) + ROOM_LEAST;
		uint8_t *grown = realloc(message->bytes, room);

		if (!grown) {
			message->failed = true;
			return;
		}
		message->bytes = grown;
		message->room = room;
	}
	memcpy(message->bytes + message->size, bytes, size);
	message->size += size;
}

/* Seven bits to a byte, the lowest first; the top bit says that more follow. */
void protobuf_packed(struct protobuf *message, uint64_t value)
{
	uint8_t bytes[10];
	size_t size = 0;

	do {
		bytes[size] = (uint8_t)(value & 0x7f);
		value >>= 7;
		if (value)
			bytes[size] |= 0x80;
		size++;
	} while (value);
	put(message, bytes, size);
}

void protobuf_number(struct protobuf *message, unsigned int field, uint64_t value)
{
	if (!value)
		return;
	protobuf_packed(message, (uint64_t)field << 3 | WIRE_VARINT);
	protobuf_packed(message, value);
}

void protobuf_bytes(struct protobuf *message, unsigned int field, const void *bytes, size_t size)
{
	protobuf_packed(message, (uint64_t)field << 3 | WIRE_BYTES);
	protobuf_packed(message, size);
	put(message, bytes, size);
}

void protobuf_message(struct protobuf *message, unsigned int field, struct protobuf *part)
{
	protobuf_bytes(message, field, part->bytes, part->size);
	message->failed |= part->failed;
	part->size = 0;
}

bool protobuf_failed(const struct protobuf *message)
{
	return message->failed;
}

void protobuf_deinit(struct protobuf *message)
{
	free(message->bytes);
	*message = (struct protobuf){ 0 };
}
