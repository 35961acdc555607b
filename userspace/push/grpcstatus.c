// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * grpcstatus.c - status and trailers of gRPC-Web; see grpcstatus.h
 */
#include "grpcstatus.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#define FLAG_TRAILERS	0x80

void grpcstatus_init(struct grpcstatus *status)
{
	*status = (struct grpcstatus){ .code = -1 };
}

/* The value behind @name and a colon, without blanks at both ends; NULL: it is another line. */
static const char *value_of(const char *name, const char *line, size_t *length)
{
	size_t skipped = strlen(name);

	if (*length <= skipped || strncasecmp(line, name, skipped) || line[skipped] != ':')
		return NULL;
	for (skipped++; skipped < *length && isspace((unsigned char)line[skipped]); skipped++)
		;
	while (*length > skipped && isspace((unsigned char)line[*length - 1]))
		--*length;
	*length -= skipped;
	return line + skipped;
}

/* gRPC's codes have two digits at most. -1: it is none. */
static int code_of(const char *text, size_t length)
{
	int code = 0;

	if (!length || length > 2)
		return -1;
	for (size_t i = 0; i < length; i++) {
		if (!isdigit((unsigned char)text[i]))
			return -1;
		code = 10 * code + text[i] - '0';
	}
	return code;
}

void grpcstatus_read_line(struct grpcstatus *status, const char *line, size_t length)
{
	size_t code_length = length;
	const char *code = value_of("grpc-status", line, &code_length);
	const char *message = value_of("grpc-message", line, &length);

	if (code)
		status->code = code_of(code, code_length);
	if (!message)
		return;
	if (length >= sizeof(status->message))
		length = sizeof(status->message) - 1;
	memcpy(status->message, message, length);
	status->message[length] = '\0';
}

static void read_trailers(struct grpcstatus *status, const char *text, size_t size)
{
	while (size) {
		const char *end = memchr(text, '\n', size);
		size_t length = end ? (size_t)(end - text) + 1 : size;

		grpcstatus_read_line(status, text, length);
		text += length;
		size -= length;
	}
}

void grpcstatus_read_body(struct grpcstatus *status, const char *bytes, size_t size)
{
	while (size >= GRPCSTATUS_FRAME_BYTES) {
		const uint8_t *head = (const uint8_t *)bytes;
		size_t length = (size_t)head[1] << 24 | (size_t)head[2] << 16 |
				(size_t)head[3] << 8 | head[4];

		bytes += GRPCSTATUS_FRAME_BYTES;
		size -= GRPCSTATUS_FRAME_BYTES;
		if (length > size)
			length = size;
		if (head[0] & FLAG_TRAILERS)
			read_trailers(status, bytes, length);
		bytes += length;
		size -= length;
	}
}

long grpcstatus_http(int code)
{
	static const long http[] = {
		200, 499, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401,
	};

	return code >= 0 && (size_t)code < sizeof(http) / sizeof(http[0]) ? http[code] : 500;
}
