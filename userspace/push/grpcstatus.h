/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * grpcstatus.h - how a call by gRPC-Web ended
 *
 * gRPC's PROTOCOL-WEB.md: a body is frames of a byte of flags, a length of four bytes, the largest
 * first, and as many bytes. The last one has the flag 0x80 and the trailers as lines of text; where
 * there is no answer, they are among the headers of HTTP.
 */
#ifndef GRPCSTATUS_H
#define GRPCSTATUS_H

#include <stddef.h>

#define GRPCSTATUS_FRAME_BYTES	5	/* in front of a frame's own */

struct grpcstatus {
	int code;			/* 0: done; -1: no status came */
	char message[256];		/* as far as there is room */
};

void grpcstatus_init(struct grpcstatus *status);
/* A header, or a trailer; others than of the status are passed over. */
void grpcstatus_read_line(struct grpcstatus *status, const char *line, size_t length);
/* A whole body, or what was kept of it. */
void grpcstatus_read_body(struct grpcstatus *status, const char *bytes, size_t size);
/* The status of HTTP that google/rpc/code.proto gives @code. */
long grpcstatus_http(int code);

#endif /* GRPCSTATUS_H */
