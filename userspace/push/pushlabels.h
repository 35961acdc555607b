/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pushlabels.h - labels of a pushed recording, by the rules that both services share
 *
 * A name is of letters, digits and _, and begins with no digit and no "__". A value is printable
 * UTF-8 without ',' and '}', which Pyroscope's interface has no way to write.
 */
#ifndef PUSHLABELS_H
#define PUSHLABELS_H

#include "base/fault.h"
#include "recording/recording.h"

#define PUSHLABELS_MOST		24	/* Pyroscope takes 30, with its own */

struct pushlabel {
	char *name, *value;
};

/* Zeroed memory has none. */
struct pushlabels {
	struct pushlabel items[PUSHLABELS_MOST];
	size_t count;
};

/* What the recording knows of its machine and event, and the version of tea. 0 or -ENOMEM. */
int pushlabels_describe(struct pushlabels *labels, const struct recording *recording,
			const char *version);
/*
 * "NAME=VALUE", over one of that name; without a value, that one is taken away. 0, or a negative
 * errno with @fault filled.
 */
int pushlabels_set(struct pushlabels *labels, const char *text, struct fault *fault);
void pushlabels_deinit(struct pushlabels *labels);

/* An application's name: letters, digits and any of "_./-". 0, or -EINVAL with @fault filled. */
int pushlabels_check_name(const char *name, struct fault *fault);
/* Makes one of any text: what it cannot have becomes '_'. */
void pushlabels_mend_name(char *name);

#endif /* PUSHLABELS_H */
