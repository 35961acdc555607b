/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sender.h - sends a message to a service, and tries again where that may help
 *
 * That is after failures of the network, time-outs, and the answers 408, 429, 500, 502, 503 and
 * 504. Before the next try it waits a random time, up to a limit that doubles from try to try
 * (exponential back-off with full jitter: senders that failed together do not come back together),
 * and no shorter than the service asks for with Retry-After. Redirects are not followed: a token is
 * the service's own.
 */
#ifndef SENDER_H
#define SENDER_H

#include "base/progress.h"
#include "endpoint.h"
#include "message.h"

struct sender_limits {
	unsigned int tries;
	long connect_s;			/* for a connection to be there */
	long stall_s;			/* without a byte to or from the service */
	uint64_t wait_ms;		/* the limit before the second try */
	uint64_t patience_s;		/* a longer Retry-After is a failure */
};

extern const struct sender_limits sender_limits_default;

struct sender {
	const struct libcurl *curl;
	const struct endpoint *endpoint;
	const struct sender_limits *limits;
	const char *agent;		/* what it says it is: "tea/1.0" */
	struct progress progress;
};

/* Returns how many tries it took, or a negative errno with @fault filled. */
int sender_send(const struct sender *sender, const struct message *message, struct fault *fault);

/* May another try have another answer? */
bool sender_is_passing(long status);

#endif /* SENDER_H */
