/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * protobuf.h - protocol buffers, written
 *
 * It has the two kinds of fields of the wire format that are needed: varints and bytes (text,
 * messages, packed numbers). A message is a buffer; it is put into another one as bytes. Running
 * out of memory is remembered, and reported once by protobuf_failed().
 */
#ifndef PROTOBUF_H
#define PROTOBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed memory is an empty message. */
struct protobuf {
	uint8_t *bytes;
	size_t size, room;
	bool failed;
};

/* Writes nothing for zero, which is the default. */
void protobuf_number(struct protobuf *message, unsigned int field, uint64_t value);
void protobuf_bytes(struct protobuf *message, unsigned int field, const void *bytes,
		    size_t size);
/* Puts @part in as a field, and empties it for the next. */
void protobuf_message(struct protobuf *message, unsigned int field, struct protobuf *part);
/* A number without a field, as packed lists have them. */
void protobuf_packed(struct protobuf *message, uint64_t value);

bool protobuf_failed(const struct protobuf *message);
void protobuf_deinit(struct protobuf *message);

#endif /* PROTOBUF_H */
