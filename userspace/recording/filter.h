/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * filter.h - which samples of a recording are wanted
 *
 * Lists are the caller's; an empty one wants all. What is asked of a sample's origin
 * (thread, CPU, time) and of its word (state, signature) must hold together. Unknown
 * signatures have no commit state and no events.
 */
#ifndef FILTER_H
#define FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct recording_texts {
	const char *const *items;
	size_t count;
};

struct recording_numbers {
	const uint32_t *items;
	size_t count;
};

struct recording_filter {
	struct recording_texts comms;		/* names of threads at the time of the sample */
	struct recording_numbers pids, tids, cpus;
	uint64_t time_begin_ns, time_end_ns;	/* [begin, end] as perf script prints; end 0: open */
	unsigned int states;			/* bits by enum tea_commit_state; 0: all */
	const uint16_t *signatures;		/* exactly one of these */
	size_t signatures_count;
	uint16_t events;			/* all of these; 0: any */
};

/* Where a sample came from. */
struct filter_origin {
	const char *comm;
	uint32_t pid, tid, cpu;
	uint64_t time_ns;
};

bool filter_wants_origin(const struct recording_filter *filter,
			 const struct filter_origin *origin);
/* @state is ignored for the unknown signature, which only an unfiltered state wants. */
bool filter_wants_word(const struct recording_filter *filter, uint16_t signature,
		       unsigned int state);
/* Is there any condition? */
bool filter_asks_anything(const struct recording_filter *filter);
/* Does it ask for CPUs; for times? Not every recording has them. */
bool filter_asks_cpu(const struct recording_filter *filter);
bool filter_asks_time(const struct recording_filter *filter);

#endif /* FILTER_H */
