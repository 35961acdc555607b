// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * pushservices.c - the table of services; see pushservices.h
 */
#include "pushservices.h"

const char *const pushservice_names[PUSHSERVICE_COUNT + 1] = {
#define PUSHSERVICES_X(id, name, function) [PUSHSERVICE_##id] = name,
	PUSHSERVICES(PUSHSERVICES_X)
#undef PUSHSERVICES_X
};

int pushservice_compose(enum pushservice service, const struct pushed *pushed,
			const struct libcurl *curl, struct message *message)
{
	static int (*const functions[PUSHSERVICE_COUNT])(const struct pushed *pushed,
							 const struct libcurl *curl,
							 struct message *message) = {
#define PUSHSERVICES_X(id, name, function) [PUSHSERVICE_##id] = function,
		PUSHSERVICES(PUSHSERVICES_X)
#undef PUSHSERVICES_X
	};

	return functions[service](pushed, curl, message);
}
