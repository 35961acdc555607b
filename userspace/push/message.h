/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * message.h - one request of a service: its path, and a body or the fields of a form
 */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#define MESSAGE_FIELDS	2

/* A file field of a form. */
struct message_field {
	const char *name, *filename, *type;
	const void *bytes;
	size_t size;
};

/* Zeroed memory is none. */
struct message {
	char *path;			/* behind the service's URL, with its query */
	const char *tenant_header;	/* NULL: the service has none */
	struct message_field fields[MESSAGE_FIELDS];
	size_t fields_count;		/* 0: the body is sent as it is */
	const char *type;		/* of the body, then */
	bool grpc;			/* it is a call by gRPC-Web, and so is its answer */
	char *body;			/* or what a field has */
	size_t body_size;
};

void message_deinit(struct message *message);

#endif /* MESSAGE_H */
