/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pushservices.h - services that keep recordings, and how each wants them
 *
 * A further service is a row here, and a function that composes its message.
 */
#ifndef PUSHSERVICES_H
#define PUSHSERVICES_H

#include "libcurl.h"
#include "message.h"
#include "pushlabels.h"

/* X(identifier, name, function, header of the tenant: NULL: it has none) */
#define PUSHSERVICES(X) \
	X(PYROSCOPE, "pyroscope", pushservice_pyroscope, "X-Scope-OrgID: ") \
	X(PARCA, "parca", pushservice_parca, NULL)

enum pushservice {
#define PUSHSERVICES_X(id, name, function, tenant) PUSHSERVICE_##id,
	PUSHSERVICES(PUSHSERVICES_X)
#undef PUSHSERVICES_X
	PUSHSERVICE_COUNT
};

extern const char *const pushservice_names[PUSHSERVICE_COUNT + 1];	/* ends in NULL */

/* What is pushed. */
struct pushed {
	const char *name;		/* of the application */
	const struct pushlabels *labels;
	const char *unit;		/* which its values count */
	uint64_t begin_ns, end_ns;	/* Unix time of the first sample, and the last */
	const void *pprof;		/* compressed by gzip */
	size_t size;
};

/* Are there tenants? Only then one is sent. */
bool pushservice_has_tenants(enum pushservice service);

/* 0 or -ENOMEM. @message needs message_deinit() either way, and what is @pushed until then. */
int pushservice_compose(enum pushservice service, const struct pushed *pushed,
			const struct libcurl *curl, struct message *message);

int pushservice_pyroscope(const struct pushed *pushed, const struct libcurl *curl,
			  struct message *message);
int pushservice_parca(const struct pushed *pushed, const struct libcurl *curl,
		      struct message *message);

#endif /* PUSHSERVICES_H */
