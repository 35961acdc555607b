/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * waiting.h - the waits of threads off the CPU, and their remedies
 *
 * For a recording whose stacks are waits. Waits of all threads at one place of the program, in one
 * system call, and at one place in the kernel, are one cause; so is all time in which threads could
 * run.
 */
#ifndef WAITING_H
#define WAITING_H

#include "recording/recording.h"

struct waiting_advice {
	const char *why, *remedy;
};

struct waiting_cause {
	uint16_t category;		/* of category_waits */
	struct symbols_location location; /* of the program; function NULL: not known */
	struct elfobject_line line;
	const char *kernel;		/* the function that waits in the kernel; NULL: not known */
	const char *comm;		/* of its threads; NULL: of several names */
	size_t threads;
	uint64_t lived_ns;		/* by these */
	uint64_t ns, longest_ns, count;	/* of waits */
	struct waiting_advice advice;	/* NULL: none */
};

struct waiting {
	struct waiting_cause *causes;	/* longest first */
	size_t count;
	size_t top;			/* the largest that are shown */
	const struct notes *notes;	/* on them, or on all that is shown */
	size_t threads;
	uint64_t lived_ns, waited_ns;	/* of all threads */
};

/* @measure is of waits. 0 or -ENOMEM. */
int waiting_init(struct waiting *waiting, struct recording *recording,
		 struct recording_measure *measure, size_t top);
void waiting_deinit(struct waiting *waiting);

/* @ns of @of, as a part of 1. */
double waiting_share(uint64_t ns, uint64_t of);

#endif /* WAITING_H */
