// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pushservices.c - the table of services; see pushservices.h
 */
#include "pushservices.h"

const char *const pushservice_names[PUSHSERVICE_COUNT + 1] = {
#define PUSHSERVICES_X(id, name, function, tenant) [PUSHSERVICE_##id] = name,
	PUSHSERVICES(PUSHSERVICES_X)
#undef PUSHSERVICES_X
};

static const char *const tenant_headers[PUSHSERVICE_COUNT] = {
#define PUSHSERVICES_X(id, name, function, tenant) [PUSHSERVICE_##id] = tenant,
	PUSHSERVICES(PUSHSERVICES_X)
#undef PUSHSERVICES_X
};

bool pushservice_has_tenants(enum pushservice service)
{
	return tenant_headers[service];
}

int pushservice_compose(enum pushservice service, const struct pushed *pushed,
			const struct libcurl *curl, struct message *message)
{
	static int (*const functions[PUSHSERVICE_COUNT])(const struct pushed *pushed,
							 const struct libcurl *curl,
							 struct message *message) = {
#define PUSHSERVICES_X(id, name, function, tenant) [PUSHSERVICE_##id] = function,
		PUSHSERVICES(PUSHSERVICES_X)
#undef PUSHSERVICES_X
	};

	message->tenant_header = tenant_headers[service];
	return functions[service](pushed, curl, message);
}
