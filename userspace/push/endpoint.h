/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * endpoint.h - where recordings are sent to, and what proves that one may
 *
 * Secrets are of the environment alone: command lines are seen by all users. They are sent by
 * https, or within this machine, and are in no message that tea writes.
 */
#ifndef ENDPOINT_H
#define ENDPOINT_H

#include <stdbool.h>

#include "libcurl.h"

#define ENDPOINT_TOKEN		"TEA_PUSH_TOKEN"
#define ENDPOINT_TENANT		"TEA_PUSH_TENANT"

struct endpoint {
	char *url;			/* without a slash at its end */
	bool loopback;			/* of this machine: no proxy is asked */
	const char *token, *tenant;	/* NULL: none */
};

/* @token, @tenant: as in the environment, or NULL. 0, or a negative errno with @fault filled. */
int endpoint_init(struct endpoint *endpoint, const struct libcurl *curl, const char *url,
		  const char *token, const char *tenant, struct fault *fault);
void endpoint_deinit(struct endpoint *endpoint);

/* Overwrites secrets in @text by stars: a tenant, which may be as short as "1", as a whole word. */
void endpoint_mask(const struct endpoint *endpoint, char *text);

#endif /* ENDPOINT_H */
